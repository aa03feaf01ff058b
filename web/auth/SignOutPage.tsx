import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { Portal } from '#contract/portal.ts'
import { session } from '../api/browser-session.ts'
import { Button } from '../ui/Button.tsx'
import { t } from '../ui/text.ts'
import { AuthCard } from './AuthCard.tsx'
import type { LoadState } from './use-load.ts'

/** Milliseconds between two attempts to reach the server. */
const retryInterval = 5_000

type SignOutPageProps = {
  portal: LoadState<Portal>
  onDone: () => void
  /** Called when the person signs in instead, which ends the session too. */
  onSignIn: () => void
}

/** Says that a sign-out has not reached the server, and keeps trying until it has. */
export function SignOutPage({ portal, onDone, onSignIn }: SignOutPageProps): ReactNode {
  const [pending, setPending] = useState(true)
  const finish = useCallback(async () => {
    setPending(true)
    await session.finishSignOut().then(onDone, () => setPending(false))
  }, [onDone])
  useEffect(() => {
    void finish()
    const retry = () => void finish()
    const timer = setInterval(retry, retryInterval)
    addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      removeEventListener('online', retry)
    }
  }, [finish])
  return (
    <AuthCard title={t('signOut.waiting')} logo={portal.data?.logo}>
      <p role="alert" className="mb-6 rounded-control border border-warn-border bg-warn-bg px-3 py-2 text-warn">
        {t('signOut.waiting.text')}
      </p>
      <div className="space-y-3">
        <Button variant="primary" size="large" pending={pending} onClick={() => void finish()} className="w-full">
          {t('action.retry')}
        </Button>
        <Button className="w-full" onClick={onSignIn}>
          {t('signOut.signIn')}
        </Button>
      </div>
    </AuthCard>
  )
}
