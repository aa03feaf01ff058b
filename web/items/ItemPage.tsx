import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ItemLine, ItemTotals } from '#contract/items/endpoints.ts'
import { absentStateOf } from '../api/query-state.ts'
import { useHasPermission } from '../api/viewer.ts'
import { documentPath, enquiryPath, itemTrackerPath } from '../paths.ts'
import { useParams } from '../routing/hooks.ts'
import { Link } from '../routing/Link.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { DateText } from '../ui/DateText.tsx'
import { formatDiscount } from '../ui/discount.ts'
import { formatAmount } from '../ui/formats/amounts.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { t } from '../ui/text.ts'
import { Quantity, Reference } from '../ui/Values.tsx'
import { FollowItem } from './FollowItem.tsx'
import { IncomingLines } from './IncomingLines.tsx'
import { ItemLines } from './ItemLines.tsx'
import { UnitList } from './ItemSearchResults.tsx'
import { KeyboardWedge } from './KeyboardWedge.tsx'
import { linkClass, MoreButton, RowsSkeleton } from './list-elements.tsx'
import { itemQuery, itemUnitsQuery } from './queries.ts'
import { unitLabel } from './unit-label.ts'

/** One item: its quantities, what arrives next, and every document that contains it. */
export function ItemPage(): ReactNode {
  const { sku } = useParams('/itemTracker/$sku')
  const query = useQuery(itemQuery(sku))
  const units = useInfiniteQuery({ ...itemUnitsQuery(sku), enabled: query.data !== undefined })
  const absence = absentStateOf(query)
  const mayEnquire = useHasPermission('quotes.write')
  const item = query.data
  const unitRows = units.data?.pages.flatMap(({ rows }) => rows) ?? []
  const identifiers = item && [
    item.name !== null && item.name !== sku ? sku : null,
    item.customerSku && t('items.customerSku', { number: item.customerSku }),
    item.gtin && t('items.gtin', { number: item.gtin }),
  ]
  return (
    <>
      <KeyboardWedge />
      <BackToItemTracker />
      <PageHeader title={item?.name ?? sku} lead={identifiers && <bdi>{identifiers.filter(Boolean).join(' · ')}</bdi>}>
        {item && <FollowItem sku={sku} />}
        {item && mayEnquire && (
          <Link {...enquiryPath({ sku })} className={`no-print ${buttonClass()}`}>
            {t('account.enquire')}
          </Link>
        )}
      </PageHeader>
      {absence && (
        <Card padded={false}>
          <AbsentState absent={absence} skeleton={<RowsSkeleton />} />
        </Card>
      )}
      {item && (
        <div className="flex flex-col gap-6">
          <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
            <Card title={t('items.totals')}>
              {item.totals.length === 0 && <p className="text-muted">{t('items.totals.none')}</p>}
              {item.totals.map((totals) => (
                <ItemQuantities key={totals.unit} totals={totals} />
              ))}
            </Card>
            {item.prices && item.prices.length > 0 && <Prices prices={item.prices} />}
          </div>
          <Card title={t('items.next')} padded={false}>
            {item.coming.length > 0 ? (
              <IncomingLines lines={item.coming} />
            ) : (
              <p className="px-4 pb-4 text-muted sm:px-5">{t('items.next.none')}</p>
            )}
          </Card>
          <ItemLines sku={sku} name={item.name ?? sku} priced={item.prices !== null} />
          {unitRows.length > 0 && (
            <Card title={t('items.units')} padded={false}>
              <UnitList units={unitRows.map((unit) => ({ ...unit, sku: null, name: null }))} />
              <MoreButton query={units} />
            </Card>
          )}
        </div>
      )}
    </>
  )
}

/** The link back to the item tracker. */
export function BackToItemTracker() {
  return (
    <p className="no-print mb-3">
      <Link
        {...itemTrackerPath()}
        activeOptions={{ exact: true }}
        className={`inline-flex items-center gap-2 text-muted ${linkClass}`}
      >
        <ArrowLeft aria-hidden size={16} className="rtl:rotate-180" />
        {t('items.back')}
      </Link>
    </p>
  )
}

const quantityNames = ['ordered', 'open', 'inTransit', 'delivered', 'returned', 'cancelled', 'invoiced'] as const

function ItemQuantities({ totals }: { totals: ItemTotals }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 not-first-of-type:mt-5 sm:grid-cols-3">
      {quantityNames
        .filter((stage) => totals[stage] !== null && (stage !== 'cancelled' || totals[stage] !== '0'))
        .map((stage) => (
          <div key={stage}>
            <dt className="text-sm text-muted">{t(`items.${stage}`)}</dt>
            <dd className="text-lg font-semibold">
              <Quantity value={totals[stage]} unit={unitLabel(totals.unit)} />
            </dd>
          </div>
        ))}
    </dl>
  )
}

function Prices({ prices }: { prices: readonly ItemLine[] }) {
  return (
    <Card title={t('items.prices')}>
      <ul className="space-y-3">
        {prices.map(({ type, number, date, unitPrice, discountPercent, currency, unit }) => (
          <li key={type}>
            <span className="block font-semibold">
              <bdi>
                {t('items.prices.each', {
                  price: formatAmount(unitPrice ?? '0', currency),
                  currency: currency ?? '',
                  unit: unitLabel(unit) ?? t('unit.EA'),
                })}
              </bdi>
              {discountPercent && <bdi className="tabular ms-2">{formatDiscount(discountPercent)}</bdi>}
            </span>
            <span className="block text-sm text-muted">
              <Link {...documentPath(type, number)} className={linkClass}>
                <Reference>{number}</Reference>
              </Link>
              {' · '}
              <DateText date={date} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
