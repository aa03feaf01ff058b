import type { Pool } from 'pg'
import type { Reply } from '../../contract/endpoint.ts'
import { notFound, PortalError, type Sentence, sentence } from '../../contract/errors.ts'
import { limitOf } from '../../contract/page.ts'
import type { Balance, Movement, Statement, showStatement } from '../../contract/statement.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { readPlace, writePlace } from './cursor.ts'
import { balancesOf, closingOf, plain, withBalances } from './ledger.ts'
import { type After, type MovementRow, type Period, readMovements, readOwed, readPeriod } from './queries.ts'

/** Raises not_found when the viewer does not see invoices with their amounts: as if there were no account. */
function allow(viewer: Viewer): void {
  if (!viewer.permissions.has('invoices.read') || !viewer.permissions.has('prices')) throw notFound()
}

/** What the viewer's account owes today, per currency. Raises not_found. */
export async function balances(db: Pool, viewer: Viewer, today: string): Promise<Balance[]> {
  allow(viewer)
  const { owed, toOffset, limits } = await readOwed(db, viewer)
  const plainly = limits.map(({ currency, amount }) => ({ currency, amount: plain(amount) }))
  return balancesOf(today, owed, toOffset, plainly)
}

/** A page of a period's statement. Raises not_found, and invalid_input for a period or cursor that is none. */
export async function statementPage(
  db: Pool,
  viewer: Viewer,
  asked: Period & { limit?: string; cursor?: string },
): Promise<Reply<typeof showStatement>> {
  const head = await heading(db, viewer, asked)
  const limit = limitOf(asked.limit)
  const place = asked.cursor === undefined ? undefined : readPlace(asked.cursor)
  const rows = await readMovements(db, viewer, asked, limit + 1, place)
  const shown = rows.slice(0, limit)
  const movements = withBalances(place?.balance ?? head.opening, shown.map(movementOf))
  const last = shown.at(-1)
  const balance = movements.at(-1)?.balance
  const more = rows.length > limit && last && balance !== undefined
  return { ...head, movements, nextCursor: more ? writePlace({ ...behind(last), balance }) : null }
}

/** A period's statement whole. Raises not_found, and invalid_input for a period that is none or has more than `most` movements. */
export async function wholeStatement(
  db: Pool,
  viewer: Viewer,
  period: Period,
  today: string,
  most: number,
): Promise<Statement> {
  const head = await heading(db, viewer, period)
  if (head.count > most) {
    const message = sentence('statement.long', { count: head.count, most })
    throw new PortalError('invalid_input', message, { errors: [{ field: 'from', message }] })
  }
  const movements: Movement[] = []
  for await (const page of movementPages(db, viewer, period, head.opening)) movements.push(...page)
  return { ...head, movements, today, balances: await balances(db, viewer, today) }
}

const pageSize = 1000

/** All movements of a period in order, some hundred at a time, each with the balance after it. */
export async function* movementPages(
  db: Pool,
  viewer: Viewer,
  period: Period,
  opening: string,
): AsyncGenerator<Movement[]> {
  let owed = opening
  let after: After | undefined
  for (;;) {
    const rows = await readMovements(db, viewer, period, pageSize, after)
    const movements = withBalances(owed, rows.map(movementOf))
    if (movements.length > 0) yield movements
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = behind(last)
    owed = movements.at(-1)?.balance ?? owed
  }
}

/** What stands above a period's movements. Raises not_found and invalid_input. */
export async function heading(db: Pool, viewer: Viewer, period: Period) {
  allow(viewer)
  const { currency, from, to } = period
  for (const [field, date] of Object.entries({ from, to })) {
    if (!isRealDate(date)) throw bad(field, sentence('input.date', { date }))
  }
  if (from > to) throw bad('from', sentence('input.period'))
  const found = await readPeriod(db, viewer, period)
  if (!found) throw notFound()
  const { opening, charged, settled, count } = found.period
  const closing = closingOf(opening, charged, settled)
  const amounts = { opening: plain(opening), charged: plain(charged), settled: plain(settled), closing }
  return { account: found.account, currency, from, to, ...amounts, count }
}

function movementOf({ day, id: _, position: _position, ...row }: MovementRow): Omit<Movement, 'balance'> {
  return { date: day === '0001-01-01' ? null : day, ...row }
}

function behind({ day, id, position }: MovementRow): After {
  return { day, id, position }
}

function isRealDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) && text > '0001-01-01'
}

function bad(field: string, message: Sentence): PortalError {
  return new PortalError('invalid_input', message, { errors: [{ field, message }] })
}
