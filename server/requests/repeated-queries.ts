import type { DocumentType } from '#contract/values.ts'
import type { Db } from '#database/transaction.ts'

/** A request that waits for the supplier: who made it, and when. */
export type WaitingRequest = { kind: string; content: Record<string, unknown>; by: string; at: string }

const waitingColumns = 'kind, content, made_by_name as by, made_at as at'

/** The requests of a kind about a document that wait, the newest first. */
export async function selectWaitingRequests(
  db: Db,
  accountId: string,
  type: DocumentType,
  number: string,
  kind: string,
): Promise<WaitingRequest[]> {
  const { rows } = await db.query<WaitingRequest>({
    name: 'requests-waiting-of-kind',
    text: `select ${waitingColumns} from requests
      where account_id = $1 and document_type = $2 and document_number = $3 and kind = $4 and state in ('open', 'taken', 'asked')
      order by made_at desc, id desc limit 200`,
    values: [accountId, type, number, kind],
  })
  return rows
}

/** The requests of a kind that an account has made since a moment, about whatever document, and that wait. */
export async function selectWaitingOfAccount(
  db: Db,
  accountId: string,
  kind: string,
  since: Date,
): Promise<WaitingRequest[]> {
  const { rows } = await db.query<WaitingRequest>({
    name: 'requests-waiting-of-account',
    text: `select ${waitingColumns} from requests
      where account_id = $1 and made_at > $3 and kind = $2 and state in ('open', 'taken', 'asked')
      order by made_at desc, id desc limit 200`,
    values: [accountId, kind, since],
  })
  return rows
}

/** Lets the requests of a kind of an account be made one after the other, until the end of the transaction. */
export async function lockKind(db: Db, accountId: string, kind: string): Promise<void> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`requests ${accountId} ${kind}`])
}
