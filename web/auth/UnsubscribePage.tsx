import { type ReactNode, useState } from 'react'
import { unsubscribe } from '#contract/notifications/settings.ts'
import { CallError, call } from '../api/call.ts'
import { Button } from '../ui/Button.tsx'
import { failureText } from '../ui/states/failure-text.ts'
import { t } from '../ui/text.ts'
import { AuthCard, BackLink, Notice } from './AuthCard.tsx'
import type { AuthPageProps } from './auth-page-props.ts'

/** The page behind a mail's unsubscribe link: ends the notification mails, whether the person is signed in or not. */
export function UnsubscribePage({ portal }: AuthPageProps): ReactNode {
  const [state, setState] = useState<'asked' | 'pending' | 'ended'>('asked')
  const [fault, setFault] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const token = decodeURIComponent(location.hash.slice(1))
  const end = async () => {
    setState('pending')
    setFault(null)
    setError(null)
    try {
      await call(unsubscribe, { query: { token } })
      setState('ended')
    } catch (failure) {
      setState('asked')
      setError(failure)
      if (failureText(failure) === null)
        setFault(failure instanceof CallError && failure.message !== '' ? failure.message : t('toast.network'))
    }
  }
  const ended = state === 'ended'
  return (
    <AuthCard
      title={t(ended ? 'unsubscribe.done' : 'unsubscribe.title')}
      lead={t(ended ? 'unsubscribe.done.text' : 'unsubscribe.text')}
      logo={portal.data?.logo}
      links={<BackLink />}
    >
      <div className="space-y-4">
        <Notice>{fault}</Notice>
        {!ended && (
          <Button
            variant="primary"
            size="large"
            write={{ isPending: state === 'pending', error }}
            className="w-full"
            onClick={() => void end()}
          >
            {t('unsubscribe.action')}
          </Button>
        )}
      </div>
    </AuthCard>
  )
}
