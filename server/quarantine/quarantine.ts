import type { Pool } from 'pg'
import { PortalError } from '../../contract/errors.ts'
import type { PartyIdentifier } from '../../contract/identifiers.ts'
import type { IngestReport } from '../../contract/ingest.ts'
import {
  accountId,
  type Content,
  deleteWaiting,
  findWaiting,
  learnIdentifiers,
  listWaiting,
  ownersOf,
  type Waiting,
} from './queries.ts'

/** `feed` puts a waiting document through the pipeline as one of the account. */
export type QuarantineDeps = { pool: Pool; feed: (content: Content, account: string) => Promise<IngestReport> }

export type Assigned = {
  report: IngestReport
  /** Identifiers that the account goes by from now on. */
  learned: PartyIdentifier[]
  /** Identifiers of the document that nobody goes by yet: what `learn` would teach. */
  learnable: PartyIdentifier[]
  /** Identifiers of the document by which another account goes. */
  foreign: (PartyIdentifier & { account: string })[]
}

const page = 500

/** All documents whose customer could not be told, oldest first, read a page at a time. */
export async function* eachWaiting(pool: Pool): AsyncGenerator<Waiting> {
  let after: Waiting | null = null
  for (;;) {
    const rows: Waiting[] = await listWaiting(pool, after, page)
    yield* rows
    after = rows.at(-1) ?? null
    if (!after || rows.length < page) return
  }
}

/**
 * Gives a waiting document to an account, and with `learn` teaches the account those of its identifiers that nobody goes
 * by. The document goes on waiting when the pipeline rejects it. Raises not_found for an unknown document or account.
 */
export async function assign(deps: QuarantineDeps, id: string, account: string, learn: boolean): Promise<Assigned> {
  const waiting = await found(deps.pool, id)
  const owner = await accountId(deps.pool, account)
  if (owner === undefined) throw new PortalError('not_found', `There is no account "${account}".`)
  const report = await deps.feed(waiting, account)
  const owners = await ownersOf(deps.pool, waiting.identifiers)
  const foreign = owners.filter((one) => one.account !== account)
  const free = waiting.identifiers.filter(
    ({ scheme, value }) => !owners.some((one) => one.scheme === scheme && one.value === value),
  )
  if (report.rejected > 0) return { report, learned: [], learnable: free, foreign }
  const learned = learn && free.length > 0 ? await learnIdentifiers(deps.pool, owner, free) : []
  await deleteWaiting(deps.pool, id)
  return { report, learned, learnable: learn ? [] : free, foreign }
}

/** Forgets a waiting document. Raises not_found. */
export async function drop(pool: Pool, id: string): Promise<void> {
  if (!isId(id) || !(await deleteWaiting(pool, id))) throw unknown(id)
}

async function found(pool: Pool, id: string): Promise<Waiting & Content> {
  const waiting = isId(id) ? await findWaiting(pool, id) : undefined
  if (!waiting) throw unknown(id)
  return waiting
}

function isId(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)
}

function unknown(id: string): PortalError {
  return new PortalError('not_found', `No document "${id.slice(0, 60)}" waits in quarantine.`)
}
