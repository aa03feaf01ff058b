import type { Pool } from 'pg'
import { plusDays } from '#contract/dashboard.ts'
import { fromMillionths, toMillionths } from '#contract/money.ts'
import { demoAccounts, demoPeople } from '#database/seed/people.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { updateAct } from '#server/requests/act-queries.ts'
import { countInvoiceChange, insertRemittedInvoices } from '#server/requests/invoice-queries.ts'
import { portalNumber } from '#server/requests/portal-number.ts'
import { insertRequest, type NewRequest } from '#server/requests/queries.ts'

type DemoRequestDeps = { db: Pool; clock: () => Date; newId: () => string }
type Asker = { accountId: string; userId: string; name: string; email: string }
type OpenInvoice = { number: string; hash: Buffer; open: string; currency: string; line: string; due: string }

/**
 * Lets a customer of the demo have disputed an invoice, promised to pay one, and advised a payment of two others. Does
 * nothing when the customer has made requests already, or where there is no demo.
 */
export async function insertDemoRequests(deps: DemoRequestDeps, today: string): Promise<void> {
  await withTransaction(deps.db, async (db) => {
    const asker = await selectAsker(db)
    if (!asker) return
    const invoices = await selectOpenInvoices(db, asker.accountId)
    const [disputed, promised, ...others] = invoices
    const paid = others.filter(({ due, currency }) => due >= today && currency === disputed?.currency).slice(0, 2)
    if (!disputed || !promised || paid.length === 0) return
    const daysAgo = (days: number) => new Date(deps.clock().getTime() - days * 86_400_000)
    const common = { ...asker, madeById: asker.userId, madeByName: asker.name, madeByEmail: asker.email, network: null }
    const insert = async (request: Pick<NewRequest, 'kind' | 'number' | 'content' | 'hash' | 'madeAt'>) => {
      const id = deps.newId()
      await insertRequest(db, { ...common, ...request, id, key: deps.newId(), type: 'invoices', revision: null })
      return id
    }
    await insert({
      ...{ kind: 'dispute', number: disputed.number, hash: disputed.hash, madeAt: daysAgo(3) },
      content: {
        ...{ reason: 'QTY', wanted: 'CNP', lines: [disputed.line] },
        note: 'We counted the goods twice: fewer came than this line charges.',
      },
    })
    await insert({
      ...{ kind: 'promisePayment', number: promised.number, hash: promised.hash, madeAt: daysAgo(1) },
      content: { payOn: plusDays(today, 5), note: 'With our next payment run.' },
    })
    const advice = await insert({
      ...{
        kind: 'adviseRemittance',
        number: portalNumber('RA', deps.newId()),
        hash: disputed.hash,
        madeAt: daysAgo(0),
      },
      content: {
        paidOn: today,
        invoices: paid.map(({ number, currency, open }) => ({
          number,
          currency,
          amount: fromMillionths(toMillionths(open), 2),
        })),
      },
    })
    const parts = paid.map(({ number, open }) => ({ number, open, settled: open }))
    await insertRemittedInvoices(db, asker, advice, parts)
    for (const { number } of parts) await updateAct(db, asker.accountId, 'invoices', number)
    await countInvoiceChange(db, asker.accountId)
  })
}

/** The first person of the demo, in the first account, unless somebody has made requests there. */
async function selectAsker(db: Db): Promise<Asker | undefined> {
  const { rows } = await db.query<Asker>(
    `select a.account_id as "accountId", u.id as "userId", u.name, u.email from accounts a, users u
      where a.number = $1 and u.email = $2 and not exists (select from requests r where r.account_id = a.account_id)`,
    [demoAccounts()[0]?.number, demoPeople()[0]?.email],
  )
  return rows[0]
}

/** Invoices with something to pay and their first line: those that the demo's story calls disputed first, then by due date. */
async function selectOpenInvoices(db: Db, accountId: string): Promise<OpenInvoice[]> {
  const { rows } = await db.query<OpenInvoice>(
    `select d.number, d.content_hash as hash, d.open, d.currency, d.due_date as due,
        (select l.line from document_lines l where l.account_id = d.account_id and l.document_id = d.id order by l.position limit 1) as line
      from documents d where d.account_id = $1 and d.type = 'invoices' and d.status in ('open', 'partially_paid')
        and d.invoice_kind <> '381' and d.open > 0 and d.due_date is not null and d.currency is not null
      order by coalesce(d.details ->> 'note', '') not like 'Disputed by the customer%', d.due_date, d.number`,
    [accountId],
  )
  return rows
}
