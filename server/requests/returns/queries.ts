import type { ReturnReason, SuppliersStep } from '#contract/requests/returns.ts'
import {
  endedReturns,
  type NamingDocument,
  type OrderedQuantities,
  type ReportedSteps,
} from '#contract/requests/returns.ts'
import type { Db, RunStatement } from '#database/transaction.ts'

/** A line of a delivered shipment; `asked` is what returns ask for that were neither declined nor taken back. */
export type DeliveredLine = {
  shipment: string
  line: string
  order: string | null
  orderLine: string | null
  sku: string | null
  name: string | null
  unit: string | null
  delivered: string
  asked: string
}

const asks = `join requests q on q.account_id = l.account_id and q.id = l.request_id and q.state not in (${endedReturns.map((state) => `'${state}'`).join(', ')})`
/** The documents `d` that name a return of the account. */
const namesReturn = `exists (select from return_documents n join returns t on t.account_id = n.account_id
  and (t.number = n.return_number or t.supplier_number = n.return_number) where n.account_id = $1 and n.document_id = d.id)`

/** How much of a line of the shipment `d` has come. */
const cameSql = (line: 'i' | 's') => `case when d.status = 'delivered' then ${line}.quantity
  else came_so_far(d.account_id, d.number, ${line}.line, ${line}.quantity, ${line}.details) end`
/** The statuses of shipments of which something has come. */
const cameStatuses = `('delivered', 'partially_delivered')`

/** The lines of chosen shipments that were delivered, as far as they were, the newest shipment first. */
export async function selectDeliveredLines(
  run: RunStatement,
  accountId: string,
  shipments: readonly string[],
): Promise<DeliveredLine[]> {
  const { rows } = await run<DeliveredLine>({
    name: 'returns-delivered-lines',
    text: `select d.number as shipment, i.line, k.to_number as "order", nullif(k.to_line, '') as "orderLine", i.sku,
        coalesce(i.details ->> 'name', i.details ->> 'description') as name, i.unit, trim_scale(${cameSql('i')})::text as delivered,
        (select trim_scale(coalesce(sum(coalesce(l.approved, l.quantity)), 0))::text from returned_lines l ${asks}
          where l.account_id = $1 and l.shipment = d.number and l.line = i.line) as asked
      from documents d
      join document_lines i on i.account_id = $1 and i.document_id = d.id and i.kind = 'item' and i.quantity > 0
      left join lateral (select k.to_number, k.to_line from document_links k
        where k.account_id = $1 and k.document_id = d.id and k.position = i.position and k.to_type = 'orders'
        order by k.to_number, k.to_line limit 1) k on true
      where d.account_id = $1 and d.type = 'shipments' and d.number = any ($2::text[]) and d.status in ${cameStatuses} and not ${namesReturn}
      order by d.list_date desc, d.number, i.position limit 1000`,
    values: [accountId, shipments],
  })
  return rows
}

/** What has become of the lines of the orders that chosen shipments deliver, beside returns. */
export async function selectOrderedQuantities(
  run: RunStatement,
  accountId: string,
  shipments: readonly string[],
): Promise<(OrderedQuantities & { order: string; orderLine: string })[]> {
  const { rows } = await run<OrderedQuantities & { order: string; orderLine: string }>({
    name: 'returns-ordered-quantities',
    // One order at a time, as order_line_flows wants it.
    text: `select o.number as "order", i.line as "orderLine", trim_scale(f.delivered + p.came)::text as delivered, trim_scale(f.back)::text as back,
        (select trim_scale(coalesce(sum(coalesce(l.approved, l.quantity)), 0))::text from returned_lines l ${asks}
          where l.account_id = $1 and l.order_number = o.number and l.order_line = i.line) as asked
      from (select distinct k.to_number from documents s join document_links k on k.account_id = $1 and k.document_id = s.id
          and k.position = 0 and k.to_type = 'orders'
        where s.account_id = $1 and s.type = 'shipments' and s.number = any ($2::text[])) n
      cross join lateral (select o.id, o.number from documents o
        where o.account_id = $1 and o.type = 'orders' and o.number = n.to_number offset 0) o
      cross join lateral (
        select f.position, sum(f.delivered) as delivered, greatest(sum(f.credited) filter (where not d.is_of_return),
          sum(f.returned) filter (where not d.is_of_return), 0) as back
        from (select f.* from order_line_flows f where f.account_id = $1 and f.order_id = o.id and f.position is not null offset 0) f
        cross join lateral (select ${namesReturn} as is_of_return from (select f.document_id as id) d) d
        group by f.position offset 0) f
      join document_lines i on i.account_id = $1 and i.document_id = o.id and i.position = f.position
      cross join lateral (
        select coalesce(sum(${cameSql('s')}), 0) as came from document_links k
        join documents d on d.account_id = $1 and d.id = k.document_id and d.type = 'shipments' and d.status = 'partially_delivered'
        join document_lines s on s.account_id = $1 and s.document_id = d.id and s.position = k.position and s.quantity > 0
        where k.account_id = $1 and k.to_type = 'orders' and k.to_number = o.number and k.to_line = i.line and k.position > 0
          and not ${namesReturn}
      ) p`,
    values: [accountId, shipments],
  })
  return rows
}

