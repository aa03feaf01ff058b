import type { ReactNode } from 'react'
import { showTerms } from '#contract/terms.ts'
import { call } from '../api/call.ts'
import { absentStateOf } from '../api/query-state.ts'
import { TermsSkeleton, TermsText } from '../auth/TermsText.tsx'
import { useLoad } from '../auth/use-load.ts'
import { Card } from '../ui/Card.tsx'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { t } from '../ui/text.ts'

const loadTerms = () => call(showTerms, {})

/** The terms of use, for signed-in people. */
export function ProfileTerms(): ReactNode {
  const terms = useLoad(loadTerms)
  const absentState = absentStateOf(terms)
  return (
    <Card title={t('auth.terms')} className="max-w-3xl">
      {absentState && <AbsentState absent={absentState} skeleton={<TermsSkeleton />} />}
      {terms.data && (
        <>
          <TermsText text={terms.data.text} />
          <p className="mt-6 text-sm text-muted">{t('terms.version', { version: terms.data.version })}</p>
        </>
      )}
    </Card>
  )
}
