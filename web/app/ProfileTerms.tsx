import type { ReactNode } from 'react'
import { showTerms } from '../../contract/terms.ts'
import { call } from '../api/call.ts'
import { absent } from '../api/view.ts'
import { useAnswer } from '../auth/answer.ts'
import { TermsSkeleton, TermsText } from '../auth/TermsText.tsx'
import { AbsentState } from '../ui/AbsentState.tsx'
import { Card } from '../ui/Card.tsx'
import { t } from '../ui/text.ts'

const loadTerms = () => call(showTerms, {})

/** The terms of use, for who is signed in. */
export function ProfileTerms(): ReactNode {
  const answer = useAnswer(loadTerms)
  const nothing = absent(answer)
  return (
    <Card title={t('auth.terms')} className="max-w-3xl">
      {nothing && <AbsentState absent={nothing} skeleton={<TermsSkeleton />} />}
      {answer.data && (
        <>
          <TermsText text={answer.data.text} />
          <p className="mt-6 text-sm text-muted">{t('terms.version', { version: answer.data.version })}</p>
        </>
      )}
    </Card>
  )
}
