import type { ReactNode } from 'react'
import { showTerms } from '../../contract/terms.ts'
import { call } from '../api/call.ts'
import { absent } from '../api/view.ts'
import { AbsentState } from '../ui/AbsentState.tsx'
import { t } from '../ui/text.ts'
import { AuthCard, BackLink } from './AuthCard.tsx'
import { useAnswer } from './answer.ts'
import type { AuthPageProps } from './page.ts'
import { TermsSkeleton, TermsText } from './TermsText.tsx'

const loadTerms = () => call(showTerms, {})

/** The terms of use, as the operator has written them. */
export function TermsPage({ portal }: AuthPageProps): ReactNode {
  const answer = useAnswer(loadTerms)
  const nothing = absent(answer)
  return (
    <AuthCard title={t('auth.terms')} logo={portal.data?.logo} wide links={<BackLink />}>
      {nothing && <AbsentState absent={nothing} skeleton={<TermsSkeleton />} />}
      {answer.data && (
        <>
          <TermsText text={answer.data.text} />
          <p className="mt-6 text-sm text-muted">{t('terms.version', { version: answer.data.version })}</p>
        </>
      )}
    </AuthCard>
  )
}
