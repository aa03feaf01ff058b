import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Me, signInToConsole } from '#contract/console/access.ts'
import { beginStaffPasskeySignIn, signInStaffWithPasskey } from '#contract/console/passkeys.ts'
import { call } from '#web/api/call.ts'
import { requestPasskey } from '#web/api/passkey.ts'
import { isOwnAddress, supportsPasskeys } from '#web/api/passkey-support.ts'
import { FormFault } from '#web/auth/AuthCard.tsx'
import { formFaults, requiredFaults } from '#web/auth/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { type Faults, fieldText, useForm } from '#web/ui/form.ts'
import { t } from '#web/ui/text.ts'
import { portalQuery } from '../portal-query.ts'
import { AccessCard } from './AccessCard.tsx'
import { meQuery } from './queries.ts'
import { SignOnWay, signOnFault } from './SignOnWay.tsx'

/** The sign-in with a passkey, or with e-mail, password and code at once: nobody learns which of them was wrong. */
export function SignInPage(): ReactNode {
  const cache = useQueryClient()
  const fault = signOnFault()
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
      open(await call(signInToConsole, { body }))
    },
  })
  function open(me: Me) {
    // What another member of staff saw in this browser is not shown to this one.
    cache.removeQueries({ predicate: ({ queryKey: [first] }) => first !== 'me' && first !== 'portal' })
    cache.setQueryData(meQuery.queryKey, me)
  }
  return (
    <AccessCard title={t('console.signIn')} lead={t('console.signIn.lead')}>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4">
        <FormFault faults={fault === undefined ? form.faults : { form: fault, ...form.faults }} />
        <SignOnWay />
        <PasskeyWay onSignedIn={open} onFault={form.show} />
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
        <Button type="submit" variant="primary" size="large" write={form} className="w-full">
          {t(form.isPending ? 'login.submitting' : 'login.submit')}
        </Button>
        <p className="text-sm text-muted">{t('console.signIn.lost')}</p>
      </form>
    </AccessCard>
  )
}

/** The sign-in by a passkey, where this browser can use one here; it needs nothing else. */
function PasskeyWay({ onSignedIn, onFault }: { onSignedIn: (me: Me) => void; onFault: (faults: Faults) => void }) {
  const { data: portal } = useQuery(portalQuery)
  const signIn = useMutation({
    mutationFn: async () => {
      const credential = await requestPasskey({ begin: beginStaffPasskeySignIn })
      return call(signInStaffWithPasskey, { body: { credential } })
    },
    onMutate: () => onFault({}),
    onSuccess: onSignedIn,
    onError: (error) =>
      onFault(error instanceof DOMException ? { form: t('console.passkey.failed') } : formFaults(error, [])),
  })
  if (!supportsPasskeys() || !isOwnAddress(portal?.address)) return null
  return (
    <>
      <Button size="large" write={signIn} onClick={() => signIn.mutate()} className="w-full">
        <KeyRound aria-hidden size={20} />
        {t('login.passkey')}
      </Button>
      <p className="border-t border-border pt-4 text-sm text-muted">{t('console.signIn.orApp')}</p>
    </>
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
