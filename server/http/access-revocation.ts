import type { Readable } from 'node:stream'

/** How often it is asked whether the reader of a file still may, in milliseconds. */
const checkInterval = 1_000

/**
 * Ends a file that is being sent when its reader may not have it any more: who is removed, disabled or signed out meanwhile,
 * however slowly they read, gets no more than what is on its way already. A database that is away ends nothing here.
 */
export function endWhenAccessRevoked(
  content: Readable,
  stillAllowed: () => Promise<boolean>,
  interval = checkInterval,
): void {
  const timer = setInterval(() => {
    stillAllowed().then(
      (isAllowed) => {
        if (!isAllowed) content.destroy(new Error('The reader of this file may not read it any more.'))
      },
      () => undefined,
    )
  }, interval)
  content.once('close', () => clearInterval(timer))
}
