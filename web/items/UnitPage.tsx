import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { absent } from '../api/view.ts'
import { useMay } from '../api/viewer.ts'
import { itemPath } from '../paths.ts'
import { AbsentState } from '../ui/AbsentState.tsx'
import { Card } from '../ui/Card.tsx'
import { formatDate } from '../ui/format.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { t } from '../ui/text.ts'
import { BackLink } from './ItemPage.tsx'
import { Lines } from './Lines.tsx'
import { linkClass, More, RowsSkeleton } from './parts.tsx'
import { unitQuery } from './queries.ts'
import { UnitEvents } from './UnitEvents.tsx'
import { Wedge } from './Wedge.tsx'

/** One serial or lot: what it is, the documents in which it stands, and what happened on its way. */
export function UnitPage(): ReactNode {
  const { code } = useParams({ from: '/itemTracker/units/$code' })
  const found = useInfiniteQuery(unitQuery(code))
  const nothing = absent(found)
  const pages = found.data?.pages ?? []
  const [first] = pages
  const told = first?.units[0]?.code ?? code
  const lines = pages.flatMap(({ rows }) => rows)
  // Units stand on shipments, which have no prices, far more often than on what has them.
  const priced = useMay('prices') === true && lines.some(({ unitPrice, amount }) => unitPrice ?? amount)
  return (
    <>
      <Wedge />
      <BackLink />
      <PageHeader
        title={told}
        lead={
          first && (
            <>
              {first.units.map(({ kind, sku, name }) => (
                <span key={`${kind} ${sku}`} className="block">
                  {t(`items.${kind}`)}
                  {sku !== null && (
                    <>
                      {' · '}
                      <Link {...itemPath(sku)} className={linkClass}>
                        {name ?? sku}
                      </Link>
                    </>
                  )}
                </span>
              ))}
              {first.expiry && (
                <span className="block">{t('items.unit.expiry', { date: formatDate(first.expiry) })}</span>
              )}
            </>
          )
        }
      />
      {nothing && (
        <Card padded={false}>
          <AbsentState absent={nothing} skeleton={<RowsSkeleton />} />
        </Card>
      )}
      {first && (
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
          <Card title={t('items.unit.lines')} padded={false}>
            <Lines lines={lines} caption={t('items.unit.lines.caption', { code: told })} priced={priced} />
            <More query={found} />
          </Card>
          <UnitEvents events={pages.flatMap(({ events }) => events)} />
        </div>
      )}
    </>
  )
}
