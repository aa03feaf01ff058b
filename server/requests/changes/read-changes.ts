import type { Query, Reply } from '#contract/endpoint.ts'
import { PortalError, translatable } from '#contract/errors.ts'
import { parseLimit } from '#contract/page.ts'
import type { acknowledgeRequestChanges, listRequestChanges } from '#contract/requests/supplier-endpoints.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import type { RequestDeps } from '../create-request.ts'
import { toRequestForSupplier } from '../request-replies.ts'
import {
  type ChangeRow,
  hasUnplacedChanges,
  placeChanges,
  selectChanges,
  selectMark,
  selectReader,
  upsertReader,
} from './queries.ts'

/** Changes that one call places: a reader that comes after a long time places the rest as it reads on. */
const placedAtOnce = 1000

type PlacedChange = { position: string; mark: string }

const idOf = ({ position, mark }: PlacedChange) => `${position}-${mark}`

/**
 * The changes after the one that `query.after` names, or after the last that the reader has acknowledged. Throws conflict
 * when the portal knows no such change, as after a backup was restored.
 */
export async function listChanges(
  { db }: Pick<RequestDeps, 'db'>,
  query: Query<typeof listRequestChanges>,
  keyId: string,
): Promise<Reply<typeof listRequestChanges>> {
  if (await hasUnplacedChanges(db)) await withTransaction(db, (client) => placeChanges(client, placedAtOnce))
  const limit = parseLimit(query.limit)
  const begin = await placeToBegin(db, query, keyId)
  const rows = await selectChanges(db, begin?.position ?? '0', limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1) ?? begin
  return { changes: page.map(toEntry), last: last ? idOf(last) : null, more: rows.length > limit }
}

async function placeToBegin(
  db: Db,
  query: Query<typeof listRequestChanges>,
  keyId: string,
): Promise<PlacedChange | undefined> {
  if (query.after === 'start') return undefined
  return query.after === undefined ? selectReader(db, readerOf(query, keyId)) : findPlace(db, query.after, 'after')
}

/** Stores how far a reader has read. Throws conflict for a change that the portal does not know. */
export async function acknowledgeChanges(
  { db, clock }: Pick<RequestDeps, 'db' | 'clock'>,
  { through, reader }: { through: string; reader?: string | undefined },
  keyId: string,
): Promise<Reply<typeof acknowledgeRequestChanges>> {
  const place = await findPlace(db, through, 'through')
  const name = readerOf({ reader }, keyId)
  await upsertReader(db, name, place.position, clock())
  return { through: idOf((await selectReader(db, name)) ?? place) }
}

/** A key that gives no name reads as itself; no name has a colon. */
const readerOf = ({ reader }: { reader?: string | undefined }, keyId: string) => reader ?? `key:${keyId}`

/** The place of a change. Throws conflict for one that is not known. */
async function findPlace(db: Db, id: string, field: string): Promise<PlacedChange> {
  const [position = '', mark = ''] = id.split('-')
  if ((await selectMark(db, position)) === mark) return { position, mark }
  const message = translatable('request.changeUnknown')
  throw new PortalError('conflict', message, { errors: [{ field, message }] })
}

function toEntry(row: ChangeRow) {
  const { change, happenedAt, message, file } = row
  return {
    ...{ id: idOf(row), change, at: happenedAt, file, request: toRequestForSupplier(row) },
    message: message as Reply<typeof listRequestChanges>['changes'][number]['message'],
  }
}
