import type { DocumentRow } from '#contract/documents/endpoints.ts'
import type { ListSearch } from '#contract/documents/list-search.ts'
import { statusesOf } from '#contract/documents/types.ts'
import type { DocumentType } from '#contract/values.ts'
import { issueDateField } from '#web/documents/columns/columns.tsx'
import { keyDateOf } from '#web/documents/due.ts'
import { formatCount, formatDate } from '#web/ui/format.ts'
import { label, t } from '#web/ui/text.ts'
import { isNone, type StatusCount, sortingOf } from '../list-state.ts'
import { weekAfter, weekOf } from '../week.ts'

/** Rows with a heading in common: the first of them, by its position in the list, and what the heading says. */
export type RowGroup = { row: number; heading: string }

const noGroups: readonly RowGroup[] = []

/**
 * The groups of a list's rows, in order: by the week of the date by which it is sorted, or by status with the number of
 * its documents where it is known; none where the list is not grouped.
 */
export function groupsOf(
  type: DocumentType,
  rows: readonly DocumentRow[],
  search: ListSearch,
  counts: readonly StatusCount[] | undefined,
  today: string,
): readonly RowGroup[] {
  if (search.group === undefined) return noGroups
  const byWeek = search.group === 'week'
  const field = sortingOf(search).by === 'keyDate' ? null : issueDateField(type)
  const nameOf = (row: DocumentRow) => {
    if (!byWeek) return row.status
    const day = field ? (row as Partial<Record<string, unknown>>)[field] : keyDateOf(row)
    return typeof day === 'string' ? weekOf(day).from : ''
  }
  const headingOf = (name: string) => (byWeek ? weekHeading(name, today) : statusHeading(type, name, counts))
  const groups: RowGroup[] = []
  let former: string | undefined
  for (const [row, document] of rows.entries()) {
    const name = nameOf(document)
    if (name !== former) groups.push({ row, heading: headingOf(name) })
    former = name
  }
  return groups
}

function weekHeading(monday: string, today: string): string {
  if (monday === '') return t('list.group.undated')
  const week = weekOf(today).from
  if (monday === week) return t('list.group.thisWeek')
  if (monday === weekAfter(week, -1)) return t('list.group.lastWeek')
  if (monday === weekAfter(week, 1)) return t('list.group.nextWeek')
  return t('list.group.weekOf', { date: formatDate(monday) })
}

function statusHeading(type: DocumentType, status: string, counts: readonly StatusCount[] | undefined): string {
  const counted = counts?.find((one) => one.status === status)
  const name = label(`status.${type}.${status}`)
  // A heading stands above rows: a count of none says only that they were not counted.
  return counted?.count ? `${name} · ${formatCount(counted.count)}${counted.exact ? '' : '+'}` : name
}

/** The statuses of a list in the order of its groups: those that are chosen, or all, without those that nothing can have. */
export function groupedStatuses(
  type: DocumentType,
  search: ListSearch,
  counts: readonly StatusCount[] | undefined,
): string[] {
  const chosen = search.status?.split(',')
  const isEmpty = (status: string) => counts?.every((one) => one.status !== status || isNone(one))
  return statusesOf(type).filter((status) => (chosen?.includes(status) ?? true) && !isEmpty(status))
}
