import type { ReactNode } from 'react'
import { toneOf } from '#contract/documents/types.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { type Fact, KeyFacts } from '#web/documents/detail/Facts.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { label, t } from '#web/ui/text.ts'
import { unitLabel } from '#web/ui/unit-label.ts'
import { DateCell, Money, Quantity, Reference, Text } from '#web/ui/Values.tsx'

const mostLines = 4

/** A document as its customer will see it, from what the file says. */
export function PreviewDocument({ document, isNew }: { document: IngestDocument; isNew: boolean }): ReactNode {
  const { type, number, account, accountName, status, currency = null, totals, lines = [] } = document
  const date = (name: string, value: string | null | undefined): Fact[] =>
    value ? [{ id: name, label: name, value: <DateCell date={value} /> }] : []
  const facts: Fact[] = [
    ...date(t('imports.field.issueDate'), document.issueDate),
    ...date(t('imports.field.requestedDate'), document.requestedDate),
    ...date(t('imports.field.promisedDate'), document.promisedDate),
    ...date(t('imports.field.validUntil'), document.validUntil),
    ...date(t('imports.field.dueDate'), document.dueDate),
    ...(document.customerReference
      ? [{ label: t('imports.field.customerReference'), value: document.customerReference }]
      : []),
    ...(totals?.gross
      ? [{ label: t('imports.field.totals_gross'), value: <Money amount={totals.gross} currency={currency} /> }]
      : []),
    ...(totals?.net && !totals.gross
      ? [{ label: t('imports.field.totals_net'), value: <Money amount={totals.net} currency={currency} /> }]
      : []),
  ]
  return (
    <article className="border-t border-border px-4 py-4 sm:px-5">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="font-semibold">
          {t(`type.${type}.one`)} <Reference>{number}</Reference>
        </h3>
        {status && <StatusChip tone={toneOf(type, status)}>{label(`status.${type}.${status}`)}</StatusChip>}
        <span className="text-sm text-muted">
          <bdi>{accountName ?? account}</bdi>
          {accountName && (
            <>
              {' '}
              (<bdi>{account}</bdi>)
            </>
          )}
        </span>
        {isNew && <StatusChip tone="info">{t('imports.newCustomer')}</StatusChip>}
      </div>
      {facts.length > 0 && (
        <div className="mt-2">
          <KeyFacts label={number} facts={facts} />
        </div>
      )}
      {lines.length > 0 && (
        <ul className="mt-3 flex flex-col gap-1 border-s-2 border-border ps-3 text-sm">
          {lines.slice(0, mostLines).map((line) => (
            <li key={line.line} className="flex flex-wrap justify-between gap-x-4">
              <span className="min-w-0 wrap-anywhere">
                <Text>{line.name ?? line.sku}</Text>
                {line.name && line.sku && (
                  <span className="text-muted">
                    {' '}
                    <bdi>{line.sku}</bdi>
                  </span>
                )}
              </span>
              <span className="flex gap-4">
                {line.quantity && <Quantity value={line.quantity} unit={unitLabel(line.unit)} />}
                {line.amount && <Money amount={line.amount} currency={currency} />}
              </span>
            </li>
          ))}
          {lines.length > mostLines && (
            <li className="text-muted">{t('imports.moreLines', { count: lines.length - mostLines })}</li>
          )}
        </ul>
      )}
    </article>
  )
}
