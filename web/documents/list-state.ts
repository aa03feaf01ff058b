import { definitions, statusesOf } from '../../contract/documents/types.ts'
import type { DocumentType } from '../../contract/values.ts'
import type { ListSearch } from '../paths.ts'

/** A stretch of days up to today that people ask for by name. */
export const periods = ['week', 'days30', 'year'] as const
export type Period = (typeof periods)[number]

const day = 86_400_000
const plusDays = (date: string, days: number) => new Date(Date.parse(`${date}T00:00:00Z`) + days * day)
const dateText = (moment: Date) => moment.toISOString().slice(0, 10)

/** First and last day of a period as of today; a week begins on Monday. */
export function daysOf(period: Period, today: string): { from: string; to: string } {
  if (period === 'year') return { from: `${today.slice(0, 4)}-01-01`, to: today }
  const sinceMonday = (plusDays(today, 0).getUTCDay() + 6) % 7
  return { from: dateText(plusDays(today, period === 'week' ? -sinceMonday : -29)), to: today }
}

/** The period that a list's dates are today, if they are one. */
export function periodOf(search: ListSearch, today: string): Period | null {
  const is = (period: Period) => {
    const { from, to } = daysOf(period, today)
    return search.from === from && search.to === to
  }
  return periods.find(is) ?? null
}

function isRealDay(text: string | undefined): text is string {
  if (text === undefined) return false
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && dateText(moment) === text
}

/** The filters of an address that make sense for a type: unknown statuses and days that no calendar has are left out. */
export function filtersOf(type: DocumentType, search: ListSearch): ListSearch {
  const known = statusesOf(type)
  const statuses = search.status?.split(',').filter((status) => known.includes(status)) ?? []
  const sort = search.sort?.replace(/^-/, '')
  return {
    ...(statuses.length > 0 ? { status: [...new Set(statuses)].join(',') } : {}),
    ...(isRealDay(search.from) ? { from: search.from } : {}),
    ...(isRealDay(search.to) ? { to: search.to } : {}),
    ...(search.q?.trim() ? { q: search.q.trim() } : {}),
    ...(sort !== undefined && definitions[type].sorts.includes(sort) ? { sort: search.sort as string } : {}),
  }
}

/** The same filters with some changed; an undefined one is taken away. */
export function changed(search: ListSearch, change: { [K in keyof ListSearch]: string | undefined }): ListSearch {
  const pairs = Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(pairs)
}

/** Whether anything narrows the list; its sorting does not. */
export function isNarrowed({ status, from, to, q }: ListSearch): boolean {
  return [status, from, to, q].some((filter) => filter !== undefined)
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
