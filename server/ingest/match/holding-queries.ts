import type { PoolClient } from 'pg'
import { withCreditNoteMark, withoutCreditNoteMark } from '#contract/documents/credit-note-number.ts'
import type { Db } from '#database/transaction.ts'
import type { PreparedDocument } from '../check/prepare.ts'
import { type FormerDocument, type Holder, numberKey } from './holdings.ts'

type DocumentNumbers = readonly Pick<PreparedDocument, 'type' | 'number'>[]

/** A column as milliseconds since 1970, in a text that JavaScript reads without loss. */
const milliseconds = (column: string) => `trunc(extract(epoch from ${column}) * 1000)::text`
const toNumber = (text: string | null) => (text === null ? undefined : Number(text))

const columnsOf = (numbers: DocumentNumbers) => [numbers.map(({ type }) => type), numbers.map(({ number }) => number)]
/** The numbers as on paper, and those with the suffix under which credit notes are stored. */
const plainNumbers = (numbers: DocumentNumbers) =>
  numbers.map(({ type, number }) => ({ type, number: withoutCreditNoteMark(number) }))
const creditNoteNumbers = (numbers: DocumentNumbers) =>
  plainNumbers(numbers).flatMap(({ type, number }) =>
    type === 'invoices' ? [{ type, number: withCreditNoteMark(number) }] : [],
  )

/** The documents that have these numbers as the supplier's own, of any source and in any account. */
export async function findHolders(client: Db, numbers: DocumentNumbers): Promise<Holder[]> {
  const { rows } = await client.query<Omit<Holder, 'modifiedAt' | 'key'> & { modifiedAt: string | null }>({
    name: 'ingest find holders',
    text: `select d.account_id as "accountId", a.number as account, d.id, d.type, d.number, d.source,
  coalesce(d.invoice_kind = '381', false) as "isCredit", ${milliseconds('d.source_modified_at')} as "modifiedAt"
from (select distinct type, number from unnest($1::text[], $2::text[]) as k (type, number)) k
join document_numbers n on n.number = k.number and n.type = k.type
join documents d on d.account_id = n.account_id and d.id = n.document_id
join accounts a on a.account_id = d.account_id`,
    values: columnsOf([...plainNumbers(numbers), ...creditNoteNumbers(numbers)]),
  })
  return rows.map(({ modifiedAt, ...row }) => ({ ...row, ...numberKey(row), modifiedAt: toNumber(modifiedAt) }))
}

type FormerRow = Omit<FormerDocument, 'key' | 'modifiedAt' | 'until' | 'withdrawnAt'> & {
  modifiedAt: string | null
  until: string | null
  withdrawnAt: string | null
}

/** The records of accounts that had these numbers and lost them. */
export async function findFormerDocuments(client: Db, numbers: DocumentNumbers): Promise<FormerDocument[]> {
  const { rows } = await client.query<FormerRow>({
    name: 'ingest find former',
    text: `select f.account_id as "accountId", f.type, f.number, f.source, f.is_credit as "isCredit", f.numbered_by as "numberedBy",
  ${milliseconds('f.modified_at')} as "modifiedAt", ${milliseconds('f.until')} as until, f.withdrawn_at as "withdrawnAt"
from (select distinct type, number from unnest($1::text[], $2::text[]) as k (type, number)) k
join former_documents f on f.number = k.number and f.type = k.type`,
    values: columnsOf(plainNumbers(numbers)),
  })
  return rows.map(({ modifiedAt, until, withdrawnAt, ...row }) => ({
    ...row,
    ...numberKey(row),
    modifiedAt: toNumber(modifiedAt),
    until: toNumber(until),
    withdrawnAt: withdrawnAt === null ? undefined : new Date(withdrawnAt).toISOString(),
  }))
}

const toInstant = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString())

/** Records that accounts lost documents. */
export async function upsertFormerDocuments(client: PoolClient, former: readonly FormerDocument[]): Promise<void> {
  if (former.length === 0) return
  await client.query({
    name: 'ingest keep former',
    text: `insert into former_documents (account_id, type, number, source, is_credit, numbered_by, modified_at, until, withdrawn_at)
select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::boolean[], $6::text[], $7::timestamptz[], $8::timestamptz[], $9::timestamptz[])
on conflict (number, type, source, is_credit, account_id) do update set numbered_by = excluded.numbered_by,
  modified_at = excluded.modified_at, until = excluded.until, withdrawn_at = excluded.withdrawn_at`,
    values: [
      former.map((document) => document.accountId),
      former.map((document) => document.type),
      former.map((document) => document.number),
      former.map((document) => document.source),
      former.map((document) => document.isCredit),
      former.map((document) => document.numberedBy),
      former.map((document) => toInstant(document.modifiedAt)),
      former.map((document) => toInstant(document.until)),
      former.map((document) => document.withdrawnAt ?? null),
    ],
  })
}

/** Deletes the records of lost documents that came back. */
export async function deleteFormerDocuments(
  client: PoolClient,
  returned: readonly Pick<FormerDocument, 'accountId' | 'type' | 'number' | 'source' | 'isCredit'>[],
): Promise<void> {
  if (returned.length === 0) return
  await client.query({
    name: 'ingest drop former',
    text: `delete from former_documents f
using unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::boolean[]) as k (account_id, type, number, source, is_credit)
where (f.number, f.type, f.source, f.is_credit, f.account_id) = (k.number, k.type, k.source, k.is_credit, k.account_id)`,
    values: [
      returned.map((document) => document.accountId),
      returned.map((document) => document.type),
      returned.map((document) => document.number),
      returned.map((document) => document.source),
      returned.map((document) => document.isCredit),
    ],
  })
}
