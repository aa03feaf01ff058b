import { changedByDate, storedFor } from '../../contract/documents/clock.ts'
import { definitions } from '../../contract/documents/types.ts'
import type { DocumentType } from '../../contract/values.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { fieldSql, statusSql } from './fields.ts'

/** What narrows a list, checked and parsed. */
export type Narrowing = {
  type: DocumentType
  /** The supplier's calendar date. */
  today: string
  /** Only these documents. */
  numbers?: readonly string[]
  /** As shown today. */
  statuses?: readonly string[]
  dates?: { by: 'list_date' | 'key_date'; from?: string; to?: string }
  /** Each is the beginning of a word or reference. */
  terms?: readonly string[]
  /** Gross amounts in ten-thousandths. */
  amounts?: { over?: bigint; under?: bigint }
  currency?: string
  late?: true
  /** Only where `statuses` cannot say it: those held, and those whose promise has moved. */
  promiseMoved?: true
}

export type Statement = { name?: string; text: string; values: unknown[] }

/**
 * How far a list that is narrowed by a text looks for matches: from behind a document in date order, or from the newest; `first`: that
 * only so many of them are read.
 */
export type Reach = { before?: { day: string; id: string }; walked: number; first?: number }

/** A list whose rows are joined to `documents d`: its conditions and values, and a name for their shape. */
export type Narrowed = {
  values: unknown[]
  /** The same shape always makes the same text. */
  shape: string[]
  /** Whether so many ask for this shape that it is prepared once on each connection. */
  common: boolean
  put: (value: unknown) => string
  where: string[]
  from: string
  /** The queries that `from` reads, for `with`; `matches` among them for a text (`id`, `list_date`, and `rest` as its last row). */
  queries: string[]
}

/** How many matches of a text are read at once. */
const mostMatches = 1000
/** How many of an account's documents are gone through for matches that are frequent: of a page in date order, of any other order. */
export const walked = { page: 3_000, sorted: 20_000 }

/** The placeholder of the calendar date in every statement that is made of a narrowing. */
export const today = '$2::date'
/** Says the calendar date's type where no condition of the statement does. */
const dayQuery = `day as (select ${today})`

/** A date that is not known stands at the end of time, or at its beginning. */
const unknownDate = { list_date: '0001-01-01', key_date: '9999-12-31' } as const

/** The SQL of a narrowing, over `documents d`; the type is a literal, so that partial indexes are found. */
export function narrowed(viewer: Viewer, narrowing: Narrowing, reach: Reach = { walked: walked.page }): Narrowed {
  const { type, numbers, statuses, dates, terms, amounts, currency } = narrowing
  const values: unknown[] = [viewer.accountId, narrowing.today]
  const shape: string[] = [type]
  const put = (value: unknown) => `$${values.push(value)}`
  const where = ['d.account_id = $1', `d.type = '${type}'`]
  const also = (name: string, condition: string) => {
    shape.push(name)
    where.push(condition)
  }
  if (numbers) also('numbers', `d.number = any (${put(numbers)}::text[])`)
  if (statuses) where.push(statusCondition(type, statuses, put, shape))
  if (dates) {
    if (dates.from !== undefined) also(`${dates.by} from`, `d.${dates.by} >= ${put(dates.from)}::date`)
    if (dates.to !== undefined) also(`${dates.by} to`, `d.${dates.by} <= ${put(dates.to)}::date`)
    also(dates.by, `d.${dates.by} <> '${unknownDate[dates.by]}'`)
  }
  if (amounts?.over !== undefined) also('over', `d.gross_order >= ${put(String(amounts.over))}::bigint`)
  if (amounts?.under !== undefined) {
    also('under', `d.gross_order <= ${put(String(amounts.under))}::bigint and d.gross is not null`)
  }
  if (currency !== undefined) also('currency', `d.currency = ${put(currency)}`)
  if (narrowing.late) also('late', fieldSql('late', { kind: 'flag', schema: {}, stored: 'column' }, today))
  if (narrowing.promiseMoved) {
    const held = definitions[type].needsAction.statuses.map((status) => `'${status}'`).join(', ')
    also('moved', `(d.status in (${held}) or d.estimated_date > d.promised_date)`)
  }
  const queries = [dayQuery]
  let from = 'documents d'
  if (terms !== undefined) {
    shape.push('text')
    const { from: first, to: last } = dates?.by === 'list_date' ? dates : {}
    const days = [first, last, reach.before?.day].map((day) => `${put(day ?? null)}::date`)
    queries.push(
      `matches as materialized (select id, list_date, rest from search_document_ids(${put(terms)}::text[], array['${type}'], ${days.join(', ')}, ${put(reach.before?.id ?? null)}::uuid, ${mostMatches}, ${put(reach.walked)}::int))`,
    )
    // By key, one id after the other: a plan for an account of average size would read all documents of a large one.
    const newest = reach.first === undefined ? '' : ` order by list_date desc, id desc limit ${put(reach.first)}::int`
    from = `(select id from matches where not rest${newest}) s cross join lateral (select x.* from documents x where x.account_id = $1 and x.id = s.id offset 0) d`
  }
  // The others are planned by their values, and there are too many of them to keep a plan of each.
  const common = !(numbers || dates || amounts || currency !== undefined || narrowing.late || narrowing.promiseMoved)
  return { values, shape, common, put, where, from, queries }
}

/** A statement over a narrowing, under its name where it is a common one. */
export function statementOf(kind: string, { common, shape, values }: Narrowed, text: string): Statement {
  return { ...(common ? { name: `${kind}:${shape.join(':')}` } : {}), text, values }
}

function statusCondition(
  type: DocumentType,
  statuses: readonly string[],
  put: (value: unknown) => string,
  shape: string[],
): string {
  const wanted = statuses.map((status) => storedFor(type, status))
  const stored = [...new Set(wanted.flatMap((one) => one.stored))]
  const changed = changedByDate(type)
  // Who asks for all that a stored status may be shown as need not know the date.
  const byDate = stored.some(
    (one) => changed?.stored.includes(one) && !(statuses.includes(one) && statuses.includes(changed.shown)),
  )
  shape.push(`${stored.length === 1 ? 'status' : 'statuses'}${byDate ? '*' : ''}`)
  const plain = stored.length === 1 ? `d.status = ${put(stored[0])}` : `d.status = any (${put(stored)}::text[])`
  return byDate ? `${plain} and ${statusSql(today)} = any (${put(statuses)}::text[])` : plain
}

/** Whether a text alone narrows the list, or a text and days of the date that it is in order of. */
export function isTextAlone(narrowing: Narrowing): boolean {
  const { type: _type, today: _today, terms, dates, ...more } = narrowing
  return terms !== undefined && dates?.by !== 'key_date' && Object.keys(more).length === 0
}

/** Whether anything but statuses narrows the list: then its rows must be counted. */
export function isNarrowedByMore(narrowing: Narrowing): boolean {
  const { type: _type, today: _today, statuses: _statuses, ...more } = narrowing
  return Object.keys(more).length > 0
}
