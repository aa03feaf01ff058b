import { LoadingNote, Skeleton } from '#web/ui/states/Skeleton.tsx'

/** The lines and what happens to them, with amounts and files beside them on a wide screen. */
export const columnsClass = 'grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]'

const placeholderRows = ['one', 'two', 'three', 'four', 'five']

/** A placeholder of a document's page, with the same parts in the same places. */
export function DetailSkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <LoadingNote />
      <div className="flex flex-col gap-4">
        <div>
          <Skeleton className="h-7 w-64" />
          <Skeleton className="mt-2 block! h-4 w-80" />
        </div>
        <div className="flex gap-10">
          {placeholderRows.slice(0, 3).map((row) => (
            <Skeleton key={row} className="h-10 w-28" />
          ))}
        </div>
      </div>
      <div className="grid gap-6 lg:grid-cols-4">
        {placeholderRows.slice(0, 4).map((row) => (
          <Skeleton key={row} className="h-20 w-full" />
        ))}
      </div>
      <div className={columnsClass}>
        <div className="rounded-card border border-border bg-raised p-5">
          {placeholderRows.map((row) => (
            <Skeleton key={row} className="mb-4 block! h-9 w-full" />
          ))}
        </div>
        <Skeleton className="h-64 w-full" />
      </div>
    </div>
  )
}
