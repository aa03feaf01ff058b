import { KeyRound } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { canSuggestPasskeys, requestPasskey } from '../api/passkey.ts'
import { Button } from '../ui/Button.tsx'
import type { Faults } from '../ui/form.ts'
import { failureText } from '../ui/states/failure-text.ts'
import { t } from '../ui/text.ts'
import { formFaults } from './form.ts'
import { completePasskeySignIn } from './sign-in.ts'

/** Milliseconds after which the passkey suggestion is renewed: the server's challenge is valid for five minutes. */
const suggestionLifetime = 4.5 * 60_000

type PasskeySignInProps = {
  /** Whether the person wants to stay signed in after the browser is closed. */
  remember: () => boolean
  onSignedIn: () => void
  onFault: (faults: Faults) => void
}

/** Sign-in with a passkey: by a button, and among the browser's suggestions for the e-mail field. */
export function PasskeySignIn({ remember, onSignedIn, onFault }: PasskeySignInProps): ReactNode {
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const suggesting = useRef<AbortController | null>(null)

  const restartSuggestion = useRef<() => void>(null)

  /** Shows the fault and renews the suggestion, for example after the dialog was closed. */
  function fail(failure: unknown) {
    setError(failure)
    if (failure instanceof DOMException) onFault({ form: t('login.passkey.failed') })
    else if (failureText(failure) === null) onFault(formFaults(failure, []))
    restartSuggestion.current?.()
  }

  const suggest = useEffectEvent(async (signal: AbortSignal) => {
    // Not chosen, not possible here, or cancelled: the form still works.
    const credential = await requestPasskey({ mediation: 'conditional', signal }).catch(() => null)
    if (credential === null || signal.aborted) return
    await completePasskeySignIn(credential, remember()).then(onSignedIn, fail)
  })

  useEffect(() => {
    let controller: AbortController
    restartSuggestion.current = () => {
      controller?.abort()
      controller = new AbortController()
      suggesting.current = controller
      const { signal } = controller
      void canSuggestPasskeys().then((isAvailable) => (isAvailable && !signal.aborted ? suggest(signal) : undefined))
    }
    restartSuggestion.current()
    const timer = setInterval(restartSuggestion.current, suggestionLifetime)
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [])

  async function choose() {
    setPending(true)
    setError(null)
    onFault({})
    // A browser handles one passkey request at a time.
    suggesting.current?.abort()
    await requestPasskey()
      .then((credential) => completePasskeySignIn(credential, remember()))
      .then(onSignedIn, fail)
    setPending(false)
  }

  return (
    <Button size="large" write={{ isPending, error }} onClick={choose} className="w-full">
      <KeyRound aria-hidden size={20} />
      {t('login.passkey')}
    </Button>
  )
}
