import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { signInToConsole } from '#contract/console/access.ts'
import { call } from '#web/api/call.ts'
import { FormFault } from '#web/auth/AuthCard.tsx'
import { formFaults, requiredFaults } from '#web/auth/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { t } from '#web/ui/text.ts'
import { AccessCard } from './AccessCard.tsx'
import { meQuery } from './queries.ts'

/** The sign-in with e-mail, password and code at once: nobody learns which of them was wrong. */
export function SignInPage(): ReactNode {
  const cache = useQueryClient()
  const form = useForm({
    fields: ['email', 'password', 'code'],
    faultsOf: formFaults,
    check: (data) => ({
      ...requiredFaults(data, ['email', 'code']),
      ...(fieldText(data, 'password') === '' ? { password: t('login.password.missing') } : {}),
    }),
    send: async (data) => {
      const body = {
        email: fieldText(data, 'email').trim(),
        password: fieldText(data, 'password'),
        code: fieldText(data, 'code').trim(),
      }
      const me = await call(signInToConsole, { body })
      // What another member of staff saw in this browser is not shown to this one.
      cache.removeQueries({ predicate: ({ queryKey: [first] }) => first !== 'me' && first !== 'portal' })
      cache.setQueryData(meQuery.queryKey, me)
    },
  })
  return (
    <AccessCard title={t('console.signIn')} lead={t('console.signIn.lead')}>
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
        <PasswordField
          label={t('login.password')}
          name="password"
          autoComplete="current-password"
          error={form.faults.password}
        />
        <CodeInput error={form.faults.code} />
        <Button type="submit" variant="primary" size="large" pending={form.pending} className="w-full">
          {t(form.pending ? 'login.submitting' : 'login.submit')}
        </Button>
        <p className="text-sm text-muted">{t('console.signIn.lost')}</p>
      </form>
    </AccessCard>
  )
}

/** The field for the six digits that an authenticator app shows. */
export function CodeInput({ error }: { error: string | undefined }): ReactNode {
  return (
    <TextField
      label={t('console.code')}
      hint={t('console.code.hint')}
      name="code"
      autoComplete="one-time-code"
      inputMode="numeric"
      dir="ltr"
      maxLength={20}
      error={error}
    />
  )
}
