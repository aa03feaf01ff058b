import { type ReactNode, useState } from 'react'
import { acceptTerms, showTerms } from '#contract/terms.ts'
import { logBackgroundError } from '../api/background-error.ts'
import { session } from '../api/browser-session.ts'
import { call } from '../api/call.ts'
import { absentStateOf } from '../api/query-state.ts'
import { Button } from '../ui/Button.tsx'
import type { Faults } from '../ui/form.ts'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { failureText } from '../ui/states/failure-text.ts'
import { t } from '../ui/text.ts'
import { AuthCard, FormFault } from './AuthCard.tsx'
import { formFaults } from './form.ts'
import { TermsSkeleton, TermsText } from './TermsText.tsx'
import { useLoad } from './use-load.ts'

const loadTerms = () => call(showTerms, {})

/** Replaces every page until the signed-in person accepts the changed terms or signs out. */
export function NewTermsPage({ onAccepted }: { onAccepted: () => Promise<void> }): ReactNode {
  const terms = useLoad(loadTerms)
  const absentState = absentStateOf(terms)
  const [faults, setFaults] = useState<Faults>({})
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function accept(version: string) {
    setPending(true)
    setFaults({})
    setError(null)
    try {
      await call(acceptTerms, { body: { version } })
      await onAccepted()
    } catch (failure) {
      setError(failure)
      if (failureText(failure) === null) setFaults(formFaults(failure, []))
      // The terms may have changed once more.
      terms.refetch()
    }
    setPending(false)
  }

  return (
    <AuthCard title={t('terms.new')} lead={t('terms.new.lead')} wide>
      {absentState && <AbsentState absent={absentState} skeleton={<TermsSkeleton />} />}
      <FormFault faults={faults} />
      {terms.data && (
        <>
          <TermsText text={terms.data.text} />
          <p className="mt-6 text-sm text-muted">{t('terms.version', { version: terms.data.version })}</p>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button
              variant="primary"
              write={{ isPending, error }}
              onClick={() => void accept(terms.data?.version ?? '')}
            >
              {t('terms.new.accept')}
            </Button>
            <Button variant="quiet" onClick={() => void session.signOut().catch(logBackgroundError)}>
              {t('terms.new.signOut')}
            </Button>
          </div>
        </>
      )}
    </AuthCard>
  )
}
