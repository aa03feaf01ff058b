import type { PoolClient } from 'pg'
import { withCreditNoteMark } from '#contract/documents/credit-note-number.ts'
import { documentByNumber } from '../document-by-number.ts'
import {
  allocateCredits,
  type CreditReference,
  type SetOff,
  type Settlement,
  type SettlementDocument,
} from './credits.ts'
import type { DocumentIds, Targets } from './ordered-lines-queries.ts'

/** An invoice or credit note whose settled amount changed. */
type SettledDocument = { accountId: string; id: string; number: string }

type SettlementRow = SettlementDocument & { accountId: string }

const creditNoteMark = withCreditNoteMark('')

/**
 * The invoices written or named, the credit notes that name them or that they have as payments, the other invoices of
 * these, and so on; only documents that a credit note concerns, now or before. A payment names a credit note by the
 * number of its paper. Invoices are found by their payments without their account, so that only the index of payments
 * can be used, and not the one of all documents of an account.
 */
const familyText = `with recursive family as (
  select d.account_id, d.id, d.number, d.invoice_kind = '381' as is_credit
  from unnest($1::uuid[], $2::uuid[]) as a (account_id, id)
  cross join lateral (select d.* from documents d where d.account_id = a.account_id and d.id = a.id offset 0) d
  union
  select d.account_id, d.id, d.number, d.invoice_kind = '381'
  from unnest($3::uuid[], $4::text[], $5::text[]) as t (account_id, type, number)
  ${documentByNumber({ account: 't.account_id', type: 't.type', number: 't.number' }, 'd.*')}
  where t.type = 'invoices'
  union
  select f.account_id, x.id, x.number, x.is_credit from family f
  cross join lateral (
    select d.id, d.number, d.is_credit from (
      select k.to_number as number from document_links k
      where f.is_credit and k.account_id = f.account_id and k.document_id = f.id and k.position = 0 and k.to_type = 'invoices' offset 0
    ) k
    ${documentByNumber({ account: 'f.account_id', type: "'invoices'", number: 'k.number' }, "d.id, d.number, d.invoice_kind = '381' as is_credit")}
    where not d.is_credit
    union all
    select d.id, d.number, true from (
      select k.document_id as id from document_links k
      where not f.is_credit and k.account_id = f.account_id and k.to_type = 'invoices' and k.to_number = f.number and k.position = 0 offset 0
    ) k
    cross join lateral (
      select d.id, d.number, d.invoice_kind from documents d where d.account_id = f.account_id and d.id = k.id offset 0
    ) d
    where d.invoice_kind = '381'
    union all
    select d.id, d.number, d.is_credit from (
      select d.set_off, case when not f.is_credit then d.details -> 'payments' end as payments
      from documents d where d.account_id = f.account_id and d.id = f.id offset 0
    ) s
    cross join lateral (
      select e.value ->> 'number' as number from jsonb_array_elements(s.set_off) e
      union select p.value ->> 'reference' || mark from jsonb_array_elements(s.payments) p, unnest(array['', '${creditNoteMark}']) mark
    ) k
    ${documentByNumber({ account: 'f.account_id', type: "'invoices'", number: 'k.number' }, "d.id, d.number, d.invoice_kind = '381' as is_credit")}
    where d.is_credit <> f.is_credit
    union all
    select d.id, d.number, false from (
      select d.account_id, d.id, d.number, d.invoice_kind from documents d
      where f.is_credit and d.type = 'invoices' and d.details ? 'payments'
        and jsonb_path_query_array(d.details, '$.payments[*].reference') @> jsonb_build_array(
          case when right(f.number, ${creditNoteMark.length}) = '${creditNoteMark}' then left(f.number, -${creditNoteMark.length}) else f.number end)
      offset 0
    ) d
    where d.account_id = f.account_id and d.invoice_kind is distinct from '381'
  ) x
)
select f.account_id as "accountId", d.id, d.number, f.is_credit as "isCredit", d.currency,
  coalesce(d.details ->> 'payable', d.gross::text) as payable, d.paid, d.details ->> 'openAsSent' as open,
  d.source_status as "sourceStatus", coalesce(case when f.is_credit then d.issue_date else d.due_date end, d.issue_date) as day,
  coalesce((select jsonb_agg(jsonb_build_object('position', p.ordinality, 'amount', p.value ->> 'amount', 'reference', p.value ->> 'reference'))
    from jsonb_array_elements(d.details -> 'payments') with ordinality p), '[]') as payments
from family f
cross join lateral (select d.* from documents d where d.account_id = f.account_id and d.id = f.id offset 0) d
where f.is_credit or d.credited <> 0 or d.set_off is not null or exists (
  select from document_links k
  where k.account_id = f.account_id and k.to_type = 'invoices' and k.to_number = f.number and k.position = 0)
  or d.details ? 'payments' and exists (select from family c where c.account_id = f.account_id and c.is_credit)`

