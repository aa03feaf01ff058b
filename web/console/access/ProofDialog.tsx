import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { beginStaffPasskeySignIn, proveStaff } from '#contract/console/passkeys.ts'
import { staffProofMinutes } from '#contract/console/staff.ts'
import { call } from '#web/api/call.ts'
import { requestPasskey } from '#web/api/passkey.ts'
import { supportsPasskeys } from '#web/api/passkey-support.ts'
import { FormFault } from '#web/auth/AuthCard.tsx'
import { formFaults, requiredFaults } from '#web/auth/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { Drawer } from '#web/ui/overlays/Drawer.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { factorsQuery } from './queries.ts'
import { CodeInput } from './SignInPage.tsx'

type ProofDialogProps = { onProven: () => void; onClose: () => void }

/** The question whether it is still the same person: by a passkey, or by a code of the app. */
export function ProofDialog({ onProven, onClose }: ProofDialogProps): ReactNode {
  const { data: factors } = useQuery(factorsQuery)
  return (
    <Drawer open onClose={onClose} title={t('console.proof')}>
      {factors ? (
        <Ways {...factors} hasPasskey={factors.passkeys.length > 0 && supportsPasskeys()} onProven={onProven} />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Drawer>
  )
}

function Ways({ app, hasPasskey, onProven }: { app: boolean; hasPasskey: boolean; onProven: () => void }) {
  const form = useForm({
    fields: ['code'],
    faultsOf: formFaults,
    check: (data) => requiredFaults(data, ['code']),
    send: async (data) => {
      await call(proveStaff, { body: { code: fieldText(data, 'code').trim() } })
      onProven()
    },
  })
  const passkey = useMutation({
    mutationFn: async () => {
      const credential = await requestPasskey({ begin: beginStaffPasskeySignIn })
      await call(proveStaff, { body: { credential } })
    },
    onSuccess: onProven,
    onError: (error) =>
      form.show(error instanceof DOMException ? { form: t('console.passkey.failed') } : formFaults(error, [])),
    meta: { showsFault: true },
  })
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4">
      <p className="text-muted">{t('console.proof.text', { minutes: staffProofMinutes })}</p>
      <FormFault faults={form.faults} />
      {hasPasskey && (
        <Button
          variant={app ? 'secondary' : 'primary'}
          pending={passkey.isPending}
          onClick={() => passkey.mutate()}
          className="w-full"
        >
          <KeyRound aria-hidden size={16} />
          {t('login.passkey')}
        </Button>
      )}
      {app && (
        <>
          <CodeInput error={form.faults.code} />
          <Button type="submit" variant="primary" pending={form.pending} className="w-full">
            {t('proof.submit')}
          </Button>
        </>
      )}
      {!app && !hasPasskey && <p>{t('console.proof.again')}</p>}
    </form>
  )
}
