import type { ReactNode } from 'react'
import { changePassword, passwordLength, showReset } from '#contract/auth/passwords.ts'
import { CallError, call } from '../api/call.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { NewPasswordField } from '../ui/fields/NewPasswordField.tsx'
import { type Faults, fieldText, useForm } from '../ui/form.ts'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { t } from '../ui/text.ts'
import { AuthCard, BackLink, FormFault } from './AuthCard.tsx'
import type { AuthPageProps } from './auth-page-props.ts'
import { formFaults, requiredFaults } from './form.ts'
import { takeMailedToken } from './mailed-token.ts'
import { useLoad } from './use-load.ts'

const fields = ['password'] as const
const token = takeMailedToken()
/** Tells at once whether the link is still valid, and how long the password must be. */
const loadReset = async () => (token === null ? null : call(showReset, { body: { token } }))

/** The page behind the mailed link for choosing a new password. */
export function ChangePasswordPage({ portal, goTo }: AuthPageProps): ReactNode {
  const form = useForm({
    faultsOf: formFaults,
    fields: [...fields, 'token'],
    check: (data): Faults => requiredFaults(data, fields),
    send: async (data) => {
      const { message } = await call(changePassword, {
        body: { token: token ?? '', password: fieldText(data, 'password') },
      })
      goTo('/', message)
    },
  })
  const reset = useLoad(loadReset)
  const linkFault = reset.error instanceof CallError && reset.error.status === 400 ? reset.error.message : undefined
  const tokenFault = form.faults.token ?? linkFault
  if (token === null || tokenFault) {
    return (
      <AuthCard
        title={t('change.broken')}
        lead={tokenFault ?? t('change.broken.text')}
        logo={portal.data?.logo}
        links={<BackLink />}
      >
        <a href="/forgotPassword#mail" className={buttonClass('primary', 'large')}>
          {t('change.again')}
        </a>
      </AuthCard>
    )
  }
  if (reset.fetchStatus === 'fetching') {
    return (
      <AuthCard title={t('change.title')} lead={t('change.lead')} logo={portal.data?.logo} links={<BackLink />}>
        <Skeleton className="h-10 w-full" />
      </AuthCard>
    )
  }
  const limits = { least: reset.data?.leastPassword ?? passwordLength.min, most: passwordLength.max }
  return (
    <AuthCard title={t('change.title')} lead={t('change.lead')} logo={portal.data?.logo} links={<BackLink />}>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4">
        <FormFault faults={form.faults} />
        <NewPasswordField limits={limits} error={form.faults.password} />
        <Button type="submit" variant="primary" size="large" write={form} className="w-full">
          {t('change.submit')}
        </Button>
      </form>
    </AuthCard>
  )
}