const namesText = `select k.document_id as "creditId", k.to_number as number from unnest($1::uuid[], $2::uuid[]) as c (account_id, id)
cross join lateral (
  select k.document_id, k.to_number from document_links k
  where k.account_id = c.account_id and k.document_id = c.id and k.position = 0 and k.to_type = 'invoices' offset 0
) k`

/** The sum of the lines that name an invoice; a line that names several counts for the first. */
const sharesText = `select c.id as "creditId", x.to_number as number, sum(l.amount) as amount
from unnest($1::uuid[], $2::uuid[]) as c (account_id, id)
cross join lateral (
  select distinct on (x.position) x.position, x.to_number from document_links x
  where x.account_id = c.account_id and x.document_id = c.id and x.position > 0 and x.to_type = 'invoices'
  order by x.position, x.quantity is null, x.to_number
) x
cross join lateral (
  select l.amount from document_lines l
  where l.account_id = c.account_id and l.document_id = c.id and l.position = x.position offset 0
) l
group by c.id, x.to_number`

const linesText = `select c.id, sum(l.amount) as amount
from unnest($1::uuid[], $2::uuid[]) as c (account_id, id)
cross join lateral (
  select l.amount from document_lines l where l.account_id = c.account_id and l.document_id = c.id and l.kind <> 'text' offset 0
) l
group by c.id`

/**
 * Sets credit notes off against the invoices that they name, where either was written or is a target. Returns the
 * documents whose settled amount changed.
 */
export async function settleCreditNotes(
  client: PoolClient,
  written: DocumentIds,
  targets: Targets,
): Promise<SettledDocument[]> {
  if (written.ids.length === 0 && !targets.types.includes('invoices')) return []
  const { rows } = await client.query<SettlementRow>({
    name: 'ingest credits',
    text: familyText,
    values: [written.accounts, written.ids, targets.accounts, targets.types, targets.numbers],
  })
  if (rows.length === 0) return []
  const credits = rows.filter((row) => row.isCredit)
  const values = [credits.map((row) => row.accountId), credits.map((row) => row.id)]
  const [references, shares, lines] = await Promise.all([
    client.query<Omit<CreditReference, 'amount'>>({ name: 'ingest credits names', text: namesText, values }),
    client.query<CreditReference>({ name: 'ingest credits shares', text: sharesText, values }),
    client.query<{ id: string; amount: string | null }>({ name: 'ingest credits lines', text: linesText, values }),
  ])
  const amounts = new Map(shares.rows.map(({ creditId, number, amount }) => [`${creditId} ${number}`, amount]))
  const creditReferences = references.rows.map((reference) => ({
    ...reference,
    amount: amounts.get(`${reference.creditId} ${reference.number}`) ?? null,
  }))
  const sums = new Map(lines.rows.flatMap(({ id, amount }) => (amount === null ? [] : [[id, amount] as const])))
  const settled = new Map<string, Settlement>()
  for (const accountRows of Map.groupBy(rows, (row) => row.accountId).values()) {
    for (const [id, settlement] of allocateCredits(accountRows, creditReferences, sums)) settled.set(id, settlement)
  }
  const { rows: changed } = await client.query<SettledDocument>({
    name: 'ingest credits settled',
    text: `update documents d set credited = s.amount, set_off = s.set_off
from unnest($1::uuid[], $2::uuid[], $3::numeric[], $4::jsonb[]) as s (account_id, id, amount, set_off)
where d.account_id = s.account_id and d.id = s.id and (d.credited, d.set_off) is distinct from (s.amount, s.set_off)
returning d.account_id as "accountId", d.id, d.number`,
    values: [
      rows.map((row) => row.accountId),
      rows.map((row) => row.id),
      rows.map((row) => settled.get(row.id)?.credited ?? '0'),
      rows.map((row) => setOffJson(settled.get(row.id)?.setOff ?? [])),
    ],
  })
  return changed
}

const setOffJson = (setOff: readonly SetOff[]) => (setOff.length === 0 ? null : JSON.stringify(setOff))
