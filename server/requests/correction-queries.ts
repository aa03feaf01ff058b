import type { Db } from '#database/transaction.ts'
import { indexWords } from './words-queries.ts'

/** A message, or the question of a request itself: then `message` is null. */
export type Words = { accountId: string; request: string; message: string | null }

/** Whether a text stood in a message, or in a question, before its writer corrected it. */
export async function wasFormerText(db: Db, { accountId, request, message }: Words, text: string): Promise<boolean> {
  const { rows } = await db.query<{ id: string }>({
    name: 'corrections-former',
    text: `select id from message_corrections
      where account_id = $1 and request_id = $2 and message_id is not distinct from $3::uuid and former = $4 limit 1`,
    values: [accountId, request, message, text],
  })
  return rows.length > 0
}

export type NewCorrection = Words & { id: string; authorId: string; at: Date; text: string; former: string }

/** Corrects a message or a question, keeps what stood there, and says that the request has changed. */
export async function correctWords(db: Db, correction: NewCorrection): Promise<void> {
  const { accountId, request, message, id, authorId, at, text, former } = correction
  await db.query({
    name: 'corrections-insert',
    text: `insert into message_corrections (account_id, request_id, message_id, id, author_id, corrected_at, former)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [accountId, request, message, id, authorId, at, former],
  })
  if (message === null)
    await db.query({
      name: 'corrections-of-question',
      text: `update requests set corrected_note = $4, corrected_at = $3, last_at = greatest(last_at, $3)
        where account_id = $1 and id = $2`,
      values: [accountId, request, at, text],
    })
  else
    await db.query({
      name: 'corrections-of-message',
      text: `with corrected as (
          update conversation_messages set text = $5, corrected_at = $3 where account_id = $1 and request_id = $2 and id = $4)
        update requests set last_at = greatest(last_at, $3) where account_id = $1 and id = $2`,
      values: [accountId, request, at, message, text],
    })
  await indexWords(db, { accountId, request, id: message ?? request, at, text })
}

const tableOf = ({ message }: Words) =>
  message === null
    ? 'requests t where t.id = $2 and $3::uuid is null'
    : 'conversation_messages t where t.request_id = $2 and t.id = $3'

/** The colleagues whom a message has named and who were notified. */
export async function selectMentioned(db: Db, words: Words): Promise<string[]> {
  const { rows } = await db.query<{ mentioned: string[] }>(
    `select t.mentioned from ${tableOf(words)} and t.account_id = $1`,
    [words.accountId, words.request, words.message],
  )
  return rows[0]?.mentioned ?? []
}

/** Remembers whom a message has named and who were notified. */
export async function addMentioned(db: Db, words: Words, people: readonly string[]): Promise<void> {
  await db.query(
    words.message === null
      ? 'update requests set mentioned = mentioned || $4::uuid[] where account_id = $1 and id = $2 and $3::uuid is null'
      : 'update conversation_messages set mentioned = mentioned || $4::uuid[] where account_id = $1 and request_id = $2 and id = $3',
    [words.accountId, words.request, words.message, people],
  )
}
