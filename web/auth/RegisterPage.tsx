import type { ReactNode } from 'react'
import { showInvitation } from '#contract/registration/endpoints.ts'
import { showTerms } from '#contract/terms.ts'
import { CallError, call } from '../api/call.ts'
import { absentStateOf } from '../api/query-state.ts'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { t } from '../ui/text.ts'
import { AcceptInvitation } from './AcceptInvitation.tsx'
import { AskToRegister } from './AskToRegister.tsx'
import { AuthCard, BackLink } from './AuthCard.tsx'
import type { AuthPageProps } from './auth-page-props.ts'
import { takeMailedToken } from './mailed-token.ts'
import { useLoad } from './use-load.ts'

const token = takeMailedToken()

/** Registration: with an invitation, or in the mode that the operator chose. */
export function RegisterPage(props: AuthPageProps): ReactNode {
  return token === null ? <Uninvited {...props} /> : <Invited {...props} token={token} />
}

function Uninvited(props: AuthPageProps) {
  const absentState = absentStateOf(props.portal)
  if (absentState || !props.portal.data) {
    return (
      <AuthCard title={t('register.title')} links={<BackLink />}>
        {absentState && <AbsentState absent={absentState} skeleton={<FormSkeleton />} />}
      </AuthCard>
    )
  }
  const { registration, logo } = props.portal.data
  if (registration !== 'invite') return <AskToRegister {...props} mode={registration} />
  return (
    <AuthCard title={t('register.invite')} logo={logo} links={<BackLink />}>
      <p className="text-muted">{t('register.invite.text')}</p>
    </AuthCard>
  )
}

/** The invitation, and the terms that the person accepts with it. */
async function loadInvitation() {
  const [invitation, terms] = await Promise.all([
    call(showInvitation, { body: { token: token ?? '' } }),
    call(showTerms, {}),
  ])
  return { invitation, terms }
}

function Invited(props: AuthPageProps & { token: string }) {
  const invitationState = useLoad(loadInvitation)
  const logo = props.portal.data?.logo
  if (invitationState.data) return <AcceptInvitation {...props} {...invitationState.data} />
  if (invitationState.error instanceof CallError && invitationState.error.status === 400) {
    return (
      <AuthCard title={t('register.dead')} lead={invitationState.error.message} logo={logo} links={<BackLink />}>
        <p className="text-muted">{t('register.invite.text')}</p>
      </AuthCard>
    )
  }
  const absentState = absentStateOf(invitationState)
  return (
    <AuthCard title={t('register.title')} logo={logo} links={<BackLink />}>
      {absentState && <AbsentState absent={absentState} skeleton={<FormSkeleton />} />}
    </AuthCard>
  )
}

function FormSkeleton() {
  return (
    <div className="space-y-4">
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-11 w-full" />
    </div>
  )
}
