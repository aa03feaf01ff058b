import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowLeft, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { toneOf } from '#contract/documents/types.ts'
import type { FoundDocument, FoundItem, Unit } from '#contract/items/endpoints.ts'
import { absentStateOf } from '../api/query-state.ts'
import { documentPath, itemPath, itemTrackerPath, searchPath, unitPath } from '../paths.ts'
import { Link, Navigate } from '../routing/Link.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { DateText } from '../ui/DateText.tsx'
import { formatDate, formatDecimal } from '../ui/format.ts'
import { StatusChip } from '../ui/StatusChip.tsx'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { label, t } from '../ui/text.ts'
import { Reference } from '../ui/Values.tsx'
import { linkClass, MoreButton, RowsSkeleton } from './list-elements.tsx'
import { itemSearchQuery } from './queries.ts'
import { scanTarget } from './scan-target.ts'
import { unitLabel } from './unit-label.ts'

/** The results for a text or a scanned label: items, serials and lots, documents. */
export function ItemSearchResults({ text }: { text: string }): ReactNode {
  const query = useInfiniteQuery(itemSearchQuery(text))
  const absence = absentStateOf(query)
  const [firstPage] = query.data?.pages ?? []
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const target = firstPage && scanTarget(firstPage)
  // Replaces the scan in the history, so that going back does not lead here again.
  if (target) return <Navigate {...target} replace />
  const isEmpty = firstPage && items.length + firstPage.units.length + firstPage.documents.length === 0
  return (
    <div className="flex flex-col gap-5">
      <p>
        <Link {...itemTrackerPath()} className={`inline-flex items-center gap-2 ${linkClass}`}>
          <ArrowLeft aria-hidden size={16} className="rtl:rotate-180" />
          {t('items.clear')}
        </Link>
      </p>
      {firstPage?.label && <ScannedLabel read={firstPage.label} />}
      {absence && (
        <Card padded={false}>
          <AbsentState absent={absence} skeleton={<RowsSkeleton />} />
        </Card>
      )}
      {isEmpty && (
        <Card>
          <EmptyState icon={SearchX} title={t('items.found.none', { text })} text={t('items.found.noneText')}>
            <Link {...searchPath(text.slice(0, 200))} className={buttonClass()}>
              {t('items.found.search')}
            </Link>
          </EmptyState>
        </Card>
      )}
      {items.length > 0 && (
        <Card title={t('items.found.items')} padded={false}>
          <ul>
            {items.map((item) => (
              <ItemHit key={item.sku} item={item} />
            ))}
          </ul>
          <MoreButton query={query} />
        </Card>
      )}
      {firstPage && firstPage.units.length > 0 && (
        <Card title={t('items.found.units')} padded={false}>
          <UnitList units={firstPage.units} />
        </Card>
      )}
      {firstPage && firstPage.documents.length > 0 && (
        <Card title={t('items.found.documents')} padded={false}>
          <ul>
            {firstPage.documents.map((document) => (
              <DocumentHit key={`${document.type} ${document.number}`} document={document} />
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}

const rowClass = 'border-t border-border px-4 py-3 sm:px-5'

type LabelContent = {
  gtin: string | null
  serial: string | null
  lot: string | null
  expiry: string | null
  sscc: string | null
}

/** The data read from a label, so that a wrong scan is noticed. */
function ScannedLabel({ read }: { read: LabelContent }) {
  const presentFields = (['gtin', 'serial', 'lot', 'expiry', 'sscc'] as const).filter((name) => read[name] !== null)
  return (
    <Card title={t('items.read.title')}>
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {presentFields.map((name) => (
          <div key={name}>
            <dt className="text-sm text-muted">{t(`items.read.${name}`)}</dt>
            <dd>{name === 'expiry' ? <DateText date={read.expiry} /> : <Reference>{read[name]}</Reference>}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function ItemHit({ item: { sku, name, customerSku, next } }: { item: FoundItem }) {
  return (
    <li className={`${rowClass} flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1`}>
      <span className="min-w-0">
        <Link {...itemPath(sku)} className={`font-medium wrap-anywhere ${linkClass}`}>
          {name ?? sku}
        </Link>
        <span className="block text-sm text-muted">
          <bdi>{sku}</bdi>
          {customerSku && <> · {t('items.customerSku', { number: customerSku })}</>}
        </span>
      </span>
      {next && <span className="text-sm text-muted">{nextDeliveryText(next)}</span>}
    </li>
  )
}

function nextDeliveryText({ inTransit, open, unit, arrival }: NonNullable<FoundItem['next']>): string {
  const deliveryTexts = {
    quantity: formatDecimal(Number(inTransit) > 0 ? inTransit : open),
    unit: unitLabel(unit) ?? '',
  }
  return arrival === null
    ? t('items.found.nextUndated', deliveryTexts)
    : t('items.found.next', { ...deliveryTexts, date: formatDate(arrival) })
}

/** Serials and lots, each a link to its page; several stand in a row, because they are short and many. */
export function UnitList({ units }: { units: readonly Unit[] }) {
  return (
    <ul className="grid border-t border-border py-1.5 sm:grid-cols-2 xl:grid-cols-3">
      {units.map(({ kind, code, sku, name }) => (
        <li
          key={`${kind} ${code} ${sku}`}
          className="flex flex-wrap items-baseline gap-x-3 px-4 py-2 sm:px-5 pointer-coarse:py-3"
        >
          <Link {...unitPath(code)} className={linkClass}>
            <Reference>{code}</Reference>
          </Link>
          <span className="text-sm text-muted">
            {t(`items.${kind}`)}
            {(name ?? sku) && (
              <>
                {' · '}
                <bdi>{name ?? sku}</bdi>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

function DocumentHit({
  document: { type, number, status, date, customerReference, items },
}: {
  document: FoundDocument
}) {
  return (
    <li className={rowClass}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-sm text-muted">{label(`type.${type}.one`)}</span>
        <Link {...documentPath(type, number)} className={linkClass}>
          <Reference>{number}</Reference>
        </Link>
        <StatusChip tone={toneOf(type, status)}>{label(`status.${type}.${status}`)}</StatusChip>
        <span className="text-sm text-muted">
          <DateText date={date} />
          {customerReference && (
            <>
              {' · '}
              <bdi>{customerReference}</bdi>
            </>
          )}
        </span>
      </div>
      {items.length > 0 && (
        <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
          {items.map(({ sku, name }) => (
            <li key={sku}>
              <Link {...itemPath(sku)} className={linkClass}>
                {name ?? sku}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
