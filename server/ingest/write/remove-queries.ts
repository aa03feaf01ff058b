import type { PoolClient } from 'pg'
import { documentTypeBits } from '#contract/documents/type-bits.ts'
import type { RemovedDocument } from '../match/holdings.ts'
import { awaitStatements } from './await-statements.ts'
import type { PreviousLink } from './write-queries.ts'

type Sku = { accountId: string; sku: string }
type Word = { accountId: string; word: string }

/**
 * What removed documents held: what they referred to, and articles and words that may now occur in no other document.
 */
export type RemovedContent = { links: PreviousLink[]; skus: Sku[]; words: Word[] }

const keyColumns = (removed: readonly RemovedDocument[]) => [
  removed.map((one) => one.accountId),
  removed.map((one) => one.id),
]
const matchingRows = (table: string, id = 'document_id') =>
  `${table} x, unnest($1::uuid[], $2::uuid[]) as k (account_id, id) where x.account_id = k.account_id and x.${id} = k.id`

/** Deletes documents with all their rows. Returns what they held. Does nothing when there are none. */
export async function removeDocuments(
  client: PoolClient,
  removed: readonly RemovedDocument[],
): Promise<RemovedContent> {
  if (removed.length === 0) return { links: [], skus: [], words: [] }
  const values = keyColumns(removed)
  const links = client.query<PreviousLink>({
    name: 'remove links',
    text: `select distinct x.account_id as "accountId", x.to_type as "toType", x.to_number as "toNumber"
from ${matchingRows('document_links')} and x.position = 0
union
-- Credit notes that name an invoice which goes are set against others.
select c.account_id, 'invoices', c.number from unnest($1::uuid[], $2::uuid[]) as k (account_id, id)
join documents d on d.account_id = k.account_id and d.id = k.id and d.type = 'invoices'
join document_links l on l.account_id = d.account_id and l.to_type = 'invoices' and l.to_number = d.number and l.position = 0
join documents c on c.account_id = l.account_id and c.id = l.document_id and c.invoice_kind = '381'
union
-- Neither is what goes set against anything any more.
select d.account_id, 'invoices', e.value ->> 'number' from unnest($1::uuid[], $2::uuid[]) as k (account_id, id)
join documents d on d.account_id = k.account_id and d.id = k.id
cross join lateral jsonb_array_elements(d.set_off) e`,
    values,
  })
  const skus = client.query<Sku>({
    name: 'remove skus',
    text: `select distinct x.account_id as "accountId", x.sku from ${matchingRows('document_lines')} and x.sku is not null`,
    values,
  })
  const words = client.query<Word>({
    name: 'remove words',
    text: `select distinct s.account_id as "accountId", s.word from (
  select x.account_id, substr(term, length(a.search_key::text) + 2) as word
  from document_search x
  join unnest($1::uuid[], $2::uuid[]) as k (account_id, id) on x.account_id = k.account_id and x.document_id = k.id
  join accounts a on a.account_id = x.account_id
  cross join lateral unnest(tsvector_to_array(x.terms)) term
) s where s.word ~ '^[[:alpha:]]{4,30}$'`,
    values,
  })
  // Before the document itself: triggers of this table keep its sums up to date.
  const lines = client.query({
    name: 'remove ordered lines',
    text: `delete from ordered_lines x using unnest($1::uuid[], $2::uuid[]) as k (account_id, id)
where x.account_id = k.account_id and x.order_id = k.id`,
    values,
  })
  const documents = client.query({
    name: 'remove documents',
    text: `delete from documents x using unnest($1::uuid[], $2::uuid[]) as k (account_id, id)
where x.account_id = k.account_id and x.id = k.id`,
    values,
  })
  await awaitStatements([links, skus, words, lines, documents])
  return { links: (await links).rows, skus: (await skus).rows, words: (await words).rows }
}

const numberColumns = (removed: readonly RemovedDocument[]) => [
  removed.map((document) => document.accountId),
  removed.map((document) => document.type),
  removed.map((document) => document.number),
]

/**
 * Deletes from accounts what only their removed documents held: articles and words, empty sums, notification choices
 * for the document, and its messages. People's requests about it stay, and wait for no answer any more; of a double they
 * go on to wait, and what people chose stays.
 */