/** The shipments that delivered an order, the newest first. */
export async function selectShipmentsOfOrder(
  run: RunStatement,
  accountId: string,
  order: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await run<{ number: string }>({
    name: 'returns-shipments-of-order',
    text: `select d.number from document_links k join documents d on d.account_id = $1 and d.id = k.document_id
      where k.account_id = $1 and k.to_type = 'orders' and k.to_number = $2 and k.position = 0
        and d.type = 'shipments' and d.status in ${cameStatuses} order by d.list_date desc, d.id desc limit $3`,
    values: [accountId, order, limit],
  })
  return rows.map(({ number }) => number)
}

/** Shipments that were delivered lately, without return shipments. */
export async function selectOtherShipments(
  run: RunStatement,
  accountId: string,
): Promise<{ number: string; deliveredDate: string | null }[]> {
  const { rows } = await run<{ number: string; deliveredDate: string | null }>({
    name: 'returns-other-shipments',
    text: `select d.number, d.delivered_date as "deliveredDate" from documents d
      where d.account_id = $1 and d.type = 'shipments' and d.status in ${cameStatuses} and not ${namesReturn}
      order by d.list_date desc, d.id desc limit 50`,
    values: [accountId],
  })
  return rows
}

/** Lets one return of an account be asked for, or agreed to, after the other, until the end of the transaction. */
export async function lockReturns(db: Db, accountId: string): Promise<void> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`returns ${accountId}`])
}

/** A line of a return as it was asked for. */
export type AskedLine = Pick<DeliveredLine, 'shipment' | 'line' | 'order' | 'orderLine' | 'sku' | 'name' | 'unit'> & {
  quantity: string
  reason: ReturnReason
  note: string | null
}

/** Stores the number and the lines of a return. */
export async function insertReturn(
  db: Db,
  {
    accountId,
    requestId,
    number,
    lines,
  }: { accountId: string; requestId: string; number: string; lines: readonly AskedLine[] },
): Promise<void> {
  await db.query('insert into returns (account_id, request_id, number) values ($1, $2, $3)', [
    accountId,
    requestId,
    number,
  ])
  const columns = [
    'shipment',
    'line',
    'order',
    'orderLine',
    'sku',
    'name',
    'unit',
    'reason',
    'note',
    'quantity',
  ] as const
  await db.query({
    name: 'returns-insert-lines',
    text: `insert into returned_lines (account_id, request_id, position, shipment, line, order_number, order_line, sku, name, unit, reason,
        note, quantity)
      select $1, $2, n, s, l, o, ol, k, m, u, r, w, q
      from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::numeric[])
        with ordinality as p (s, l, o, ol, k, m, u, r, w, q, n)`,
    values: [accountId, requestId, ...columns.map((column) => lines.map((line) => line[column]))],
  })
}

/** A document that names a return, with its lines. */
export type ReturnDocument = NamingDocument & {
  number: string
  lines: { order: string | null; orderLine: string | null; sku: string | null; quantity: string }[]
}
export type StoredReturn = ReportedSteps & {
  id: string
  number: string
  supplierNumber: string | null
  sendTo: string | null
  lines: (AskedLine & { approved: string | null })[]
  documents: ReturnDocument[]
}

