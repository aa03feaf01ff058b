import { flagFilters } from '#contract/documents/filter-patterns.ts'
import { isPeriod, type ListSearch } from '#contract/documents/list-search.ts'
import { definitions } from '#contract/documents/types.ts'
import type { DocumentType } from '#contract/values.ts'
import { formatDate, formatDecimal } from '#web/ui/format.ts'
import { label, t } from '#web/ui/text.ts'
import { fieldLabel } from '../fields.ts'
import { openStatuses, withChanges } from './list-state.ts'
import { openLabel } from './open-label.ts'
import { withDays } from './search-changes.ts'

/** An active filter or sort order of a list: its text, and the list's state without it. */
export type ActiveFilter = { name: string; text: string; without: ListSearch }

/** The label of the date by which a list is filtered: the type's key date or the issue date. */
export function dateLabel(type: DocumentType, dateField: string | undefined): string {
  return fieldLabel(type, dateField === 'keyDate' ? definitions[type].keyDate : 'issueDate')
}

function daysText({ period, from, to }: ListSearch): string {
  if (isPeriod(period)) return t(`list.period.${period}`)
  if (from && to) return t('list.dates.range', { from: formatDate(from), to: formatDate(to) })
  if (from) return t('list.dates.since', { from: formatDate(from) })
  return to ? t('list.dates.until', { to: formatDate(to) }) : ''
}

function amountText({ over, under, currency }: ListSearch): string {
  const amount = (value: string) => (currency ? `${formatDecimal(value)} ${currency}` : formatDecimal(value))
  if (over && under) return t('list.amount.between', { over: formatDecimal(over), under: amount(under) })
  if (over) return t('list.amount.over', { over: amount(over) })
  return under ? t('list.amount.under', { under: amount(under) }) : (currency ?? '')
}

function statusText(type: DocumentType, status: string): string {
  if (status === openStatuses(type)) return openLabel(type)
  const statuses = status.split(',')
  if (statuses.length > 3) return t('list.status.some', { count: statuses.length })
  return statuses.map((code) => label(`status.${type}.${code}`)).join(', ')
}

/** The label of a sort order such as "-issueDate". */
export function sortText(type: DocumentType, sort: string): string {
  if (sort === 'keyDate' || sort === '-keyDate')
    return t(`list.sort.${sort}`, { date: fieldLabel(type, definitions[type].keyDate) })
  return label(`list.sort.${sort}`)
}

function fieldText(type: DocumentType, name: string, value: string): string {
  return t('list.field.is', { field: fieldLabel(type, name), value: label(`word.${value}`) })
}

/** All active filters and the sort order of a list, in the order of its controls. */
export function activeFilters(type: DocumentType, search: ListSearch): ActiveFilter[] {
  const { dateField } = search
  const days = daysText(search)
  const chip = (name: keyof ListSearch, textOf: (value: string) => string): ActiveFilter => ({
    name,
    text: search[name] ? textOf(search[name]) : '',
    without: withChanges(search, { [name]: undefined }),
  })
  const filters: ActiveFilter[] = [
    chip('status', (status) => statusText(type, status)),
    {
      name: 'days',
      text: days && t('list.field.is', { field: dateLabel(type, dateField), value: days }),
      without: withDays(search, { dateField: undefined }),
    },
    {
      name: 'amount',
      text: amountText(search),
      without: withChanges(search, { over: undefined, under: undefined, currency: undefined }),
    },
    ...flagFilters.map((name) => chip(name, () => t(`list.only.${name}`))),
    ...definitions[type].filters.map((name) => chip(name, (value) => fieldText(type, name, value))),
    chip('q', (text) => t('list.search.text', { text })),
    chip('sort', (sort) => sortText(type, sort)),
  ]
  return filters.filter(({ text }) => text !== '')
}
