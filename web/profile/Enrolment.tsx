import { type ReactNode, useState } from 'react'
import { type AppKey, confirmFactor } from '#contract/auth/factors.ts'
import { call } from '../api/call.ts'
import { fieldFaults } from '../api/field-faults.ts'
import { Button } from '../ui/Button.tsx'
import { AppKeyInstructions } from '../ui/fields/AppKeyInstructions.tsx'
import { CodeField, codeLength } from '../ui/fields/CodeField.tsx'
import { fieldText, useForm } from '../ui/form.ts'
import { Drawer } from '../ui/overlays/Drawer.tsx'
import { failureText } from '../ui/states/failure-text.ts'
import { t } from '../ui/text.ts'
import { useGuardedChange } from './proof.ts'

type EnrolmentProps = {
  pendingFactor: { method: 'totp'; key: AppKey } | { method: 'email' }
  email: string
  onConfirmed: () => void
  onClose: () => void
}

/** Sets up a second factor: shows the key for the app or names the mailbox, and asks for a first correct code. */
export function Enrolment({ pendingFactor, email, onConfirmed, onClose }: EnrolmentProps): ReactNode {
  // The field is empty again after each code that was refused.
  const [refusals, setRefusals] = useState(0)
  const confirm = useGuardedChange((code: string) =>
    call(confirmFactor, { params: { method: pendingFactor.method }, body: { code } }),
  )
  const form = useForm({
    fields: ['code'],
    check: (data) => (fieldText(data, 'code').length < codeLength ? { code: t('code.incomplete') } : {}),
    send: (data) =>
      confirm.mutateAsync(fieldText(data, 'code'), {
        onSuccess: onConfirmed,
        // A code that was not looked at may be sent again.
        onError: (error) => {
          if (failureText(error) === null) setRefusals((count) => count + 1)
        },
      }),
    faultsOf: fieldFaults,
  })

  return (
    <Drawer open onClose={onClose} title={t(`security.factor.${pendingFactor.method}`)}>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-5">
        {pendingFactor.method === 'totp' ? (
          <AppKeyInstructions {...pendingFactor.key} />
        ) : (
          <p>{t('security.email.code', { email })}</p>
        )}
        <CodeField key={refusals} name="code" takesFocus={refusals > 0} error={form.faults.code} />
        <Button type="submit" variant="primary" write={form} className="w-full">
          {t('security.confirm')}
        </Button>
      </form>
    </Drawer>
  )
}
