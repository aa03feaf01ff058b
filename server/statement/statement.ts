import type { Pool } from 'pg'
import { readCursor, writeCursor } from '#contract/cursor.ts'
import type { Reply } from '#contract/endpoint.ts'
import { notFound, PortalError, type TranslatableText, translatable } from '#contract/errors.ts'
import { parseLimit } from '#contract/page.ts'
import type { Balance, Movement, Statement, showStatement } from '#contract/statement.ts'
import type { Viewer } from '#contract/viewer.ts'
import { balancesOf, closingOf, plainDecimal, withBalances } from './ledger.ts'
import { type MovementPosition, type MovementRow, type Period, readMovements, readOwed, readPeriod } from './queries.ts'

/** Throws not_found when the viewer may not see invoices with their amounts, as if there were no account. */
function requireStatementAccess(viewer: Viewer): void {
  if (!viewer.permissions.has('invoices.read') || !viewer.permissions.has('prices')) throw notFound()
}

/**
 * What the viewer's account owes today, per currency, and the currencies of its statements; both begin with the currency
 * that it uses most. Throws not_found.
 */
export async function listBalances(
  viewerPool: Pool,
  viewer: Viewer,
  today: string,
): Promise<{ balances: Balance[]; currencies: string[] }> {
  requireStatementAccess(viewer)
  const { owed, toOffset, limits, disputed, used } = await readOwed(viewerPool, viewer)
  const plainLimits = limits.map(({ currency, amount }) => ({ currency, amount: plainDecimal(amount) }))
  const balances = balancesOf(today, owed, toOffset, plainLimits, disputed, used)
  return { balances, currencies: [...new Set([...used, ...balances.map(({ currency }) => currency)])] }
}

/** A page of a period's statement. Throws not_found, and invalid_input for an invalid period or cursor. */
export async function statementPage(
  viewerPool: Pool,
  viewer: Viewer,
  input: Period & { limit?: string; cursor?: string },
): Promise<Reply<typeof showStatement>> {
  const statementHeading = await readHeading(viewerPool, viewer, input)
  const limit = parseLimit(input.limit)
  const cursor = cursorOf(input.cursor)
  const rows = await readMovements(viewerPool, viewer, input, limit + 1, cursor)
  const shown = rows.slice(0, limit)
  const movements = withBalances(cursor?.balance ?? statementHeading.opening, shown.map(movementOf))
  const last = shown.at(-1)
  const balance = movements.at(-1)?.balance
  const hasMore = rows.length > limit && last && balance !== undefined
  return {
    ...statementHeading,
    movements,
    nextCursor: hasMore ? writeCursor(last.day, last.id, last.position, balance) : null,
  }
}

/** The last movement of a page, and the balance after it. */
function cursorOf(text: string | undefined): (MovementPosition & { balance: string }) | undefined {
  const [day, id, position, balance] = readCursor(text, 'date', 'id', 'count', 'decimal') ?? []
  if (day === undefined || id === undefined || balance === undefined) return undefined
  return { day, id, position: Number(position), balance }
}

/**
 * The whole statement of a period. Throws not_found, and invalid_input for an invalid period or for more than
 * `maxMovements` movements.
 */
export async function readFullStatement(
  viewerPool: Pool,
  viewer: Viewer,
  period: Period,
  today: string,
  maxMovements: number,
): Promise<Statement> {
  const statementHeading = await readHeading(viewerPool, viewer, period)
  if (statementHeading.count > maxMovements) {
    const message = translatable('statement.long', { count: statementHeading.count, most: maxMovements })
    throw new PortalError('invalid_input', message, { errors: [{ field: 'from', message }] })
  }
  const movements: Movement[] = []
  for await (const page of movementPages(viewerPool, viewer, period, statementHeading.opening)) movements.push(...page)
  const { balances } = await listBalances(viewerPool, viewer, today)
  return { ...statementHeading, movements, today, balances }
}

const pageSize = 1000

/** All movements of a period in order, a page at a time, each with the balance after it. */
export async function* movementPages(
  viewerPool: Pool,
  viewer: Viewer,
  period: Period,
  opening: string,
): AsyncGenerator<Movement[]> {
  let owed = opening
  let after: MovementPosition | undefined
  for (;;) {
    const rows = await readMovements(viewerPool, viewer, period, pageSize, after)
    const movements = withBalances(owed, rows.map(movementOf))
    if (movements.length > 0) yield movements
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = positionOf(last)
    owed = movements.at(-1)?.balance ?? owed
  }
}

/** The heading of a statement: account, period, balances and sums. Throws not_found and invalid_input. */
export async function readHeading(viewerPool: Pool, viewer: Viewer, period: Period) {
  requireStatementAccess(viewer)
  const { currency, from, to } = period
  for (const [field, date] of Object.entries({ from, to })) {
    if (!isRealDate(date)) throw invalidInput(field, translatable('input.date', { date }))
  }
  if (from > to) throw invalidInput('from', translatable('input.period'))
  const summary = await readPeriod(viewerPool, viewer, period)
  if (!summary) throw notFound()
  const { opening, charged, settled, count } = summary.period
  const closing = closingOf(opening, charged, settled)
  const amounts = {
    opening: plainDecimal(opening),
    charged: plainDecimal(charged),
    settled: plainDecimal(settled),
    closing,
  }
  return { account: summary.account, currency, from, to, ...amounts, count }
}

function movementOf({ day, id: _, position: _position, setOff, ...row }: MovementRow): Omit<Movement, 'balance'> {
  return {
    date: day === '0001-01-01' ? null : day,
    ...row,
    setOff: (setOff ?? []).map(({ number, amount }) => ({ number, amount: plainDecimal(amount) })),
  }
}

function positionOf({ day, id, position }: MovementRow): MovementPosition {
  return { day, id, position }
}

function isRealDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) && text > '0001-01-01'
}

function invalidInput(field: string, message: TranslatableText): PortalError {
  return new PortalError('invalid_input', message, { errors: [{ field, message }] })
}