const returnColumns = `t.request_id as id, t.number, t.supplier_number as "supplierNumber", t.send_to as "sendTo", t.approved_at as approved,
  t.shipped_at as shipped, t.received_at as received, t.credited_at as credited,
  (select json_agg(json_build_object('shipment', l.shipment, 'line', l.line, 'order', l.order_number, 'orderLine', l.order_line, 'sku', l.sku,
      'name', l.name, 'unit', l.unit, 'reason', l.reason, 'note', l.note, 'quantity', trim_scale(l.quantity)::text,
      'approved', trim_scale(l.approved)::text) order by l.position)
    from returned_lines l where l.account_id = t.account_id and l.request_id = t.request_id) as lines,
  coalesce((select json_agg(json_build_object('type', d.type, 'number', d.number, 'status', d.status,
      'date', coalesce(d.despatch_date, d.issue_date), 'deliveredDate', d.delivered_date, 'lines', coalesce((
        select json_agg(json_build_object('order', k.to_number, 'orderLine', nullif(k.to_line, ''), 'sku', i.sku,
          'quantity', trim_scale(i.quantity)::text) order by i.position)
        from document_lines i
        left join lateral (select k.to_number, k.to_line from document_links k
          where k.account_id = d.account_id and k.document_id = d.id and k.position = i.position and k.to_type = 'orders'
          order by k.to_number, k.to_line limit 1) k on true
        where i.account_id = d.account_id and i.document_id = d.id and i.kind = 'item' and i.quantity is not null), '[]'))
      order by d.type desc, d.list_date, d.number)
    from return_documents n join documents d on d.account_id = n.account_id and d.id = n.document_id
    where n.account_id = t.account_id and n.return_number in (t.number, t.supplier_number)), '[]') as documents`

/** A return by one of its numbers; undefined when the account has none. */
export async function selectReturn(
  run: RunStatement,
  accountId: string,
  number: string,
): Promise<StoredReturn | undefined> {
  const { rows } = await run<StoredReturn>({
    name: 'returns-by-number',
    text: `select ${returnColumns} from returns t where t.account_id = $1 and (t.number = $2 or t.supplier_number = $2)
      order by t.number = $2 desc limit 1`,
    values: [accountId, number],
  })
  return rows[0]
}

/** The lines of a return as they were asked for, and whether another return of the account has this number. */
export async function selectAskedLines(
  db: Db,
  accountId: string,
  requestId: string,
): Promise<{ shipment: string; line: string; quantity: string }[]> {
  const { rows } = await db.query<{ shipment: string; line: string; quantity: string }>({
    name: 'returns-asked-lines',
    text: `select shipment, line, trim_scale(quantity)::text as quantity from returned_lines
      where account_id = $1 and request_id = $2 order by position`,
    values: [accountId, requestId],
  })
  return rows
}

/** Whether another return of the account has a number already. */
export async function isNumberTaken(db: Db, accountId: string, requestId: string, number: string): Promise<boolean> {
  const { rows } = await db.query<{ id: string }>({
    name: 'returns-number-taken',
    text: 'select request_id as id from returns where account_id = $1 and request_id <> $2 and (number = $3 or supplier_number = $3) limit 1',
    values: [accountId, requestId, number],
  })
  return rows.length > 0
}

export type ReturnUpdate = {
  step: SuppliersStep
  at: Date
  supplierNumber: string | null
  sendTo: string | null
  lines: readonly { shipment: string; line: string; approved: string }[]
}

/** Stores what the supplier said of a return: a step keeps its first moment, and without another quantity all that was asked is agreed. */
export async function updateReturn(db: Db, accountId: string, requestId: string, update: ReturnUpdate): Promise<void> {
  await db.query({
    name: 'returns-update',
    text: `update returns set supplier_number = coalesce($3, supplier_number), send_to = coalesce($4, send_to),
        approved_at = case when $5 = 'approved' then coalesce(approved_at, $6) else approved_at end,
        shipped_at = case when $5 = 'shipped' then coalesce(shipped_at, $6) else shipped_at end,
        received_at = case when $5 = 'received' then coalesce(received_at, $6) else received_at end,
        credited_at = case when $5 = 'credited' then coalesce(credited_at, $6) else credited_at end
      where account_id = $1 and request_id = $2`,
    values: [accountId, requestId, update.supplierNumber, update.sendTo, update.step, update.at],
  })
  await db.query({
    name: 'returns-approve-lines',
    text: `update returned_lines l set approved = coalesce(
        (select a.approved from unnest($3::text[], $4::text[], $5::numeric[]) as a (shipment, line, approved)
          where a.shipment = l.shipment and a.line = l.line), l.approved, l.quantity)
      where l.account_id = $1 and l.request_id = $2`,
    values: [
      accountId,
      requestId,
      ...(['shipment', 'line', 'approved'] as const).map((name) => update.lines.map((line) => line[name])),
    ],
  })
}
