/**
 * The challenge for a second factor: the accepted methods. When they are unknown, all are offered and the server
 * decides.
 */
export type Challenge = { methods: readonly ChallengeMethod[]; enrols: boolean }
export type ChallengeMethod = 'totp' | 'email' | 'recovery'

type ReceivedChallenge = { methods?: readonly string[] | undefined; enrols?: boolean | undefined }

const key = 'secondFactor'
const methods: readonly ChallengeMethod[] = ['totp', 'email', 'recovery']

/** Stores the challenge for this tab, so that the page survives a reload. It contains no secret. */
export function rememberChallenge({ methods: requested, enrols }: ReceivedChallenge): void {
  sessionStorage.setItem(key, JSON.stringify({ methods: requested, enrols }))
}

/** The stored challenge; every method when there is none, for example because the address was opened in another tab. */
export function pendingChallenge(): Challenge {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? '{}') as { methods?: unknown; enrols?: unknown }
    const knownMethods = Array.isArray(stored.methods)
      ? methods.filter((method) => (stored.methods as unknown[]).includes(method))
      : []
    return { methods: knownMethods.length > 0 ? knownMethods : methods, enrols: stored.enrols === true }
  } catch {
    // Storage is blocked, or was written by something else: every method is offered.
    return { methods, enrols: false }
  }
}

/** Removes the challenge once it is answered or has ended. */
export function forgetChallenge(): void {
  sessionStorage.removeItem(key)
}
