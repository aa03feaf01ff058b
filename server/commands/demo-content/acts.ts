import type { Pool } from 'pg'
import { plusDays } from '#contract/dashboard.ts'
import { fromMillionths, multiply, toMillionths } from '#contract/money.ts'
import { colleagueKind } from '#contract/requests/rules.ts'
import { demoAccounts, demoPeople } from '#database/seed/people.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { updateAct } from '#server/requests/act-queries.ts'
import { askColleagues } from '#server/requests/approvals/ask-colleagues.ts'
import { lockDocument } from '#server/requests/document-queries.ts'
import { insertRequest } from '#server/requests/queries.ts'

type Deps = { db: Pool; clock: () => Date; newId: () => string }
type Person = { accountId: string; id: string; name: string; email: string }
type Act = {
  kind: 'instructDelivery' | 'counterOffer'
  type: 'shipments' | 'quotes'
  number: string
  hoursAgo: number
  content: Record<string, unknown>
}
type FailedDelivery = { accountId: string; number: string }
type OfferedLine = { number: string; line: string; quantity: string; unitPrice: string }

const hourMs = 3_600_000

/**
 * Lets a customer of the demo have asked for another delivery of what failed, and have made a counter-offer to a quote: both wait
 * for the supplier; and has a colleague of theirs ask them to approve of a quote. Does nothing when the customer has asked that already, or where there is nothing to ask it about.
 */
export async function insertDemoActs(deps: Deps, today: string): Promise<void> {
  await withTransaction(deps.db, async (db) => {
    const person = await selectPerson(db)
    if (!person) return
    const failed = await selectFailedDelivery(db, person)
    if (failed)
      await storeAct(deps, db, { ...person, accountId: failed.accountId }, today, {
        ...{ kind: 'instructDelivery', type: 'shipments', number: failed.number, hoursAgo: 2 },
        content: {
          ...{ instruction: 'redeliver', requestedDate: plusDays(today, 2), timeOfDay: 'morning' },
          note: 'Somebody is at gate 2 from seven o’clock.',
        },
      })
    const offered = await selectOfferedLine(db, person.accountId, today)
    if (!offered) return
    const { number, line, quantity, unitPrice } = offered
    // Twice as many, at five per cent less.
    const wanted = fromMillionths(toMillionths(quantity) * 2n)
    const cents = (toMillionths(multiply(unitPrice, '0.95')) + 5_000n) / 10_000n
    const price = fromMillionths(cents * 10_000n, 2)
    await storeAct(deps, db, person, today, {
      ...{ kind: 'counterOffer', type: 'quotes', number, hoursAgo: 5 },
      content: {
        lines: [{ line, quantity: wanted, unitPrice: price }],
        note: 'We would take twice as many if the price allowed it.',
      },
    })
    await askApproval(deps, db, person, today)
  })
}

/** Lets a colleague ask the person to approve of the next open quote about which nobody has written. */
async function askApproval(deps: Deps, db: Db, person: Person, today: string): Promise<void> {
  const offered = await selectOfferedLine(db, person.accountId, today)
  const quote = offered && (await lockDocument(db, person, 'quotes', offered.number, today))
  if (!offered || !quote) return
  const { accountId } = person
  const [id, at] = [deps.newId(), new Date(deps.clock().getTime() - 3 * hourMs)]
  await insertRequest(db, {
    ...{ id, key: deps.newId(), accountId, kind: colleagueKind, type: 'quotes', number: offered.number, network: null },
    content: { approvers: [person.id], note: 'It is a little more than we planned. Shall we take it all the same?' },
    ...{ hash: quote.hash, revision: quote.revision, madeAt: at },
    // A colleague who cannot sign in to the demo.
    ...{ madeById: deps.newId(), madeByName: 'Henrik Dahl', madeByEmail: 'henrik@demo.example' },
  })
  await askColleagues(deps, db, { accountId, request: id, number: offered.number, at }, [person])
}

async function storeAct(deps: Deps, db: Db, person: Person, today: string, act: Act): Promise<void> {
  const { accountId } = person
  const { kind, type, number, hoursAgo, content } = act
  const document = await lockDocument(db, { accountId }, type, number, today)
  if (!document) return
  const { hash, revision, need } = document
  await insertRequest(db, {
    ...{
      id: deps.newId(),
      key: deps.newId(),
      accountId,
      kind,
      type,
      number,
      content,
      hash,
      revision,
      need,
      network: null,
    },
    ...{ madeById: person.id, madeByName: person.name, madeByEmail: person.email },
    madeAt: new Date(deps.clock().getTime() - hoursAgo * hourMs),
  })
  await updateAct(db, accountId, type, number)
}

/** The first person of the demo, in the first account, unless somebody has asked any of this there. */
async function selectPerson(db: Db): Promise<Person | undefined> {
  const { rows } = await db.query<Person>(
    `select a.account_id as "accountId", u.id, u.name, u.email from accounts a, users u
      where a.number = $1 and u.email = $2 and not exists (select from requests r
        where r.account_id = a.account_id and r.kind in ('instructDelivery', 'counterOffer'))`,
    [demoAccounts()[0]?.number, demoPeople()[0]?.email],
  )
  return rows[0]
}

/** A delivery that failed: never the only one of the account in which the visitor begins, where it waits for them. */
async function selectFailedDelivery(db: Db, person: Person): Promise<FailedDelivery | undefined> {
  const { rows } = await db.query<FailedDelivery>(
    `select account_id as "accountId", number from (
        select d.account_id, d.number, row_number() over (partition by d.account_id order by d.list_date desc, d.number) as position
        from documents d join memberships m on m.account_id = d.account_id and m.user_id = $2
        where d.type = 'shipments' and d.status = 'delivery_failed') failed
      where account_id <> $1 or position > 1 order by account_id <> $1, position limit 1`,
    [person.accountId, person.id],
  )
  return rows[0]
}

/** The first priced line of an open quote about which nobody has written. */
async function selectOfferedLine(db: Db, accountId: string, today: string): Promise<OfferedLine | undefined> {
  const { rows } = await db.query<OfferedLine>(
    `select d.number, l.line, trim_scale(l.quantity)::text as quantity, l.details ->> 'unitPrice' as "unitPrice"
      from documents d join document_lines l on l.account_id = d.account_id and l.document_id = d.id
      where d.account_id = $1 and d.type = 'quotes' and d.status = 'open' and d.valid_until > $2::date
        and l.kind = 'item' and l.quantity > 0 and l.details ->> 'unitPrice' ~ '^[0-9]+(\\.[0-9]{1,6})?$'
        and not exists (select from requests r where r.account_id = d.account_id and r.document_type = 'quotes' and r.document_number = d.number)
      order by d.valid_until desc, d.number, l.position limit 1`,
    [accountId, today],
  )
  return rows[0]
}
