import { hash } from 'node:crypto'
import type { Outbox } from '#contract/mail.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import type { RequestDeps } from '../create-request.ts'
import { countNotified, insertReceived, type ReceivedRow } from './queries.ts'

/** Why a reply, or some of it, was not taken; the texts of mails name each. */
export type RefusalReason = 'expired' | 'foreign' | 'forged' | 'removed' | 'over' | 'empty' | 'long' | 'often' | 'files'

export type Refusal = {
  reason: RefusalReason
  /** Who is notified: the sender, as far as nothing says that somebody else has written in their name. */
  recipient: string | undefined
  /** The subject of their mail. */
  title: string
  /** The page on which a member goes on. */
  path?: string | undefined
  /** The names of the files that were not taken. */
  files?: readonly string[]
}

const dayMs = 86_400_000
/**
 * Mails in a day to an address and about a request, so that nobody makes the portal write to strangers in numbers. Who replies
 * from the address to which a mail went is no stranger.
 */
const mostTold = { stranger: { address: 3, request: 10 }, known: { address: 20, request: 40 } } as const

/**
 * Stores what became of a mail, and tells its sender why it, or some of it, was not taken: in one transaction, so that a mail
 * that comes in again is told of once.
 */
export async function storeRefusal(
  { db, mail }: Pick<RequestDeps, 'db'> & { mail: Outbox<Db> },
  row: Omit<ReceivedRow, 'reason'>,
  { reason, recipient, title, path, files = [] }: Refusal,
): Promise<void> {
  await withTransaction(db, async (client) => {
    const sender = recipient === undefined ? null : hash('sha256', recipient, 'buffer')
    const { request, now } = row
    const since = new Date(now.getTime() - dayMs)
    const count = sender && (await countNotified(client, { sender, request, since }))
    const most = mostTold[reason === 'foreign' ? 'stranger' : 'known']
    const mayNotify = count !== null && count.address < most.address && count.request < most.request
    if (!(await insertReceived(client, { ...row, reason }, mayNotify ? sender : null))) return
    if (!mayNotify || recipient === undefined) return
    await mail.send(client, {
      kind: 'replyRefused',
      to: { email: recipient, name: '' },
      values: { reason, title: title || '…', sender: recipient, files: files.join(', ') || 'none' },
      ...(path === undefined ? {} : { path }),
    })
  })
}
