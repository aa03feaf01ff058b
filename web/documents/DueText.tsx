import { DateCell } from '../ui/Values.tsx'
import { type DatedDocument, type DueHint, dueHint, keyDateOf } from './due.ts'

const colours = { bad: 'font-medium text-bad', warn: 'font-medium text-warn', muted: 'text-muted' } as const

/** How late or how soon, in words. */
export function DueText({ due }: { due: DueHint }) {
  return <bdi className={`text-sm whitespace-nowrap ${colours[due.tone]}`}>{due.text}</bdi>
}

/** A document's key date, and below it how late or how soon it is. */
export function KeyDate({ document, today }: { document: DatedDocument; today: string }) {
  const due = dueHint(document, today)
  return (
    <span className="cell-lines">
      <DateCell date={keyDateOf(document)} />
      {due && (
        <span className="truncate" title={due.text}>
          <DueText due={due} />
        </span>
      )}
    </span>
  )
}
