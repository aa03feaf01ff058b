import { MailCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { askToRegister } from '#contract/registration/endpoints.ts'
import type { RegistrationMode } from '#contract/registration/modes.ts'
import { call } from '../api/call.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/fields/Field.tsx'
import { fieldText, useForm } from '../ui/form.ts'
import { t } from '../ui/text.ts'
import { AuthCard, BackLink, FormFault } from './AuthCard.tsx'
import type { AuthPageProps } from './auth-page-props.ts'
import { formFaults, requiredFaults } from './form.ts'

const requiredFields = {
  request: ['name', 'email', 'customerNumber', 'documentNumber'],
  open: ['name', 'email', 'company'],
} as const

/** The form that asks for access: with a customer and a document number, or with the name of a company. */
export function AskToRegister({
  portal,
  mode,
}: AuthPageProps & { mode: Exclude<RegistrationMode, 'invite'> }): ReactNode {
  const [done, setDone] = useState<string | null>(null)
  const form = useForm({
    faultsOf: formFaults,
    fields: requiredFields[mode],
    check: (data) => requiredFaults(data, requiredFields[mode]),
    send: async (data) => {
      const text = (field: string) => fieldText(data, field).trim()
      const proof =
        mode === 'open'
          ? { company: text('company') }
          : { customerNumber: text('customerNumber'), documentNumber: text('documentNumber') }
      const { message } = await call(askToRegister, { body: { name: text('name'), email: text('email'), ...proof } })
      setDone(message)
    },
  })
  const logo = portal.data?.logo
  if (done !== null) {
    const title = t(mode === 'open' ? 'register.asked' : 'register.requested')
    return (
      <AuthCard title={title} lead={done} logo={logo} links={<BackLink />}>
        <MailCheck aria-hidden size={28} className="text-muted" />
      </AuthCard>
    )
  }
  const { faults } = form
  return (
    <AuthCard
      title={t('register.title')}
      lead={t(mode === 'open' ? 'register.open.lead' : 'register.request.lead')}
      logo={logo}
      links={<BackLink />}
    >
      <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4">
        <FormFault faults={faults} />
        <TextField label={t('register.name')} name="name" autoComplete="name" maxLength={200} error={faults.name} />
        <TextField
          label={t('login.email')}
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          error={faults.email}
        />
        {mode === 'open' ? (
          <TextField
            label={t('register.company')}
            name="company"
            autoComplete="organization"
            maxLength={200}
            error={faults.company}
          />
        ) : (
          <>
            <TextField
              label={t('register.customerNumber')}
              name="customerNumber"
              autoComplete="off"
              maxLength={100}
              error={faults.customerNumber}
            />
            <TextField
              label={t('register.documentNumber')}
              name="documentNumber"
              autoComplete="off"
              maxLength={100}
              hint={t('register.documentNumber.hint')}
              error={faults.documentNumber}
            />
          </>
        )}
        <Button type="submit" variant="primary" size="large" write={form} className="w-full">
          {t(mode === 'open' ? 'register.submit' : 'register.request.submit')}
        </Button>
      </form>
    </AuthCard>
  )
}
