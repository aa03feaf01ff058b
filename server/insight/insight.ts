import type { Pool } from 'pg'
import {
  type CountedThing,
  countedThings,
  type Figures,
  type Insight,
  type listAdoption,
  standardFigures,
} from '#contract/console/insight.ts'
import type { Staff } from '#contract/console/staff.ts'
import { readCursor, writeCursor } from '#contract/cursor.ts'
import type { Query, Reply } from '#contract/endpoint.ts'
import { parseLimit } from '#contract/page.ts'
import type { Counters } from './counters.ts'
import {
  type AnswerRow,
  selectAdoption,
  selectAnswers,
  selectCounts,
  selectCustomerAdoption,
  selectToldWords,
} from './queries.ts'

export type InsightDeps = {
  db: Pool
  consolePool: Pool
  clock: () => Date
  /** The supplier's calendar date. */
  today: () => string
  counters: Pick<Counters, 'flush'>
  /** The figures that staff have set; undefined: the standard ones. */
  figures: () => Figures | undefined
}

const day = 24 * 3600 * 1000
const dateOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10)
/** So many calendar dates that follow one another, from the first on. */
export const daysFrom = (from: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => dateOf(Date.parse(from) + index * day))

/** How the portal was used over the last days, today included. */
export async function readInsight(deps: InsightDeps, days: number): Promise<Insight> {
  // What this server has counted up to now; others write theirs within ten seconds.
  await deps.counters.flush()
  const to = deps.today()
  const dates = daysFrom(dateOf(Date.parse(to) - (days - 1) * day), days)
  const from = dates[0] ?? to
  const [rows, adoption, vain, answers] = await Promise.all([
    selectCounts(deps.db, from, to),
    selectAdoption(deps.db, deps.clock()),
    selectToldWords(deps.db),
    selectAnswers(deps.db, dates),
  ])
  const byDay = new Map(rows.map((row) => [`${row.day} ${row.what}`, row.count]))
  const counts = countedThings.map((what) => {
    const each = dates.map((date) => byDay.get(`${date} ${what}`) ?? 0)
    return { what, total: each.reduce((sum, count) => sum + count, 0), days: each }
  })
  const figures = deps.figures() ?? standardFigures
  return {
    ...{ from, to, counts, vain },
    adoption: {
      ...adoption,
      history: dates.map((date) => (date === to ? adoption.weekly : (byDay.get(`${date} people.weekly`) ?? null))),
    },
    answers: overall(answers),
    calls: { figures, ...sparedCalls(figures, new Map(counts.map(({ what, total }) => [what, total]))) },
  }
}

function overall(answers: readonly AnswerRow[]): Insight['answers'] {
  const { answered = 0, waiting = 0, median = null, most = null } = answers.find((row) => row.day === '') ?? {}
  return { answered, waiting, median, most }
}

const documents = ['open.quotes', 'open.orders', 'open.shipments', 'open.invoices'] as const
const downloads = ['download.papers', 'download.files', 'download.lists'] as const

/**
 * The calls that were spared: of so many documents opened, files taken and requests made each, one would have been a call;
 * each part is rounded down.
 */
function sparedCalls(figures: Figures, totals: ReadonlyMap<CountedThing, number>): { calls: number; hours: number } {
  const sum = (things: readonly CountedThing[]) => things.reduce((all, thing) => all + (totals.get(thing) ?? 0), 0)
  const calls =
    Math.floor(sum(documents) / figures.opensPerCall) +
    Math.floor(sum(downloads) / figures.downloadsPerCall) +
    Math.floor(sum(['ask.request', 'ask.message']) / figures.requestsPerCall)
  return { calls, hours: Math.floor((calls * figures.minutesPerCall) / 60) }
}

/** A page of the adoption by customer. Throws invalid_input for a cursor of another list. */
export async function listAdoptionForStaff(
  { consolePool, clock }: Pick<InsightDeps, 'consolePool' | 'clock'>,
  { staffId }: Staff,
  query: Query<typeof listAdoption>,
): Promise<Reply<typeof listAdoption>> {
  const limit = parseLimit(query.limit)
  const [position, id] = readCursor(query.cursor, 'text', 'id') ?? []
  const after = position === undefined || id === undefined ? undefined : { position, id }
  const rows = await selectCustomerAdoption(consolePool, staffId, { now: clock(), after, limit: limit + 1 })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    customers: rows.slice(0, limit).map(({ position: _, ...customer }) => customer),
    nextCursor: last ? writeCursor(last.position, last.id) : null,
  }
}
