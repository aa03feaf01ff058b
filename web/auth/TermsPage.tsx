import type { ReactNode } from 'react'
import { showTerms } from '#contract/terms.ts'
import { call } from '../api/call.ts'
import { absentStateOf } from '../api/query-state.ts'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { t } from '../ui/text.ts'
import { AuthCard, BackLink } from './AuthCard.tsx'
import type { AuthPageProps } from './auth-page-props.ts'
import { TermsSkeleton, TermsText } from './TermsText.tsx'
import { useLoad } from './use-load.ts'

const loadTerms = () => call(showTerms, {})

/** The terms of use, as the operator wrote them. */
export function TermsPage({ portal }: AuthPageProps): ReactNode {
  const terms = useLoad(loadTerms)
  const absentState = absentStateOf(terms)
  return (
    <AuthCard title={t('auth.terms')} logo={portal.data?.logo} wide links={<BackLink />}>
      {absentState && <AbsentState absent={absentState} skeleton={<TermsSkeleton />} />}
      {terms.data && (
        <>
          <TermsText text={terms.data.text} />
          <p className="mt-6 text-sm text-muted">{t('terms.version', { version: terms.data.version })}</p>
        </>
      )}
    </AuthCard>
  )
}
