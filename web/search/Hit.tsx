import { definitions, toneOf } from '#contract/documents/types.ts'
import type { SearchHit } from '#contract/search/search.ts'
import type { DocumentType } from '#contract/values.ts'
import { documentPath } from '../paths.ts'
import { Link } from '../routing/Link.tsx'
import { DateText } from '../ui/DateText.tsx'
import { formatDate } from '../ui/format.ts'
import { formatAmount } from '../ui/formats/amounts.ts'
import { useToday } from '../ui/portal.ts'
import { StatusChip } from '../ui/StatusChip.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { label, t } from '../ui/text.ts'
import { Reference, Text } from '../ui/Values.tsx'
import { HighlightedText } from './HighlightedText.tsx'
import { splitByRanges } from './text-pieces.ts'

const rowClass =
  'grid min-h-16 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-t border-border px-4 py-2.5 sm:grid-cols-[minmax(0,1fr)_176px_184px] sm:px-5'

/** One hit: the document and where it matched. */
export function Hit({ hit }: { hit: SearchHit }) {
  const numberMatch = hit.matched.find((match) => match.field === 'number')
  const otherMatches = hit.matched.filter((match) => match.field !== 'number')
  const day = nextDay(hit, useToday())
  return (
    <li>
      <Link {...documentPath(hit.type, hit.number)} className={`${rowClass} outline-offset-[-2px] hover:bg-hover`}>
        <span className="min-w-0">
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
            <Reference>
              {numberMatch ? (
                <HighlightedText parts={splitByRanges(numberMatch.text, numberMatch.ranges)} />
              ) : (
                hit.number
              )}
            </Reference>
            <span className="min-w-0 truncate text-muted">
              <Text>{hit.title}</Text>
            </span>
          </span>
          {otherMatches.slice(0, 3).map((match) => (
            <span key={`${match.field}-${match.text}`} className="block truncate text-sm text-muted">
              {label(`matched.${match.field}`)}:{' '}
              <bdi className="text-text">
                <MatchText match={match} />
              </bdi>
            </span>
          ))}
        </span>
        <span>
          <StatusChip tone={toneOf(hit.type, hit.status)}>{label(`status.${hit.type}.${hit.status}`)}</StatusChip>
        </span>
        <span className="text-end text-muted max-sm:col-span-2 max-sm:text-start max-sm:text-sm">
          {day === null ? <DateText date={hit.date} /> : <bdi>{day}</bdi>}
        </span>
      </Link>
    </li>
  )
}

const dayTexts: Readonly<Partial<Record<DocumentType, (date: string) => string>>> = {
  quotes: (date) => t('find.day.quotes', { date }),
  orders: (date) => t('find.day.orders', { date }),
  shipments: (date) => t('find.day.shipments', { date }),
  invoices: (date) => t('find.day.invoices', { date }),
}

/** The day that matters next, in words: when it comes, is due or ends; null when the document's own day says more. */
function nextDay({ type, status, keyDate }: SearchHit, today: string): string | null {
  if (keyDate === null) return null
  const date = formatDate(keyDate)
  if (status === 'delivered') return t('find.day.delivered', { date })
  if (!(definitions[type].active as readonly string[]).includes(status)) return null
  const isGoods = type === 'orders' || type === 'shipments'
  return isGoods && keyDate < today ? t('find.day.overdue', { date }) : (dayTexts[type]?.(date) ?? null)
}

const amountFields: readonly string[] = ['gross', 'net', 'open']

/** The matching text, highlighted; an amount is formatted and highlighted as a whole. */
export function MatchText({ match }: { match: SearchHit['matched'][number] }) {
  if (amountFields.includes(match.field)) return <mark>{formatAmount(match.text, null)}</mark>
  return <HighlightedText parts={splitByRanges(match.text, match.ranges)} />
}

export function HitSkeleton() {
  return (
    <li className={rowClass}>
      <span className="flex min-w-0 flex-col gap-2">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="h-3 w-72" />
      </span>
      <Skeleton className="h-6 w-24 rounded-full" />
    </li>
  )
}
