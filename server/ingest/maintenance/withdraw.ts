import type { PoolClient } from 'pg'
import { withoutCreditNoteMark } from '#contract/documents/credit-note-number.ts'
import type { Reply } from '#contract/endpoint.ts'
import { PortalError } from '#contract/errors.ts'
import type { withdrawDocument } from '#contract/ingest/reconcile.ts'
import { toMilliseconds } from '#server/formats/dates.ts'
import { LostRace } from '../match/accounts.ts'
import { lockAccounts } from '../match/accounts-queries.ts'
import { lockForArrivals } from '../match/event-queries.ts'
import { upsertFormerDocuments } from '../match/holding-queries.ts'
import { numberKey } from '../match/holdings.ts'
import type { IngestDeps, IngestOptions } from '../types.ts'
import { writeDocuments } from '../write/batch.ts'
import { inBatchTransaction } from '../write/batch-queries.ts'
import { withRetries } from '../write/try-batch.ts'
import {
  type DocumentSelector,
  findFormerHolders,
  findHeldDocuments,
  type HeldDocument,
} from './held-document-queries.ts'

type WithdrawReply = Reply<typeof withdrawDocument>
type WithdrawInput = DocumentSelector & { type: WithdrawReply['type']; modifiedAt?: string | undefined }

/**
 * Withdraws a document: removes it from its account with everything derived from it, and remembers that, so that a late
 * message does not bring it back. To withdraw it again changes nothing. Throws not_found, and conflict when several
 * accounts have the number or when the document was changed after its withdrawal.
 */
export function withdraw(
  deps: IngestDeps,
  input: WithdrawInput,
  senderOptions: Pick<IngestOptions, 'sender'> = {},
): Promise<WithdrawReply> {
  return withRetries(() =>
    inBatchTransaction(deps.workPool, async (client) => {
      const [heldDocument] = await lockSelectedDocument(client, input)
      return heldDocument
        ? withdrawHeld(client, deps, input, heldDocument, senderOptions)
        : earlierWithdrawal(input, await findFormerHolders(client, input))
    }),
  )
}

/**
 * The document that the selector means, its account and the other accounts (by their ids) locked; empty when there is
 * none. Throws conflict when it may mean several.
 */
export async function lockSelectedDocument(
  client: PoolClient,
  selector: DocumentSelector,
  otherAccountIds: readonly string[] = [],
): Promise<[HeldDocument] | []> {
  if (selector.type === 'shipments') await lockForArrivals(client)
  const candidates = await findHeldDocuments(client, selector)
  const locked = await lockAccounts(client, [], [...candidates.map(({ accountId }) => accountId), ...otherAccountIds])
  const current = await findHeldDocuments(client, selector)
  const ids = new Set(locked.map(({ id }) => id))
  // It moved while this transaction waited for its account.
  if (current.some(({ accountId }) => !ids.has(accountId))) throw new LostRace()
  const [document, ...rest] = current
  if (rest.length > 0) throw ambiguousError(selector, current)
  return document ? [document] : []
}

function ambiguousError({ number }: DocumentSelector, candidates: readonly HeldDocument[]): PortalError {
  const accounts = [...new Set(candidates.map(({ account }) => account))]
  const hint =
    accounts.length > 1
      ? `Accounts ${accounts.slice(0, 10).join(', ')} have it: name one by "account".`
      : 'An invoice and a credit note have it: name one by "invoiceKind", 380 or 381.'
  return new PortalError('conflict', `${number} may be several documents. ${hint}`)
}

async function withdrawHeld(
  client: PoolClient,
  deps: IngestDeps,
  { type, number, modifiedAt }: WithdrawInput,
  heldDocument: HeldDocument,
  senderOptions: Pick<IngestOptions, 'sender'>,
): Promise<WithdrawReply> {
  const { accountId, account, id, source, isCredit, numberedBy } = heldDocument
  const now = deps.clock()
  const lastModified = heldDocument.modifiedAt ?? Number.NEGATIVE_INFINITY
  const until = modifiedAt === undefined ? Math.max(now.getTime(), lastModified) : toMilliseconds(modifiedAt)
  if (until < lastModified) {
    const message = `${number} was changed on ${new Date(lastModified).toISOString()}, after it was taken back: it stays.`
    throw new PortalError('conflict', message)
  }
  const removed = [{ accountId, account, id, type, number: heldDocument.number, to: null }]
  await writeDocuments(client, deps, { dryRun: false, source: 'withdraw', ...senderOptions }, { written: [], removed })
  const withdrawnAt = now.toISOString()
  const key = numberKey({ type, number: withoutCreditNoteMark(number), source, isCredit })
  await upsertFormerDocuments(client, [
    { ...key, accountId, numberedBy, modifiedAt: heldDocument.modifiedAt, until, withdrawnAt },
  ])
  return { type, number, account, withdrawnAt, until: new Date(until).toISOString() }
}

function earlierWithdrawal(
  { type, number, account }: WithdrawInput,
  former: Awaited<ReturnType<typeof findFormerHolders>>,
): WithdrawReply {
  const withdrawal = former.find(({ withdrawnAt }) => withdrawnAt !== null)
  if (withdrawal?.withdrawnAt) {
    const withdrawnAt = new Date(withdrawal.withdrawnAt).toISOString()
    const until = withdrawal.until === null ? withdrawnAt : new Date(withdrawal.until).toISOString()
    return { type, number, account: withdrawal.account, withdrawnAt, until }
  }
  const whose = account === undefined ? 'No account' : `Account ${account}`
  const verb = account === undefined ? 'has' : 'does not have'
  throw new PortalError('not_found', `${whose} ${verb} ${number} among its ${type}.`)
}
