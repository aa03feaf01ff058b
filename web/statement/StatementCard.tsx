import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarSearch } from 'lucide-react'
import { absentStateOf } from '../api/query-state.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { formatCount } from '../ui/format.ts'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { t } from '../ui/text.ts'
import { Money } from '../ui/Values.tsx'
import { Movements } from './Movements.tsx'
import { PeriodFields } from './PeriodFields.tsx'
import { movementsQuery, type StatementPeriod } from './queries.ts'
import { SaveButtons } from './SaveButtons.tsx'

type StatementCardProps = { period: StatementPeriod; currencies: readonly string[] }

/** A period of the account: the opening balance, each movement, the closing balance. */
export function StatementCard({ period, currencies }: StatementCardProps) {
  const query = useInfiniteQuery(movementsQuery(period))
  const absence = absentStateOf(query)
  const [firstPage] = query.data?.pages ?? []
  const movements = query.data?.pages.flatMap((page) => page.movements) ?? []
  return (
    <Card title={t('statement.period')} action={<SaveButtons period={period} />} padded={false}>
      <PeriodFields period={period} currencies={currencies} />
      {absence && <AbsentState absent={absence} skeleton={<MovementsSkeleton />} />}
      {firstPage && (
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-y border-border px-4 py-4 sm:grid-cols-4 sm:px-5">
          {(['opening', 'charged', 'settled', 'closing'] as const).map((name) => (
            <div key={name}>
              <dt className="text-sm text-muted">{t(`statement.${name}`)}</dt>
              <dd className={name === 'opening' || name === 'closing' ? 'font-semibold' : ''}>
                <Money amount={firstPage[name]} currency={period.currency} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {firstPage && movements.length === 0 && (
        <EmptyState icon={CalendarSearch} title={t('statement.none')} text={t('statement.noneHint')} />
      )}
      {query.hasNextPage && (
        <strong className="hidden px-4 py-3 text-sm sm:px-5 print:block">
          {t('statement.printed.part', { count: formatCount(movements.length) })}
        </strong>
      )}
      {firstPage && movements.length > 0 && <Movements period={period} movements={movements} />}
      {query.hasNextPage && (
        <div className="no-print flex justify-center p-4">
          <Button pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('statement.more')}
          </Button>
        </div>
      )}
    </Card>
  )
}

function MovementsSkeleton() {
  return (
    <div className="space-y-3 border-t border-border p-5">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
        <Skeleton key={row} className="h-8 w-full" />
      ))}
    </div>
  )
}
