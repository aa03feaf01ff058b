import type { CustomerAdoption, Insight } from '#contract/console/insight.ts'
import type { Table } from '#server/formats/csv/table.ts'
import type { AnswerRow } from './queries.ts'

/** How far each customer uses the portal, as a table. */
export const adoptionTable: Table<CustomerAdoption> = {
  headings: (t) => [
    t('insight.number'),
    t('insight.name'),
    t('insight.invited'),
    t('insight.signedIn'),
    t('insight.weekly'),
  ],
  cells: ({ number, name, invited, signedIn, weekly }) => [number, name, ...[invited, signedIn, weekly].map(String)],
}

/** What was searched in vain, as a table. */
export const searchTable: Table<Insight['vain'][number]> = {
  headings: (t) => [t('insight.word'), t('insight.times')],
  cells: ({ word, times }) => [word, String(times)],
}

/** How long answers took on each day, as a table. */
export const answerTable: Table<AnswerRow> = {
  headings: (t) => [
    t('insight.day'),
    t('insight.answered'),
    t('insight.waiting'),
    t('insight.median'),
    t('insight.most'),
  ],
  cells: ({ day, answered, waiting, median, most }) => [
    ...[day, String(answered), String(waiting)],
    ...[median, most].map((hours) => (hours === null ? '' : String(hours))),
  ],
}

const dayLength = 24 * 3600 * 1000

/** How often each thing was done, as a table of days. */
export function countTable({ counts, from }: Insight): Table<number> {
  const first = Date.parse(from)
  return {
    headings: (t) => [t('insight.day'), ...counts.map(({ what }) => t(`insight.thing.${what}`))],
    cells: (index) => [
      new Date(first + index * dayLength).toISOString().slice(0, 10),
      ...counts.map(({ days }) => String(days[index] ?? 0)),
    ],
  }
}
