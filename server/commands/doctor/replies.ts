import { tryMailbox } from '#server/mail/imap-reception.ts'
import { accessTokens } from '#server/mail/mailbox-tokens.ts'
import type { DoctorContext } from './doctor-context.ts'
import { readReplies } from './queries.ts'
import type { Finding } from './waiting.ts'

const weekMs = 7 * 86_400_000

/** Checks whether replies by mail can be read, and says what became of those of the last 7 days. */
export async function checkReplies(context: DoctorContext): Promise<Finding> {
  const { REPLY_ADDRESS, REPLY_MAILBOX, REPLY_MAILBOX_TOKENS } = context.config
  if (REPLY_ADDRESS === undefined) return ['ok', 'by mail are not read: REPLY_ADDRESS is not set.']
  const { pools } = await context.open()
  const { taken, refused, last } = await readReplies(pools.work, new Date(context.clock().getTime() - weekMs))
  const counts = `${taken} by mail were taken in the last 7 days and ${refused} refused${last === null ? '' : `, the last at ${last}`}`
  if (REPLY_MAILBOX === undefined) return ['ok', `${counts}.`]
  try {
    const waiting = await tryMailbox({
      url: REPLY_MAILBOX,
      tokens: REPLY_MAILBOX_TOKENS === undefined ? undefined : accessTokens(REPLY_MAILBOX_TOKENS, context.clock),
    })
    return ['ok', `${counts}; ${waiting} wait in their mailbox.`]
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return ['bad', `the mailbox of REPLY_MAILBOX cannot be read (${reason}): replies wait there. ${counts}.`]
  }
}
