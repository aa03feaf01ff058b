import { SessionEnded } from './session.ts'

/** Logs what failed in the background: nobody asked for it, so nobody is told, and the page is whole without. */
export function logBackgroundError(error: unknown): void {
  if (!(error instanceof SessionEnded)) console.error(error)
}
