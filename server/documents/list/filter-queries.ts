import type { Fields } from '#contract/documents/definition.ts'
import { dateDependentStatus, storedStatusesFor } from '#contract/documents/shown-status.ts'
import { definitions } from '#contract/documents/types.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { answeredSql, undisputedSql } from '#database/acts.ts'
import { fieldSql, statusSql } from '../fields.ts'

/** The filters of a list, checked and parsed. */
export type ListFilters = {
  type: DocumentType
  /** The supplier's calendar date. */
  today: string
  /** Only these documents. */
  numbers?: readonly string[]
  /** As shown today. */
  statuses?: readonly string[]
  dates?: { column: 'list_date' | 'key_date'; from?: string; to?: string }
  /** Each is the beginning of a word or reference. */
  terms?: readonly string[]
  /** Gross amounts in ten-thousandths. */
  amounts?: { over?: bigint; under?: bigint }
  currency?: string
  /** Fields of the type's definition with the value that each has. */
  fields?: Readonly<Record<string, string>>
  late?: true
  disputed?: true
  /** Only invoices of which something is open that nobody disputes. */
  undisputed?: true
  /** Documents with a line that has a UN number. */
  dangerous?: true
  /** Documents on hold and those whose promised date has moved; set only where `statuses` cannot express that. */
  promiseMoved?: true
  /** Without documents on which the customer has acted, so that they wait for the supplier. */
  unanswered?: true
}

export type SqlStatement = { name?: string; text: string; values: unknown[] }

/**
 * How a list with a text filter is scanned for matches: from `before` on in date order, or from the newest document;
 * `first` limits how many matches are read.
 */
export type MatchScan = { before?: { day: string; id: string }; first?: number }

/** A list query over `documents d`: its conditions and values, and a name for their shape. */
export type ListSql = {
  values: unknown[]
  /** Equal shapes always give the same SQL text. */
  shape: string[]
  /** Whether this shape is common enough to be prepared once on each connection. */
  prepared: boolean
  bind: (value: unknown) => string
  where: string[]
  from: string
  /** The CTEs that `from` reads; with a text filter also `matches` (`id`, `list_date`, and `rest` as its last row). */
  ctes: string[]
}

/** How many matches of a text are read at once: looking up each costs more than passing over three that do not match. */
const mostMatches = 500
/** How many of an account's documents of the type are scanned for frequent matches. */
const scanLimit = 3_000

/** The placeholder of the calendar date in every statement that is built from filters. */
export const todaySql = '$2::date'
/** Gives the date's placeholder a type where no condition of the statement does. */
const dayCte = `day as (select ${todaySql})`

const lateSql = fieldSql('late', { kind: 'flag', schema: {}, stored: 'column' }, todaySql)
/** The condition of the index documents_late, which is_late implies. */
const canBeLate = `d.promised_date is not null and d.status not in ('cancelled', 'returned', 'completed', 'rejected')
  and case when d.delivered_date is null then d.status <> 'delivered' else d.delivered_date > d.promised_date end`
/** Disputes that wait are few: their numbers are looked up first. */
const disputedCondition = `d.number = any (array(select r.document_number from requests r
  where r.account_id = $1 and r.document_type = 'invoices' and r.kind = 'dispute' and r.state in ('open', 'taken', 'asked')))`
/** By the index document_lines_dangerous, which is in the order of a list. */
const dangerousSql = (type: DocumentType) => `exists (select from document_lines l where l.account_id = $1
    and l.type = '${type}' and l.list_date = d.list_date and l.document_id = d.id and l.details ? 'unNumber')`
/** The value of `gross_order` that stands for an unknown amount. */
const unknownAmount = '-9223372036854775807'
/** The values that stand for an unknown date in each column. */
const unknownDate = { list_date: '0001-01-01', key_date: '9999-12-31' } as const
/** The first and the last day between them. */
export const [firstDate, lastDate] = ['0001-01-02', '9999-12-30'] as const

/** The SQL of filters over `documents d`; the type is a literal, so that partial indexes are used. */
export function buildListSql(viewer: Viewer, filters: ListFilters, scan: MatchScan = {}): ListSql {
  const { type, numbers, statuses, dates, terms } = filters
  const values: unknown[] = [viewer.accountId, filters.today]
  const shape: string[] = [type]
  const bind = (value: unknown) => `$${values.push(value)}`
  const where = ['d.account_id = $1', `d.type = '${type}'`]
  const addCondition = (name: string, condition: string) => {
    shape.push(name)
    where.push(condition)
  }
  if (numbers) addCondition('numbers', `d.number = any (${bind(numbers)}::text[])`)
  if (statuses) where.push(statusCondition(type, statuses, bind, shape))
  if (dates) {
    if (dates.from !== undefined) addCondition(`${dates.column} from`, `d.${dates.column} >= ${bind(dates.from)}::date`)
    if (dates.to !== undefined) addCondition(`${dates.column} to`, `d.${dates.column} <= ${bind(dates.to)}::date`)
    addCondition(dates.column, `d.${dates.column} <> '${unknownDate[dates.column]}'`)
  }
  for (const [name, condition] of valueConditions(filters, bind)) addCondition(name, condition)
  for (const [name, condition] of flagConditions(filters)) addCondition(name, condition)
  const ctes = [dayCte]
  let from = 'documents d'
  if (terms !== undefined) {
    shape.push('text')
    const { from: firstDay, to: lastDay } = dates?.column === 'list_date' ? dates : {}
    const days = [firstDay, lastDay, scan.before?.day].map((day) => `${bind(day ?? null)}::date`)
    ctes.push(
      `matches as materialized (select id, list_date, rest from search_document_ids(${bind(terms)}::text[], array['${type}'], ${days.join(', ')}, ${bind(scan.before?.id ?? null)}::uuid, ${mostMatches}, ${scanLimit}))`,
    )
    const newest = scan.first === undefined ? '' : ` order by list_date desc, id desc limit ${bind(scan.first)}::int`
    from = documentsOf(`select id from matches where not rest${newest}`)
  }
  // Other shapes are planned by their values, and there are too many of them to keep a plan of each.
  const isFlagged = filters.disputed || filters.undisputed || filters.promiseMoved || filters.unanswered
  const prepared = !(numbers || dates || isNarrowed(filters) || isFlagged)
  return { values, shape, prepared, bind, where, from, ctes }
}

