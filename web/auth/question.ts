import type { TwoFactorAsked } from '../../contract/second-factor.ts'

/** The question for the second factor: what a code may come from. Unknown ways are offered, the server decides. */
export type Question = { methods: readonly Method[]; enrols: boolean }
export type Method = 'totp' | 'email' | 'recovery'

const key = 'secondFactor'
const methods: readonly Method[] = ['totp', 'email', 'recovery']

/** Keeps, for this tab, what the sign-in has asked, so that the page survives a reload. It holds no secret. */
export function rememberQuestion({ methods: asked, enrols }: TwoFactorAsked): void {
  sessionStorage.setItem(key, JSON.stringify({ methods: asked, enrols }))
}

/** What the sign-in has asked; every way of answering when it was asked elsewhere. */
export function waitingQuestion(): Question {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}') as { methods?: unknown; enrols?: unknown }
    const known = Array.isArray(kept.methods)
      ? methods.filter((method) => (kept.methods as unknown[]).includes(method))
      : []
    return { methods: known.length > 0 ? known : methods, enrols: kept.enrols === true }
  } catch {
    return { methods, enrols: false }
  }
}

/** The question was answered, or is no longer open. */
export function forgetQuestion(): void {
  sessionStorage.removeItem(key)
}
