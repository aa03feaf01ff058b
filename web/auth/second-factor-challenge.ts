import type { TwoFactorChallenge } from '../../contract/second-factor.ts'

/** The question for the second factor: what a code may come from. Unknown ways are offered, the server decides. */
export type Challenge = { methods: readonly ChallengeMethod[]; enrols: boolean }
export type ChallengeMethod = 'totp' | 'email' | 'recovery'

const key = 'secondFactor'
const methods: readonly ChallengeMethod[] = ['totp', 'email', 'recovery']

/** Keeps, for this tab, what the sign-in has asked, so that the page survives a reload. It holds no secret. */
export function rememberChallenge({ methods: requested, enrols }: TwoFactorChallenge): void {
  sessionStorage.setItem(key, JSON.stringify({ methods: requested, enrols }))
}

/** What the sign-in has asked; every way of answering when it was asked elsewhere. */
export function pendingChallenge(): Challenge {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? '{}') as { methods?: unknown; enrols?: unknown }
    const knownMethods = Array.isArray(stored.methods)
      ? methods.filter((method) => (stored.methods as unknown[]).includes(method))
      : []
    return { methods: knownMethods.length > 0 ? knownMethods : methods, enrols: stored.enrols === true }
  } catch {
    return { methods, enrols: false }
  }
}

/** The question was answered, or is no longer open. */
export function forgetChallenge(): void {
  sessionStorage.removeItem(key)
}
