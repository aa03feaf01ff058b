import { type ReactNode, useState } from 'react'
import { acceptTerms, showTerms } from '../../contract/terms.ts'
import { session } from '../api/browser.ts'
import { call } from '../api/call.ts'
import { logQuietly } from '../api/quiet.ts'
import { absent } from '../api/view.ts'
import { AbsentState } from '../ui/AbsentState.tsx'
import { Button } from '../ui/Button.tsx'
import { t } from '../ui/text.ts'
import { AuthCard, FormFault } from './AuthCard.tsx'
import { useAnswer } from './answer.ts'
import { type Faults, refusal } from './form.ts'
import { TermsSkeleton, TermsText } from './TermsText.tsx'

const loadTerms = () => call(showTerms, {})

/** Stands before everything else until who is signed in accepts the terms that have changed, or signs out. */
export function NewTermsPage({
  logo,
  onAccepted,
}: {
  logo: string | null | undefined
  onAccepted: () => Promise<void>
}): ReactNode {
  const answer = useAnswer(loadTerms)
  const nothing = absent(answer)
  const [faults, setFaults] = useState<Faults>({})
  const [pending, setPending] = useState(false)

  async function accept(version: string) {
    setPending(true)
    setFaults({})
    try {
      await call(acceptTerms, { body: { version } })
      await onAccepted()
    } catch (error) {
      setFaults(refusal(error, []))
      // They may have changed once more.
      answer.refetch()
    }
    setPending(false)
  }

  return (
    <AuthCard title={t('terms.new')} lead={t('terms.new.lead')} logo={logo} wide>
      {nothing && <AbsentState absent={nothing} skeleton={<TermsSkeleton />} />}
      <FormFault faults={faults} />
      {answer.data && (
        <>
          <TermsText text={answer.data.text} />
          <p className="mt-6 text-sm text-muted">{t('terms.version', { version: answer.data.version })}</p>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button variant="primary" pending={pending} onClick={() => void accept(answer.data?.version ?? '')}>
              {t('terms.new.accept')}
            </Button>
            <Button variant="quiet" onClick={() => void session.signOut().catch(logQuietly)}>
              {t('terms.new.signOut')}
            </Button>
          </div>
        </>
      )}
    </AuthCard>
  )
}
