import type { DocumentLine } from '#contract/documents/endpoints.ts'
import { compare } from '#contract/money.ts'

/** What will happen to lines, in the order in which they are shown. */
export const lineGroups = ['toCome', 'underWay', 'delivered', 'included', 'optional', 'cancelled'] as const
export type LineGroup = (typeof lineGroups)[number]

/** What is shown in a row: a line, or the head of the lines of a group. */
export type LineEntry =
  | { key: string; line: DocumentLine }
  | { key: string; group: LineGroup /** How many lines of goods the group has. */; count: number }

/** What will happen to a line; undefined for a charge or a text, which stays with the line before it. */
function groupOf({ kind, stages, status, option }: DocumentLine): LineGroup | undefined {
  if (status === 'cancelled' || status === 'rejected') return 'cancelled'
  if (kind !== 'item') return undefined
  if (!stages) return option === 'optional' ? 'optional' : 'included'
  if (compare(stages.open, '0') > 0) return 'toCome'
  if (compare(stages.shipped, '0') <= 0 && compare(stages.delivered, '0') <= 0) return 'cancelled'
  return compare(stages.delivered, stages.shipped) < 0 ? 'underWay' : 'delivered'
}

/**
 * The rows of a table of lines: grouped by what will happen, each group with a head, when there is more than one group;
 * within a group in the order of the document.
 */
export function groupedLines(lines: readonly DocumentLine[]): LineEntry[] {
  const found = lines.map(groupOf)
  let group = found.find((one) => one !== undefined) ?? 'included'
  const groups = Map.groupBy(lines.keys(), (index) => {
    group = found[index] ?? group
    return group
  })
  const entryOf = (line: DocumentLine): LineEntry => ({ key: line.line, line })
  if (groups.size < 2) return lines.map(entryOf)
  return lineGroups.flatMap((name) => {
    const indexes = groups.get(name) ?? []
    if (indexes.length === 0) return []
    const count = indexes.filter((index) => found[index] === name).length
    const entries = indexes.flatMap((index) => lines[index] ?? []).map(entryOf)
    return [{ key: `group ${name}`, group: name, count }, ...entries]
  })
}
