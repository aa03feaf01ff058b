import type { Density } from '#contract/profile/appearance.ts'
import type { DocumentType } from '#contract/values.ts'
import { LoadingNote, Skeleton } from '#web/ui/states/Skeleton.tsx'
import { Cell, HeadCell } from '#web/ui/Table.tsx'
import { t } from '#web/ui/text.ts'
import type { Column } from '../columns/columns.tsx'
import { ListColumns, minTableWidth } from './ListColumns.tsx'

const placeholderRows = Array.from({ length: 12 }, (_, index) => `row-${index}`)

type TableSkeletonProps = { type: DocumentType; columns: readonly Column[]; density: Density }

/** A placeholder of the table, with the same columns and row heights. */
export function TableSkeleton({ type, columns, density }: TableSkeletonProps) {
  return (
    <div className="min-h-0 overflow-hidden rounded-card border border-border bg-raised">
      <LoadingNote />
      <table
        aria-hidden
        className="w-full table-fixed border-separate border-spacing-0"
        style={{ minWidth: minTableWidth(type, columns, density) }}
      >
        <ListColumns {...{ type, columns, density }} />
        <thead>
          <tr>
            <HeadCell />
            <HeadCell className="ps-0!">{t('field.number')}</HeadCell>
            <HeadCell>{t('field.status')}</HeadCell>
            {columns.map((column) => (
              <HeadCell key={column.name} end={column.end}>
                {column.label}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {placeholderRows.map((row) => (
            <tr key={row}>
              <Cell />
              <Cell className={`ps-0! ${density === 'compact' ? 'h-10!' : 'h-14!'}`}>
                <Skeleton className="h-4 w-28" />
              </Cell>
              <Cell>
                <Skeleton className="h-6 w-24 rounded-full!" />
              </Cell>
              {columns.map((column) => (
                <Cell key={column.name} end={column.end}>
                  <Skeleton className="h-4 w-20" />
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A placeholder of the cards on a phone. */
export function CardsSkeleton() {
  return (
    <div>
      <LoadingNote />
      {placeholderRows.slice(0, 6).map((row) => (
        <div key={row} className="mb-2 h-[120px] rounded-card border border-border bg-raised px-4 py-3">
          <div className="flex justify-between">
            <Skeleton className="h-5 w-32" />
            <Skeleton className="h-6 w-24 rounded-full!" />
          </div>
          <Skeleton className="mt-8 h-4 w-44" />
        </div>
      ))}
    </div>
  )
}
