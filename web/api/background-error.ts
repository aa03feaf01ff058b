import { SessionEnded } from './session.ts'

/** Logs a failure in the background: nobody is told, because nobody asked for it and the page works without. */
export function logBackgroundError(error: unknown): void {
  if (!(error instanceof SessionEnded)) console.error(error)
}
