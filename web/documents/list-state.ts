import type { Density } from '../../contract/appearance.ts'
import { dateFields } from '../../contract/documents/filters.ts'
import { type Period, periods } from '../../contract/documents/periods.ts'
import { definitions, statusesOf } from '../../contract/documents/types.ts'
import type { DocumentType } from '../../contract/values.ts'
import type { ListSearch } from '../paths.ts'

function isRealDay(text: string | undefined): text is string {
  if (text === undefined) return false
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === text
}

/** Whether a text names a stretch of days such as "this_week". */
export function isPeriod(text: string | undefined): text is Period {
  return text !== undefined && (periods as readonly string[]).includes(text)
}

type Named = { [K in keyof ListSearch]: string | undefined }

/** A search without what is undefined or empty. */
function present(search: Named): ListSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''))
}

/** The days of an address that make sense: a named period, or a first and a last day that the calendar has. */
function daysOf({ dateField, from, to, period }: ListSearch): Named {
  const days = isPeriod(period)
    ? { period }
    : { from: isRealDay(from) ? from : undefined, to: isRealDay(to) ? to : undefined }
  const dated = Object.values(days).some((value) => value !== undefined)
  const known =
    dateField !== undefined && dateField !== dateFields[0] && (dateFields as readonly string[]).includes(dateField)
  return { ...days, dateField: dated && known ? dateField : undefined }
}

/** The state of an address that makes sense for a type; unknown statuses, sorts and days that no calendar has are left out. */
export function filtersOf(type: DocumentType, search: ListSearch): ListSearch {
  const { canBeLate, sorts } = definitions[type]
  const known = statusesOf(type)
  const statuses = search.status?.split(',').filter((status) => known.includes(status)) ?? []
  const { q, over, under, currency, late, needsAction, open, sort, columns, density, view } = search
  return present({
    status: [...new Set(statuses)].join(','),
    ...daysOf(search),
    q: q?.trim(),
    // A shipment has no amount.
    ...(type === 'shipments' ? {} : { over, under, currency }),
    late: canBeLate ? late : undefined,
    needsAction,
    open,
    sort: sort !== undefined && sorts.includes(sort.replace(/^-/, '')) ? sort : undefined,
    columns,
    density,
    view,
  })
}

/** The same state with some changed; an undefined one is taken away. */
export function changed(search: ListSearch, change: Named): ListSearch {
  return present({ ...search, ...change })
}

/** What a change of days takes away: a named period and single days exclude each other. */
export function withDays(search: ListSearch, days: Pick<Named, 'from' | 'to' | 'period' | 'dateField'>): ListSearch {
  return changed(search, { from: undefined, to: undefined, period: undefined, ...days })
}

const narrowing = [
  'from',
  'to',
  'period',
  'dateField',
  'q',
  'over',
  'under',
  'currency',
  'late',
  'needsAction',
  'open',
] as const

/** What narrows a list besides its status; neither order nor looks. */
export function narrowingOf(search: ListSearch): ListSearch {
  return present(Object.fromEntries(narrowing.map((name) => [name, search[name]])))
}

/** What the server is asked for: all that narrows a list, and its order. */
export function askedOf(search: ListSearch): ListSearch {
  return present({ status: search.status, ...narrowingOf(search), sort: search.sort })
}

/** The same order and looks with nothing narrowed. */
export function cleared(search: ListSearch): ListSearch {
  const none = Object.fromEntries(['status', ...narrowing].map((name) => [name, undefined]))
  return changed(search, none)
}

/** Whether anything narrows the list; its sorting does not. */
export function isNarrowed(search: ListSearch): boolean {
  return search.status !== undefined || Object.keys(narrowingOf(search)).length > 0
}

/** The statuses of documents that still want something to happen, as an address says them. */
export function openStatuses(type: DocumentType): string {
  return definitions[type].active.join(',')
}

const newestFirst = '-issueDate'

/** How a list is sorted: by which field, and whether the greatest comes first. */
export function sortingOf(search: ListSearch): { by: string; descending: boolean } {
  const sort = search.sort ?? newestFirst
  return { by: sort.replace(/^-/, ''), descending: sort.startsWith('-') }
}

/** What a press on a sortable column's head makes of the sorting: greatest first, then the other way round. */
export function sortedBy(search: ListSearch, field: string): ListSearch {
  const now = sortingOf(search)
  const sort = now.by === field && now.descending ? field : `-${field}`
  return changed(search, { sort: sort === newestFirst ? undefined : sort })
}

type Counted = { status: string; count: number; exact: boolean }
/** `group` is null for a single status. */
export type Tab = { group: 'open' | 'all' | null; status: string | undefined; count: number | null; exact: boolean }

function together(counts: readonly Counted[]): { count: number; exact: boolean } {
  return { count: counts.reduce((sum, { count }) => sum + count, 0), exact: counts.every(({ exact }) => exact) }
}

/** The tabs over a list: what is open, all, and each status that has documents or is chosen. */
export function tabsOf(type: DocumentType, counts: readonly Counted[] | undefined, search: ListSearch): Tab[] {
  const unknown = { count: null, exact: true }
  const active: readonly string[] = definitions[type].active
  const open = counts ? together(counts.filter(({ status }) => active.includes(status))) : unknown
  const all = counts ? together(counts) : unknown
  const single = (counts ?? [])
    .filter(({ status, count }) => count > 0 || status === search.status)
    .map(({ status, count, exact }) => ({ group: null, status, count, exact }))
  return [
    { group: 'open', status: openStatuses(type), ...open },
    { group: 'all', status: undefined, ...all },
    ...single,
  ]
}

/** How high a list's rows are: as its address says, else as the person wants all lists. */
export function densityOf(search: ListSearch, usual: Density): Density {
  return (search.density as Density | undefined) ?? usual
}
