import type { ReactNode } from 'react'
import { formatMonth } from '../ui/format-details.ts'
import { t } from '../ui/text.ts'

type MonthTableProps = {
  caption: string
  columnTitles: readonly string[]
  rows: readonly { month: string; values: readonly ReactNode[] }[]
}

/** The numbers of a chart as a table, the newest month first. */
export function MonthTable({ caption, columnTitles, rows }: MonthTableProps) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="text-muted">
          <th scope="col" className="py-1 text-start font-medium">
            {t('dashboard.column.month')}
          </th>
          {columnTitles.map((head) => (
            <th key={head} scope="col" className="py-1 text-right font-medium">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.toReversed().map(({ month, values }) => (
          <tr key={month} className="border-t border-border">
            <th scope="row" className="py-1 text-start font-normal">
              {formatMonth(month, 'long')}
            </th>
            {values.map((value, index) => (
              <td key={columnTitles[index]} className="tabular py-1 text-right">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
