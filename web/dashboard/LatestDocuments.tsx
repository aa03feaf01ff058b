import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DocumentRow } from '../../contract/documents/endpoints.ts'
import { toneOf } from '../../contract/documents/types.ts'
import type { DocumentType } from '../../contract/values.ts'
import { absent } from '../api/view.ts'
import { documentPath, listPath } from '../paths.ts'
import { AbsentState } from '../ui/AbsentState.tsx'
import { Card } from '../ui/Card.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { StatusChip } from '../ui/StatusChip.tsx'
import { label, t } from '../ui/text.ts'
import { DateText, Money, Reference, Text } from '../ui/Values.tsx'
import { latestQuery } from './queries.ts'

/** The newest documents of a type. */
export function LatestDocuments({ type }: { type: DocumentType }) {
  const latest = useQuery(latestQuery(type))
  const nothing = absent(latest)
  if (nothing?.state === 'loading') return <LatestSkeleton type={type} />
  const rows = latest.data?.rows ?? []
  return (
    <Card title={t(`dashboard.latest.${type}`)} padded={false} action={rows.length > 0 && <All type={type} />}>
      {nothing && <AbsentState absent={nothing} skeleton={null} />}
      {!nothing && rows.length === 0 && (
        <p className="border-t border-border px-4 py-10 text-center text-muted sm:px-5">
          {t(`dashboard.empty.${type}`)}
        </p>
      )}
      <ul>
        {rows.map((row) => (
          <LatestRow key={row.number} row={row} />
        ))}
      </ul>
    </Card>
  )
}

function All({ type }: { type: DocumentType }) {
  return (
    <Link {...listPath(type)} className="text-sm text-muted hover:text-text hover:underline hover:underline-offset-2">
      {t('dashboard.all', { type: t(`type.${type}`).toLocaleLowerCase() })}
    </Link>
  )
}

const line =
  'grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-t border-border px-4 py-2 sm:grid-cols-[minmax(0,1fr)_156px_112px] sm:px-5'
const chip = 'justify-self-end sm:row-span-2 sm:justify-self-start'

function LatestRow({ row }: { row: DocumentRow }) {
  const { date, amount, currency } = facts(row)
  return (
    <li>
      <Link {...documentPath(row.type, row.number)} className={`${line} outline-offset-[-2px] hover:bg-hover`}>
        <span className="truncate">
          <Reference>{row.number}</Reference>
        </span>
        <span className={chip}>
          <StatusChip tone={toneOf(row.type, row.status)}>{label(`status.${row.type}.${row.status}`)}</StatusChip>
        </span>
        <span className={`text-end max-sm:order-last ${amount === undefined ? 'sm:row-span-2' : ''}`}>
          {amount === undefined ? <DateText date={date} relative /> : <Money amount={amount} currency={currency} />}
        </span>
        <span className="truncate text-sm text-muted">
          <Text>{row.customerReference}</Text>
        </span>
        {amount !== undefined && (
          <span className="text-end text-sm text-muted max-sm:hidden sm:col-start-3">
            <DateText date={date} relative />
          </span>
        )}
      </Link>
    </li>
  )
}

/** The one date and the one amount that a person asks about first. */
function facts(row: DocumentRow): { date: string | null; amount?: string | null; currency?: string | null } {
  switch (row.type) {
    case 'shipments':
      return { date: row.deliveredDate ?? row.estimatedDate ?? row.despatchDate }
    case 'invoices':
      return { date: row.dueDate ?? row.issueDate, amount: row.gross, currency: row.currency }
    case 'quotes':
    case 'orders':
      return { date: row.issueDate, amount: row.gross, currency: row.currency }
  }
}

export function LatestSkeleton({ type }: { type: DocumentType }) {
  return (
    <Card title={t(`dashboard.latest.${type}`)} padded={false}>
      <ul aria-hidden>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
          <li key={row} className={line}>
            <Skeleton className="h-4 w-28" />
            <span className={chip}>
              <Skeleton className="h-6 w-24 rounded-full" />
            </span>
            <Skeleton className="h-4 w-20 justify-self-end max-sm:order-last" />
            <Skeleton className="h-3 w-20" />
          </li>
        ))}
      </ul>
    </Card>
  )
}
