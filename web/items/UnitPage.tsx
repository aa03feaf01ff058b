import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { absentStateOf } from '../api/query-state.ts'
import { useHasPermission } from '../api/viewer.ts'
import { itemPath } from '../paths.ts'
import { useParams } from '../routing/hooks.ts'
import { Link } from '../routing/Link.tsx'
import { Card } from '../ui/Card.tsx'
import { formatDate } from '../ui/format.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { t } from '../ui/text.ts'
import { ItemLineTable } from './ItemLineTable.tsx'
import { BackToItemTracker } from './ItemPage.tsx'
import { KeyboardWedge } from './KeyboardWedge.tsx'
import { linkClass, MoreButton, RowsSkeleton } from './list-elements.tsx'
import { unitQuery } from './queries.ts'
import { UnitEvents } from './UnitEvents.tsx'
import { eventsOfPages } from './unit-events.ts'

/** One serial or lot: its item, the documents that contain it, and its events. */
export function UnitPage(): ReactNode {
  const { code } = useParams('/itemTracker/units/$code')
  const query = useInfiniteQuery(unitQuery(code))
  const absence = absentStateOf(query)
  const pages = query.data?.pages ?? []
  const [firstPage] = pages
  const displayCode = firstPage?.units[0]?.code ?? code
  const lines = pages.flatMap(({ rows }) => rows)
  // Most units are on shipments, which have no prices: price columns are shown only if a line has a price.
  const priced = useHasPermission('prices') === true && lines.some(({ unitPrice, amount }) => unitPrice ?? amount)
  return (
    <>
      <KeyboardWedge />
      <BackToItemTracker />
      <PageHeader
        title={displayCode}
        lead={
          firstPage && (
            <>
              {firstPage.units.map(({ kind, sku, name }) => (
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
              {firstPage.expiry && (
                <span className="block">{t('items.unit.expiry', { date: formatDate(firstPage.expiry) })}</span>
              )}
            </>
          )
        }
      />
      {absence && (
        <Card padded={false}>
          <AbsentState absent={absence} skeleton={<RowsSkeleton />} />
        </Card>
      )}
      {firstPage && (
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
          <Card title={t('items.unit.lines')} padded={false}>
            <ItemLineTable
              lines={lines}
              caption={t('items.unit.lines.caption', { code: displayCode })}
              priced={priced}
            />
            <MoreButton query={query} />
          </Card>
          <UnitEvents events={eventsOfPages(pages)} />
        </div>
      )}
    </>
  )
}
