import type { PoolClient } from 'pg'
import { ownNumber } from '../../contract/documents/numbers.ts'
import type { Reply } from '../../contract/endpoint.ts'
import { PortalError } from '../../contract/errors.ts'
import type { withdrawDocument } from '../../contract/reconcile.ts'
import { LostRace } from './accounts.ts'
import { lockAccounts } from './accounts-queries.ts'
import { writeChanges } from './batch.ts'
import { inBatch } from './batch-queries.ts'
import { toMilliseconds } from './dates.ts'
import { lockForArrivals } from './epcis-queries.ts'
import { keepFormer } from './holding-queries.ts'
import { numberKey } from './holdings.ts'
import type { IngestDeps, IngestOptions } from './incoming.ts'
import { findFormerStanding, findStanding, type Meant, type Standing } from './standing-queries.ts'
import { withRetries } from './try-batch.ts'

type Withdrawn = Reply<typeof withdrawDocument>
type Wanted = Meant & { type: Withdrawn['type']; modifiedAt?: string | undefined }

/**
 * Takes a document from its account, with all that was known by it, and remembers that, so that a message that was late does
 * not bring it back. Taken back before, it stays so. Raises not_found, and conflict when several accounts have the number or
 * when the document was changed later than it was taken back.
 */
export function withdraw(
  deps: IngestDeps,
  wanted: Wanted,
  sending: Pick<IngestOptions, 'sender'> = {},
): Promise<Withdrawn> {
  return withRetries(() =>
    inBatch(deps.pool, async (client) => {
      const [standing] = await lockMeant(client, wanted)
      return standing
        ? takeBack(client, deps, wanted, standing, sending)
        : takenBackBefore(wanted, await findFormerStanding(client, wanted))
    }),
  )
}

/**
 * The one document that is meant, its account locked, with other accounts by their ids; none when there is none. Raises
 * conflict when several may be meant.
 */
export async function lockMeant(
  client: PoolClient,
  wanted: Meant,
  others: readonly string[] = [],
): Promise<[Standing] | []> {
  if (wanted.type === 'shipments') await lockForArrivals(client)
  const before = await findStanding(client, wanted)
  const locked = await lockAccounts(client, [], [...before.map(({ accountId }) => accountId), ...others])
  const found = await findStanding(client, wanted)
  const ids = new Set(locked.map(({ id }) => id))
  // It has moved while its account was waited for.
  if (found.some(({ accountId }) => !ids.has(accountId))) throw new LostRace()
  const [one, ...more] = found
  if (more.length > 0) throw severalHave(wanted, found)
  return one ? [one] : []
}

function severalHave({ number }: Meant, found: readonly Standing[]): PortalError {
  const accounts = [...new Set(found.map(({ account }) => account))]
  const mend =
    accounts.length > 1
      ? `Accounts ${accounts.slice(0, 10).join(', ')} have it: name one by "account".`
      : 'An invoice and a credit note have it: name one by "invoiceKind", 380 or 381.'
  return new PortalError('conflict', `${number} may be several documents. ${mend}`)
}

async function takeBack(
  client: PoolClient,
  deps: IngestDeps,
  { type, number, modifiedAt }: Wanted,
  standing: Standing,
  sending: Pick<IngestOptions, 'sender'>,
): Promise<Withdrawn> {
  const { accountId, account, id, source, isCredit, numberedBy } = standing
  const now = deps.clock()
  const known = standing.modifiedAt ?? Number.NEGATIVE_INFINITY
  const until = modifiedAt === undefined ? Math.max(now.getTime(), known) : toMilliseconds(modifiedAt)
  if (until < known) {
    const message = `${number} was changed on ${new Date(known).toISOString()}, after it was taken back: it stays.`
    throw new PortalError('conflict', message)
  }
  const removed = [{ accountId, account, id, type, number: standing.number, to: null }]
  await writeChanges(client, deps, { dryRun: false, source: 'withdraw', ...sending }, { written: [], removed })
  const withdrawnAt = now.toISOString()
  const key = numberKey({ type, number: ownNumber(number), source, isCredit })
  await keepFormer(client, [{ ...key, accountId, numberedBy, modifiedAt: standing.modifiedAt, until, withdrawnAt }])
  return { type, number, account, withdrawnAt, until: new Date(until).toISOString() }
}

function takenBackBefore(
  { type, number, account }: Wanted,
  former: Awaited<ReturnType<typeof findFormerStanding>>,
): Withdrawn {
  const before = former.find(({ withdrawnAt }) => withdrawnAt !== null)
  if (before?.withdrawnAt) {
    const withdrawnAt = new Date(before.withdrawnAt).toISOString()
    const until = before.until === null ? withdrawnAt : new Date(before.until).toISOString()
    return { type, number, account: before.account, withdrawnAt, until }
  }
  const whose = account === undefined ? 'No account' : `Account ${account}`
  const verb = account === undefined ? 'has' : 'does not have'
  throw new PortalError('not_found', `${whose} ${verb} ${number} among its ${type}.`)
}
