import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { exportInsight } from '#contract/console/insight.ts'
import { pathOf } from '#contract/endpoint.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { Link } from '#web/routing/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { formatCount } from '#web/ui/format.ts'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { Cell, HeadCell, Row } from '#web/ui/Table.tsx'
import { t } from '#web/ui/text.ts'
import { Reference } from '#web/ui/Values.tsx'
import { CsvLink } from '../CsvLink.tsx'
import { adoptionQuery } from './queries.ts'

/** Who of each customer was invited, has been there, and was there this week. */
export function ByCustomer(): ReactNode {
  const query = useInfiniteQuery(adoptionQuery)
  const absence = absentStateOf(query)
  const customers = query.data?.pages.flatMap((page) => page.customers) ?? []
  const title = t('insight.byCustomer')
  return (
    <Card
      title={title}
      padded={false}
      action={<CsvLink path={pathOf(exportInsight, { part: 'customers' })} what={title} />}
    >
      {absence && <AbsentState absent={absence} skeleton={<Skeleton className="h-40" />} />}
      {query.data && customers.length === 0 && (
        <p className="px-4 pb-4 text-muted sm:px-5">{t('insight.noCustomers')}</p>
      )}
      {customers.length > 0 && (
        <table className="w-full border-separate border-spacing-0">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <HeadCell>{t('insight.name')}</HeadCell>
              <HeadCell end>{t('insight.invited')}</HeadCell>
              <HeadCell end>{t('insight.signedIn')}</HeadCell>
              <HeadCell end className="max-sm:hidden">
                {t('insight.weekly')}
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {customers.map(({ id, number, name, invited, signedIn, weekly }) => (
              <Row key={id}>
                <Cell className="max-w-80 max-sm:max-w-40">
                  <Link
                    to="/customers/$id"
                    params={{ id }}
                    className="block truncate font-medium after:absolute after:inset-0 hover:underline"
                  >
                    <bdi>{name}</bdi>
                  </Link>
                  <span className="block text-sm text-muted">
                    <Reference>{number}</Reference>
                  </span>
                </Cell>
                <Cell end>{formatCount(invited)}</Cell>
                <Cell end>{formatCount(signedIn)}</Cell>
                <Cell end className="max-sm:hidden">
                  {formatCount(weekly)}
                </Cell>
              </Row>
            ))}
          </tbody>
        </table>
      )}
      {query.hasNextPage && (
        <div className="p-4 text-center">
          <Button pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('insight.more')}
          </Button>
        </div>
      )}
    </Card>
  )
}
