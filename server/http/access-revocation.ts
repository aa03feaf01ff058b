import type { Readable } from 'node:stream'

/** Milliseconds between checks that the reader of a file still has access. */
const checkInterval = 1_000

/**
 * Ends a file that is being sent when its reader loses access: a person who is removed, disabled or signed out
 * meanwhile, however slowly they read, gets no more than what is on its way already. When the check itself fails, as
 * when the database is down, the file goes on.
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
      // Whether the reader may go on cannot be known now; the next check may tell.
      () => undefined,
    )
  }, interval)
  content.once('close', () => clearInterval(timer))
}
