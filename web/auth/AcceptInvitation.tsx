import { type ReactNode, useState } from 'react'
import { passwordLength } from '#contract/auth/passwords.ts'
import { acceptBySignOn } from '#contract/auth/sign-on.ts'
import { type Invitation, register } from '#contract/registration/endpoints.ts'
import type { Terms } from '#contract/terms.ts'
import { call } from '../api/call.ts'
import { Button } from '../ui/Button.tsx'
import { CheckField, TextField } from '../ui/fields/Field.tsx'
import { NewPasswordField } from '../ui/fields/NewPasswordField.tsx'
import { type Faults, fieldText, useForm } from '../ui/form.ts'
import { t } from '../ui/text.ts'
import { AuthCard, BackLink, FormFault, linkClass, OrDivider, termsPath } from './AuthCard.tsx'
import type { AuthPageProps } from './auth-page-props.ts'
import { formFaults, requiredFaults } from './form.ts'
import { SignOnButton } from './SignOnButton.tsx'

type AcceptInvitationProps = AuthPageProps & { token: string; invitation: Invitation; terms: Terms }

/** Accepts an invitation: with name and password, or with an existing sign-in. */
export function AcceptInvitation({ portal, goTo, token, invitation, terms }: AcceptInvitationProps): ReactNode {
  const { email, account, known } = invitation
  const fields = known ? ['terms'] : ['name', 'password', 'terms']
  const form = useForm({
    faultsOf: formFaults,
    fields,
    check: (data): Faults => {
      const faults = known ? {} : requiredFaults(data, ['name', 'password'])
      return data.get('terms') === 'on' ? faults : { ...faults, terms: t('register.terms.missing') }
    },
    send: async (data) => {
      const credentials = known ? {} : { name: fieldText(data, 'name').trim(), password: fieldText(data, 'password') }
      const { message } = await call(register, { body: { token, terms: terms.version, ...credentials } })
      goTo('/', message)
    },
  })
  const [redirecting, setRedirecting] = useState<string | null>(null)
  const signOn = portal.data?.signOn
  const regions = portal.data?.regions ?? []

  /** Needs no password: the identity provider, or another region, says who the person is. */
  async function continueWithSignOn(region?: string) {
    const accepted = form.ref.current?.querySelector<HTMLInputElement>('[name=terms]')?.checked
    if (!accepted) return form.show({ terms: t('register.terms.missing') })
    setRedirecting(region ?? '')
    try {
      const { url } = await call(acceptBySignOn, {
        body: { token, terms: terms.version, ...(region ? { region } : {}) },
      })
      location.assign(url)
    } catch (error) {
      form.show(formFaults(error, fields))
      setRedirecting(null)
    }
  }

  const limits = { least: portal.data?.leastPassword ?? passwordLength.min, most: passwordLength.max }
  return (
    <AuthCard
      title={t('register.join', { account })}
      lead={known ? t('register.join.known', { email, account }) : t('register.join.lead', { email })}
      logo={portal.data?.logo}
      links={<BackLink />}
    >
      <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4">
        <FormFault faults={form.faults} />
        {!known && (
          <>
            {/* For password managers: the user name for the password. */}
            <input type="email" name="username" value={email} autoComplete="username" readOnly hidden />
            <TextField
              label={t('register.name')}
              name="name"
              autoComplete="name"
              maxLength={200}
              defaultValue={invitation.name ?? ''}
              error={form.faults.name}
            />
            <NewPasswordField limits={limits} words={[email, invitation.name ?? '']} error={form.faults.password} />
          </>
        )}
        <div>
          <CheckField
            label={t('register.terms')}
            name="terms"
            aria-invalid={form.faults.terms ? true : undefined}
            aria-describedby={form.faults.terms ? 'terms-fault' : undefined}
          />
          <a href={termsPath()} target="_blank" rel="noopener" className={`block text-sm ${linkClass}`}>
            {t('register.terms.read')}
          </a>
          {form.faults.terms && (
            <p id="terms-fault" className="mt-1 text-sm text-bad">
              {form.faults.terms}
            </p>
          )}
        </div>
        <Button type="submit" variant="primary" size="large" write={form} className="w-full">
          {t(known ? 'register.join.submit' : 'register.submit')}
        </Button>
      </form>
      {(signOn || regions.length > 0) && (
        <>
          <OrDivider />
          <div className="space-y-3">
            {signOn && (
              <SignOnButton name={signOn} pending={redirecting === ''} onClick={() => void continueWithSignOn()} />
            )}
            {regions.map(({ name, title }) => (
              <SignOnButton
                key={name}
                name={title}
                pending={redirecting === name}
                onClick={() => void continueWithSignOn(name)}
              />
            ))}
          </div>
          <p className="mt-2 text-sm text-muted">{t('register.signOn.text', { email })}</p>
        </>
      )}
    </AuthCard>
  )
}
