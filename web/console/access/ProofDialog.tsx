import { useMutation, useQuery } from '@tanstack/react-query'
import { ExternalLink, KeyRound } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { beginStaffPasskeySignIn, proveStaff } from '#contract/console/passkeys.ts'
import { proveBySignOn, showProof } from '#contract/console/sign-on.ts'
import { staffProofMinutes } from '#contract/console/staff.ts'
import { call } from '#web/api/call.ts'
import { requestPasskey } from '#web/api/passkey.ts'
import { supportsPasskeys } from '#web/api/passkey-support.ts'
import { FormFault } from '#web/auth/AuthCard.tsx'
import { formFaults, requiredFaults } from '#web/auth/form.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
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

type WaysProps = { app: boolean; hasPasskey: boolean; signOn: string | null; onProven: () => void }

function Ways({ app, hasPasskey, signOn, onProven }: WaysProps) {
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
  })
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4">
      <p className="text-muted">{t('console.proof.text', { minutes: staffProofMinutes })}</p>
      <FormFault faults={form.faults} />
      {hasPasskey && (
        <Button
          variant={app ? 'secondary' : 'primary'}
          write={passkey}
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
          <Button type="submit" variant="primary" write={form} className="w-full">
            {t('proof.submit')}
          </Button>
        </>
      )}
      {signOn !== null && <ProviderWay provider={signOn} onProven={onProven} />}
      {!app && !hasPasskey && signOn === null && <p>{t('console.proof.again')}</p>}
    </form>
  )
}

/** The proof at the identity provider, in a window of its own, so that nothing that was typed here is lost. */
function ProviderWay({ provider, onProven }: { provider: string; onProven: () => void }) {
  const [isThere, setThere] = useState(false)
  const { data } = useQuery({
    queryKey: ['proof'],
    queryFn: ({ signal }) => call(showProof, { signal }),
    enabled: isThere,
    gcTime: 0,
    refetchInterval: 2_000,
  })
  const proven = data?.proven ?? false
  const onShown = useEffectEvent(onProven)
  useEffect(() => {
    if (proven) onShown()
  }, [proven])
  return (
    <>
      <a
        href={`/api${proveBySignOn.path}`}
        target="_blank"
        rel="noopener"
        onClick={() => setThere(true)}
        className={`${buttonClass('primary')} w-full`}
      >
        <ExternalLink aria-hidden size={16} />
        {t('login.signOn', { name: provider })}
      </a>
      <p role="status" className="text-sm text-muted">
        {t(isThere ? 'console.proof.waiting' : 'console.proof.elsewhere')}
      </p>
    </>
  )
}