export async function deleteTraces(
  client: PoolClient,
  removed: readonly RemovedDocument[],
  removedContent: RemovedContent,
): Promise<void> {
  if (removed.length === 0) return
  const accounts = [[...new Set(removed.map((document) => document.accountId))]]
  const gone = removed.filter(({ isDouble }) => !isDouble)
  await awaitStatements([
    refreshItems(client, removedContent.skus),
    client.query({
      name: 'forget item totals',
      text: `delete from item_totals t using unnest($1::uuid[], $2::text[]) as k (account_id, sku)
where t.account_id = k.account_id and t.sku = k.sku and t.lines = 0`,
      values: [removedContent.skus.map((one) => one.accountId), removedContent.skus.map((one) => one.sku)],
    }),
    client.query({
      name: 'forget words',
      text: `delete from search_words w using unnest($1::uuid[], $2::text[]) as k (account_id, word), accounts a
where w.account_id = k.account_id and w.word = k.word and a.account_id = k.account_id and not exists (
  select from document_search s where s.terms @@ ('''' || a.search_key || ':' || k.word || '''')::tsquery)`,
      values: [removedContent.words.map((one) => one.accountId), removedContent.words.map((one) => one.word)],
    }),
    client.query({
      name: 'forget counts',
      text: 'delete from document_counts where account_id = any ($1::uuid[]) and count = 0',
      values: accounts,
    }),
    client.query({
      name: 'forget days',
      text: 'delete from document_days where account_id = any ($1::uuid[]) and count = 0',
      values: accounts,
    }),
    client.query({
      name: 'forget sums',
      text: 'delete from document_sums where account_id = any ($1::uuid[]) and count = 0 and amount = 0',
      values: accounts,
    }),
    client.query({
      name: 'forget months',
      text: `delete from account_months s where s.account_id = any ($1::uuid[]) and s.amount = 0 and not exists (
  select from account_movements m where m.account_id = s.account_id and m.currency = s.currency
    and m.day >= s.month and m.day < s.month + interval '1 month')`,
      values: accounts,
    }),
    client.query({
      name: 'forget choices',
      text: `delete from notice_choices c using unnest($1::uuid[], $2::text[], $3::text[]) as k (account_id, type, number)
where c.account_id = k.account_id and c.subject = 'document' and c.key = k.type || '/' || k.number`,
      values: numberColumns(gone),
    }),
    client.query({
      name: 'forget parts',
      text: `delete from document_parts p using unnest($1::uuid[], $2::text[], $3::text[]) as k (account_id, type, number)
where p.account_id = k.account_id and p.type = k.type and p.number = k.number`,
      values: numberColumns(removed),
    }),
    client.query({
      name: 'forget waiting requests',
      text: `update requests r set state = 'withdrawn', state_since = now(), state_by = null, last_at = greatest(r.last_at, now()) from unnest($1::uuid[], $2::text[], $3::text[]) as k (account_id, type, number)
where r.account_id = k.account_id and r.document_type = k.type and r.document_number = k.number and r.state in ('open', 'taken', 'asked')
  and r.kind <> 'enquire'`,
      values: numberColumns(gone),
    }),
  ])
}

/** SQL for the newest non-null value of an article. */
const newestValue = (expression: string) =>
  `(array_agg(${expression} order by l.list_date desc, l.document_id desc, l.position) filter (where ${expression} is not null))[1]`

/** SQL for the bit of a line's type. */
const typeBit = `case l.type ${Object.entries(documentTypeBits)
  .map(([type, bit]) => `when '${type}' then ${bit}`)
  .join(' ')} end`

/** Updates articles from the documents that name them; an article that no document names any more is deleted. */
export async function refreshItems(client: PoolClient, skus: readonly Sku[]): Promise<void> {
  if (skus.length === 0) return
  const values = [skus.map((one) => one.accountId), skus.map((one) => one.sku)]
  await awaitStatements([
    client.query({
      name: 'tell items',
      text: `insert into items as i (account_id, sku, customer_sku, gtin, name, unit, seen_in, described_on)
select k.account_id, k.sku, l.* from unnest($1::uuid[], $2::text[]) as k (account_id, sku)
cross join lateral (
  select ${newestValue(`l.details ->> 'customerSku'`)}, ${newestValue(`l.details ->> 'gtin'`)}, ${newestValue(`l.details ->> 'name'`)},
    ${newestValue('l.unit')}, bit_or(${typeBit}) as seen_in,
    max(l.list_date) as described_on
  from document_lines l where l.account_id = k.account_id and l.sku = k.sku
) l
where l.seen_in is not null order by k.account_id, k.sku
on conflict (account_id, sku) do update set customer_sku = excluded.customer_sku, gtin = excluded.gtin, name = excluded.name,
  unit = excluded.unit, seen_in = excluded.seen_in, described_on = excluded.described_on`,
      values,
    }),
    client.query({
      name: 'forget items',
      text: `delete from items i using unnest($1::uuid[], $2::text[]) as k (account_id, sku)
where i.account_id = k.account_id and i.sku = k.sku and not exists (
  select from document_lines l where l.account_id = i.account_id and l.sku = i.sku)`,
      values,
    }),
  ])
}
