import { PortalError, translatable } from '#contract/errors.ts'
import { isEqualRequest } from '#contract/requests/equal-requests.ts'
import { type RequestKind, sharesGroup } from '#contract/requests/rules.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Db } from '#database/transaction.ts'
import { type BlockingRequest, selectCountedLines } from './document-queries.ts'
import { isDisputed } from './invoice-claims.ts'
import { selectWaitingOfAccount, selectWaitingRequests } from './repeated-queries.ts'
import { namedLines } from './request-content.ts'

/** For how long the account's own requests are looked at: their number within it is bounded by what a person may send. */
const rememberedMs = 30 * 86_400_000

type Content = Record<string, unknown>
type RequestedAct = { kind: RequestKind; type: DocumentType; number: string; content: Content }

/**
 * Refuses what was asked already and waits for the supplier: by a colleague, in another tab, or under another key. The
 * document is locked. Throws conflict with who asked, and when.
 */
export async function refuseRepeated(db: Db, accountId: string, asked: RequestedAct): Promise<void> {
  const { kind, type, number, content } = asked
  const waiting = await selectWaitingRequests(db, accountId, type, number, kind)
  // A later promise takes the place of those before it.
  const standing = kind === 'promisePayment' ? waiting.slice(0, 1) : waiting
  const earlier = standing.find(
    (other) =>
      (kind === 'dispute' && isDisputed(content, other.content)) || isEqualRequest(kind, content, other.content),
  )
  if (earlier) throw repeatedError(earlier)
  if (kind === 'confirmReceipt') await refuseRepeatedCount(db, accountId, asked)
}

/**
 * The same of what concerns no document, or many; requests of the kind are made one after the other. `sent` gives of what
 * is kept what was sent.
 */
export async function refuseRepeatedOfAccount(
  db: Db,
  accountId: string,
  { kind, content, now }: { kind: RequestKind; content: object; now: Date },
  sent: (kept: Content) => Content = (kept) => kept,
): Promise<void> {
  const waiting = await selectWaitingOfAccount(db, accountId, kind, new Date(now.getTime() - rememberedMs))
  const earlier = waiting.find((other) => isEqualRequest(kind, content as Content, sent(other.content)))
  if (earlier) throw repeatedError(earlier)
}

/** What a person is told whose request cannot be made because others of its group wait. */
export function waitsError(kind: RequestKind, waiting: readonly BlockingRequest[]): PortalError {
  const other = waiting.find((one) => one.kind === kind) ?? waiting.find((one) => sharesGroup(kind, one.kind))
  if (!other) return new PortalError('conflict', translatable('request.over'))
  return other.kind === kind
    ? repeatedError(other)
    : new PortalError('conflict', translatable('request.other', whoAndWhen(other)))
}

/** What a person is told who asks for what waits already. */
function repeatedError(earlier: Omit<BlockingRequest, 'kind'>): PortalError {
  return new PortalError('conflict', translatable('request.waits', whoAndWhen(earlier)))
}

const whoAndWhen = ({ by, at }: Omit<BlockingRequest, 'kind'>) => ({ by, at: Date.parse(at) })

/** Refuses to say of a line once more what came of it. */
async function refuseRepeatedCount(db: Db, accountId: string, { number, content }: RequestedAct): Promise<void> {
  const lines = namedLines(content).map(({ line }) => line)
  if (lines.length === 0) return
  const earlier = (await selectCountedLines(db, accountId, number)).find((one) => lines.includes(one.line))
  if (earlier) throw repeatedError(earlier)
}