/** The conditions on amounts, currency and fields, each with its name. */
function valueConditions(
  { type, amounts, currency, fields }: ListFilters,
  bind: (value: unknown) => string,
): (readonly [string, string])[] {
  const conditions: (readonly [string, string])[] = []
  if (amounts?.over !== undefined) conditions.push(['over', `d.gross_order >= ${bind(String(amounts.over))}::bigint`])
  if (amounts?.under !== undefined) {
    const atMost = `d.gross_order <= ${bind(String(amounts.under))}::bigint`
    conditions.push(['under', `${atMost} and d.gross_order > ${unknownAmount}`])
  }
  if (currency !== undefined) conditions.push(['currency', `d.currency = ${bind(currency)}`])
  for (const [name, value] of Object.entries(fields ?? {})) {
    const field = (definitions[type].fields as Fields)[name]
    if (field) conditions.push([name, `${fieldSql(name, field, todaySql)} = ${bind(value)}`])
  }
  return conditions
}

/** The conditions of the filters that are switched on, each with its name. */
function flagConditions(filters: ListFilters): (readonly [string, string])[] {
  const { type } = filters
  const held = definitions[type].needsAction.statuses.map((status) => `'${status}'`).join(', ')
  const conditions = {
    disputed: filters.disputed && disputedCondition,
    late: filters.late && `${canBeLate} and ${lateSql}`,
    dangerous: filters.dangerous && dangerousSql(type),
    moved: filters.promiseMoved && `(d.status in (${held}) or d.estimated_date > d.promised_date)`,
    unanswered: filters.unanswered && `not ${answeredSql(type, todaySql)}`,
    undisputed: filters.undisputed && undisputedSql,
  }
  return Object.entries(conditions).flatMap(([name, condition]) => (condition ? [[name, condition] as const] : []))
}

/**
 * Documents by their ids, looked up by key, one at a time: a plan for an account of average size would read all
 * documents of a large one.
 */
export function documentsOf(ids: string): string {
  return `(${ids}) s cross join lateral (select x.* from documents x where x.account_id = $1 and x.id = s.id offset 0) d`
}

/** Whether the filters compare values by which a list in the order of its dates is not sorted. */
export function isNarrowed({ amounts, currency, fields, late, dangerous }: ListFilters): boolean {
  return [amounts, currency, fields, late, dangerous].some((filter) => filter !== undefined)
}

/** A statement that is built from filters, with a name (and so prepared) when its shape is common. */
export function createStatement(kind: string, { prepared, shape, values }: ListSql, text: string): SqlStatement {
  return { ...(prepared ? { name: `${kind}:${shape.join(':')}` } : {}), text, values }
}

function statusCondition(
  type: DocumentType,
  statuses: readonly string[],
  bind: (value: unknown) => string,
  shape: string[],
): string {
  const storedStatuses = statuses.map((status) => storedStatusesFor(type, status))
  const stored = [...new Set(storedStatuses.flatMap((entry) => entry.stored))]
  const changed = dateDependentStatus(type)
  // A query for every status that a stored status may be shown as does not depend on the date.
  const byDate = stored.some(
    (status) => changed?.stored.includes(status) && !(statuses.includes(status) && statuses.includes(changed.shown)),
  )
  shape.push(`${stored.length === 1 ? 'status' : 'statuses'}${byDate ? '*' : ''}`)
  const plain = stored.length === 1 ? `d.status = ${bind(stored[0])}` : `d.status = any (${bind(stored)}::text[])`
  return byDate ? `${plain} and ${statusSql(todaySql, type)} = any (${bind(statuses)}::text[])` : plain
}

/** Whether the only filter is a text, or a text and a range of the date that the list is ordered by. */
export function isTextOnly(filters: ListFilters): boolean {
  const { type: _type, today: _today, terms, dates, ...otherFilters } = filters
  return terms !== undefined && dates?.column !== 'key_date' && Object.keys(otherFilters).length === 0
}

/**
 * Whether nothing but statuses, and dates or lateness, filters the list: then its documents need not be counted one by
 * one.
 */
export function hasStoredCounts(filters: ListFilters): boolean {
  const { type: _type, today: _today, statuses: _statuses, dates, late, unanswered, ...otherFilters } = filters
  return !(dates && late) && !(unanswered && (dates || late)) && Object.keys(otherFilters).length === 0
}
