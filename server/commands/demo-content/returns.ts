import type { Pool } from 'pg'
import { demoAccounts, demoPeople } from '#database/seed/people.ts'
import { type Db, runOn, withTransaction } from '#database/transaction.ts'
import { findUser } from '#server/auth/users/queries.ts'
import { ingestDocuments } from '#server/ingest/ingest.ts'
import { insertMessage } from '#server/requests/message-queries.ts'
import { portalNumber } from '#server/requests/portal-number.ts'
import { insertRequest, updateRequestState } from '#server/requests/queries.ts'
import {
  type DeliveredLine,
  insertReturn,
  selectDeliveredLines,
  updateReturn,
} from '#server/requests/returns/queries.ts'

type Deps = { db: Pool; workPool: Pool; clock: () => Date; newId: () => string }
type Shipment = { number: string; hash: Buffer; deliveredDate: string; salesperson: string | null }
type Returned = { number: string; account: string; lines: readonly (DeliveredLine & { quantity: string })[]; at: Date }

const dayMs = 86_400_000
const supplierNumber = 'RMA-10417'

/**
 * Lets a customer of the demo be returning goods of two deliveries, which are on their way back. Does nothing when the
 * customer has returned something already, or where there is no demo.
 */
export async function insertDemoReturn(deps: Deps): Promise<void> {
  const account = demoAccounts()[0]?.number
  const email = demoPeople()[0]?.email
  const person = email === undefined ? undefined : await findUser(deps.db, email)
  if (!person || account === undefined || email === undefined) return
  const returned = await withTransaction(deps.db, (db) =>
    storeReturn(deps, db, account, { id: person.id, name: person.name, email }),
  )
  if (returned) await sendReturnShipment(deps, returned)
}

async function storeReturn(
  { clock, newId }: Deps,
  db: Db,
  account: string,
  person: { id: string; name: string; email: string },
): Promise<Returned | undefined> {
  const { rows: accounts } = await db.query<{ id: string }>(
    'select a.account_id as id from accounts a where a.number = $1 and not exists (select from returns t where t.account_id = a.account_id)',
    [account],
  )
  const accountId = accounts[0]?.id
  if (accountId === undefined) return undefined
  const { rows: shipments } = await db.query<Shipment>(
    `select d.number, d.content_hash as hash, d.delivered_date as "deliveredDate", d.details -> 'salesperson' ->> 'name' as salesperson
      from documents d where d.account_id = $1 and d.type = 'shipments' and d.status = 'delivered' and d.delivered_date is not null
        and exists (select from document_lines l where l.account_id = $1 and l.document_id = d.id and l.kind = 'item' and l.quantity >= 2
          and l.sku is not null)
      order by d.delivered_date desc, d.number limit 2`,
    [accountId],
  )
  const [first] = shipments
  if (!first) return undefined
  const numbers = shipments.map(({ number }) => number)
  const delivered = await selectDeliveredLines(runOn(db), accountId, numbers)
  const lines = numbers.flatMap((number, index) => {
    const line = delivered.find(({ shipment, delivered: came, sku }) => shipment === number && Number(came) >= 2 && sku)
    if (!line) return []
    const damaged = { quantity: '2', reason: 'damaged' as const, note: 'The packing was torn, and water got in.' }
    return {
      ...line,
      ...(index === 0 ? damaged : { quantity: '1', reason: 'ordered_by_mistake' as const, note: null }),
    }
  })
  if (lines.length === 0) return undefined
  const daysAgo = (days: number) => new Date(clock().getTime() - days * dayMs)
  const [id, number] = [newId(), portalNumber('RET', newId())]
  const content = {
    returnNumber: number,
    lines: lines.map(({ shipment, line, order, orderLine, sku, name, quantity, reason, note }) =>
      Object.fromEntries(
        Object.entries({ shipment, line, quantity, reason, order, orderLine, sku, name, note }).filter(
          ([, value]) => value !== null,
        ),
      ),
    ),
  }
  await insertRequest(db, {
    ...{ id, key: newId(), accountId, kind: 'returnGoods', type: 'shipments', number: first.number, content },
    ...{ revision: null, hash: first.hash, madeAt: daysAgo(4), network: null },
    ...{ madeById: person.id, madeByName: person.name, madeByEmail: person.email },
  })
  await insertReturn(db, { accountId, requestId: id, number, lines })
  const text = 'We are sorry. Please send both back together; the sheet goes into the box.'
  const at = daysAgo(3)
  const by = first.salesperson
  await updateReturn(db, accountId, id, { step: 'approved', at, supplierNumber, sendTo: null, lines: [] })
  await updateRequestState(db, accountId, id, ['open'], { state: 'accepted', by, at, answer: { text, by } })
  const written = { at, side: 'supplier', authorId: null, by, text, outcome: 'accepted' } as const
  await insertMessage(db, { accountId, request: id, id: newId(), key: newId(), ...written })
  return { number: supplierNumber, account, lines, at: daysAgo(1) }
}

/** The shipment that brings the goods back, as the supplier's ERP sends it. */
async function sendReturnShipment(
  { workPool, clock, newId }: Deps,
  { number, account, lines, at }: Returned,
): Promise<void> {
  const day = at.toISOString().slice(0, 10)
  const document = {
    ...{ type: 'shipments', number: `RS-${number.slice(4)}`, account, status: 'in_transit', issueDate: day },
    ...{
      modifiedAt: at.toISOString(),
      details: { returnNumber: number },
      shipment: { despatchDate: day, carrier: 'DHL' },
    },
    lines: lines.map(({ sku, name, unit, quantity, order, orderLine }, index) => ({
      ...{ line: String(index + 1), quantity: `-${quantity}` },
      ...(sku === null ? {} : { sku }),
      ...(name === null ? {} : { name }),
      ...(unit === null ? {} : { unit }),
      ...(order === null || orderLine === null
        ? {}
        : { references: [{ type: 'orders', number: order, line: orderLine }] }),
    })),
  }
  const incoming = [{ line: 1, document }]
  await ingestDocuments({ workPool, clock, newId }, incoming, { dryRun: false, source: 'demo' })
}
