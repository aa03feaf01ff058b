import { MailCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { forgotPassword, resetMinutes } from '#contract/auth/passwords.ts'
import { call } from '../api/call.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/fields/Field.tsx'
import { fieldText, useForm } from '../ui/form.ts'
import { t } from '../ui/text.ts'
import { AuthCard, BackLink, FormFault } from './AuthCard.tsx'
import type { AuthPageProps } from './auth-page-props.ts'
import { formFaults, requiredFaults } from './form.ts'

const fields = ['email'] as const

/** Sends the link for choosing a new password. The page never shows whether an address is known. */
export function ForgottenPasswordPage({ portal }: AuthPageProps): ReactNode {
  const [sent, setSent] = useState<string | null>(null)
  const form = useForm({
    faultsOf: formFaults,
    fields,
    check: (data) => requiredFaults(data, fields),
    send: async (data) => {
      const { message } = await call(forgotPassword, { body: { email: fieldText(data, 'email').trim() } })
      setSent(message)
    },
  })
  if (sent !== null) {
    return (
      <AuthCard title={t('forgot.sent')} lead={sent} logo={portal.data?.logo} links={<BackLink />}>
        <MailCheck aria-hidden size={28} className="mb-3 text-muted" />
        <p className="mb-4 text-muted">{t('forgot.sent.text', { minutes: resetMinutes })}</p>
        <Button onClick={() => setSent(null)}>{t('forgot.again')}</Button>
      </AuthCard>
    )
  }
  return (
    <AuthCard title={t('forgot.title')} lead={t('forgot.lead')} logo={portal.data?.logo} links={<BackLink />}>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4">
        <FormFault faults={form.faults} />
        <TextField
          label={t('login.email')}
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          error={form.faults.email}
        />
        <Button type="submit" variant="primary" size="large" write={form} className="w-full">
          {t('forgot.submit')}
        </Button>
      </form>
    </AuthCard>
  )
}
