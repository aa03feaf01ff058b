import { hash } from 'node:crypto'
import type { Pool } from 'pg'
import { type DemoConversation, demoConversations } from '#database/seed/conversations.ts'
import { demoPeople } from '#database/seed/people.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { findUser } from '#server/auth/users/queries.ts'
import { insertFile } from '#server/requests/file-queries.ts'
import { insertMessage } from '#server/requests/message-queries.ts'
import { insertRequest, updateRequestState } from '#server/requests/queries.ts'
import { accountSubject } from '#server/requests/subject.ts'

type Deps = { db: Pool; clock: () => Date; newId: () => string }
/** A document about which the demo writes; of the account only what its type does not say. */
type About = {
  accountId: string
  number: string
  hash: Buffer
  salesperson: string | null
  /** The day of the document, or of the last that happened to it; null for the account. */
  since: string | null
  line: string | null
}

const hourMs = 3_600_000

/**
 * Lets a customer of the demo have written with the supplier. Does nothing when they have asked something already, or
 * where there is no demo.
 */
export async function insertDemoConversations(deps: Deps): Promise<void> {
  const [first] = demoPeople()
  const account = first?.memberships[0]?.account
  const person = first && (await findUser(deps.db, first.email))
  if (!person || account === undefined) return
  const { email } = first
  await withTransaction(deps.db, async (db) => {
    const { rows } = await db.query("select from requests where made_by = $1 and kind in ('ask', 'claim') limit 1", [
      person.id,
    ])
    if (rows.length > 0) return
    for (const conversation of demoConversations) {
      const about = await findDocument(db, account, conversation)
      if (about) await storeConversation(deps, db, conversation, about, { id: person.id, name: person.name, email })
    }
  })
}

async function findDocument(db: Db, account: string, { type, statuses }: DemoConversation): Promise<About | undefined> {
  const { rows } = await db.query<About>({
    name: 'demo-conversation-about',
    text: `select a.account_id as "accountId", coalesce(d.number, $4) as number, coalesce(d.content_hash, ''::bytea) as hash,
        d.details -> 'salesperson' ->> 'name' as salesperson, greatest(d.list_date::timestamptz, d.last_event_at) as since,
        (select min(l.line) from document_lines l where l.account_id = d.account_id and l.document_id = d.id and l.kind = 'item') as line
      from accounts a left join lateral (select * from documents o
        where o.account_id = a.account_id and o.type = $2 and o.status = any ($3::text[]) order by o.list_date desc, o.id limit 1) d on true
      where a.number = $1 and (d.id is not null or $2 = 'account')`,
    values: [account, type, statuses, accountSubject.number],
  })
  return rows[0]
}

async function storeConversation(
  { clock, newId }: Deps,
  db: Db,
  { type, kind, daysAgo, note, messages }: DemoConversation,
  { accountId, number, hash: seen, salesperson, since, line }: About,
  person: { id: string; name: string; email: string },
): Promise<void> {
  const id = newId()
  // Nobody asks about a document before it is there.
  const there = since === null ? 0 : Date.parse(since) + 9 * hourMs
  let at = Math.min(Math.max(clock().getTime() - daysAgo * 24 * hourMs, there), clock().getTime())
  const lines = kind === 'claim' && line !== null ? { lines: [{ line, kind: 'damaged', quantity: '1' }] } : {}
  await insertRequest(db, {
    ...{ id, key: newId(), accountId, kind, type, number, content: { ...lines, note }, revision: null },
    ...{ hash: seen.length > 0 ? seen : hash('sha256', note, 'buffer'), madeAt: new Date(at), network: null },
    ...{ madeById: person.id, madeByName: person.name, madeByEmail: person.email },
  })
  for (const { hours, text, outcome, file } of messages) {
    at = Math.min(at + hours * hourMs, clock().getTime())
    const isSupplier = outcome !== undefined
    const by = isSupplier ? salesperson : person.name
    const written = { at: new Date(at), by, text, outcome: outcome ?? null } as const
    const author = isSupplier
      ? ({ side: 'supplier', authorId: null } as const)
      : ({ side: 'customer', authorId: person.id } as const)
    const messageId = newId()
    await insertMessage(db, { accountId, request: id, id: messageId, key: newId(), ...author, ...written })
    const change = { state: outcome ?? 'open', by, at: new Date(at), answer: isSupplier ? { text, by } : null }
    await updateRequestState(db, accountId, id, ['open', 'taken', 'asked', 'answered'], change)
    if (!file) continue
    const stored = { ...file, id: newId(), mimeType: 'application/pdf', now: new Date(at) }
    await insertFile(db, { ...stored, accountId, requestId: id, messageId }, 1)
  }
}
