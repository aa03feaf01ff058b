import type { ReactNode } from 'react'
import { isOwnAddress, supportsPasskeys } from '../api/passkey-support.ts'
import { signOnAddress } from '../api/sign-on.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { CheckField, TextField } from '../ui/fields/Field.tsx'
import { PasswordField } from '../ui/fields/PasswordField.tsx'
import { type Faults, fieldText, useForm } from '../ui/form.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { t } from '../ui/text.ts'
import { AuthCard, FormFault, linkClass, Notice, OrDivider } from './AuthCard.tsx'
import type { AuthPageProps } from './auth-page-props.ts'
import { formFaults, requiredFaults } from './form.ts'
import { SignOnButton } from './SignOnButton.tsx'
import { signIn } from './sign-in.ts'

/** Loads after the form, which works without it. */
const PasskeySignIn = lazyComponent(() => import('./PasskeySignIn.tsx'), 'PasskeySignIn', {
  fallback: () => <div className="h-11" />,
  failureDisplay: 'nothing',
})

const fields = ['email', 'password'] as const

function check(data: FormData): Faults {
  const faults = requiredFaults(data, ['email'])
  return fieldText(data, 'password') === '' ? { ...faults, password: t('login.password.missing') } : faults
}

/** The sign-in with a password or a passkey, which browsers also suggest in the e-mail field. */
export function LoginPage({ portal, notice, continues, goTo, onSignedIn }: AuthPageProps): ReactNode {
  const form = useForm({
    faultsOf: formFaults,
    fields,
    check,
    send: async (data) => {
      const remember = data.get('remember') === 'on'
      const outcome = await signIn({
        email: fieldText(data, 'email').trim(),
        password: fieldText(data, 'password'),
        remember,
      })
      if (outcome === 'signed in') onSignedIn()
      else goTo('/2fa')
    },
  })
  const remember = () => form.ref.current?.querySelector<HTMLInputElement>('[name=remember]')?.checked ?? false
  const signOn = portal.data?.signOn
  const regions = portal.data?.regions ?? []
  const onOwnAddress = isOwnAddress(portal.data?.address)
  return (
    <AuthCard
      title={t('login.title')}
      lead={continues ? t('login.continue') : t('login.lead')}
      logo={portal.data?.logo}
    >
      <form ref={form.ref} noValidate onSubmit={form.submit} onReset={() => form.show({})} className="space-y-4">
        <Notice>{notice}</Notice>
        <FormFault faults={form.faults} />
        <TextField
          label={t('login.email')}
          name="email"
          type="email"
          autoComplete="username webauthn"
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
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <CheckField label={t('login.remember')} name="remember" />
          <a href="/forgotPassword" className={linkClass}>
            {t('login.forgot')}
          </a>
        </div>
        <Button type="submit" variant="primary" size="large" write={form} className="w-full">
          {t(form.isPending ? 'login.submitting' : 'login.submit')}
        </Button>
        <div className="grid grid-cols-2 gap-3">
          <Button type="reset">{t('login.reset')}</Button>
          <a href="/register" className={buttonClass()}>
            {t('login.create')}
          </a>
        </div>
      </form>
      {(supportsPasskeys() || signOn || regions.length > 0) && <OrDivider />}
      {onOwnAddress ? (
        <div className="space-y-3">
          {supportsPasskeys() && <PasskeySignIn remember={remember} onSignedIn={onSignedIn} onFault={form.show} />}
          {signOn && <SignOnButton name={signOn} onClick={() => location.assign(signOnAddress(remember()))} />}
          {regions.map(({ name, title }) => (
            <SignOnButton key={name} name={title} onClick={() => location.assign(signOnAddress(remember(), name))} />
          ))}
        </div>
      ) : (
        <p className="text-sm text-muted">
          {t(signOn ? 'passkeys.elsewhere' : 'passkeys.elsewhere.alone', { address: portal.data?.address ?? '' })}
        </p>
      )}
    </AuthCard>
  )
}
