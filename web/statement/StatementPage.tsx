import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import { absentStateOf } from '../api/query-state.ts'
import { profileQuery, useHasPermission } from '../api/viewer.ts'
import { useSearch } from '../routing/hooks.ts'
import { NotFound } from '../routing/not-found.ts'
import { Card } from '../ui/Card.tsx'
import { formatDate } from '../ui/format.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useToday } from '../ui/portal.ts'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { t } from '../ui/text.ts'
import { BalanceCard } from './BalanceCard.tsx'
import { balancesQuery } from './queries.ts'
import { StatementCard } from './StatementCard.tsx'
import { StatementTabs } from './StatementTabs.tsx'
import { requestedDays } from './statement-period.ts'

/**
 * The balances and movements of the account, for members who may see invoices and prices; others get a not-found page.
 */
export function StatementPage(): ReactNode {
  const seesInvoices = useHasPermission('invoices.read')
  const seesPrices = useHasPermission('prices')
  if (seesInvoices === false || seesPrices === false) throw new NotFound()
  return <AccountStatement known={seesInvoices === true && seesPrices === true} />
}

function AccountStatement({ known }: { known: boolean }) {
  const { data: profile } = useQuery(profileQuery)
  const query = useQuery({ ...balancesQuery, enabled: known })
  const search = useSearch('/profile/statement')
  const today = useToday()
  const absence = absentStateOf(query)
  const balances = query.data?.balances ?? []
  const days = requestedDays(search, today)
  const currencies = [...new Set([...(query.data?.currencies ?? []), ...(search.currency ? [search.currency] : [])])]
  const currency = search.currency ?? currencies[0]
  const account = profile?.account
  return (
    <>
      <PageHeader
        title={t('statement.title')}
        lead={
          <>
            {/* Both lines reserve their space until they are loaded. */}
            <bdi className="block min-h-lh">{account && `${account.name} · ${account.number}`}</bdi>
            <span className="block min-h-lh text-sm">
              {query.data && t('statement.asOf', { date: formatDate(query.data.today) })}
            </span>
          </>
        }
      />
      <StatementTabs />
      {absence && <AbsentState absent={absence} skeleton={<BalanceSkeleton />} />}
      {query.data && balances.length === 0 && (
        <Card>
          <EmptyState icon={ReceiptText} title={t('statement.nothing')} text={t('statement.nothingHint')} />
        </Card>
      )}
      <div className="flex flex-col gap-6">
        {balances.length > 0 && (
          <div className={`grid items-start gap-6 ${balances.length > 1 ? 'xl:grid-cols-2' : ''}`}>
            {balances.map((balance) => (
              <BalanceCard key={balance.currency} balance={balance} />
            ))}
          </div>
        )}
        {query.data && <StatementCard period={{ ...days, currency: currency ?? 'EUR' }} currencies={currencies} />}
      </div>
    </>
  )
}

function BalanceSkeleton() {
  return (
    <Card>
      <Skeleton className="h-8 w-48" />
      <Skeleton className="mt-4 h-3 w-full" />
      <div className="mt-4 space-y-3">
        {['a', 'b', 'c', 'd', 'e'].map((row) => (
          <Skeleton key={row} className="h-7 w-full" />
        ))}
      </div>
    </Card>
  )
}
