import type { ReactNode } from 'react'
import type { ShownOffer as Shown } from '#contract/requests/request.ts'
import { formatDate, formatDecimal } from '../ui/format.ts'
import { t } from '../ui/text.ts'
import { unitLabel } from '../ui/unit-label.ts'
import { Money } from '../ui/Values.tsx'
import { ApprovalList } from './approvals/ApprovalList.tsx'

/** What a person saw when accepting a quote, on request: the lines with their amounts, the total and the terms. */
export function ShownOffer({ shown }: { shown: Shown }): ReactNode {
  const { lines, currency, gross, net, validUntil, shipTo, deliveryTerms, paymentTerms, approvals } = shown
  const terms = [
    validUntil && t('quote.validUntil', { date: formatDate(validUntil) }),
    shipTo.join(', '),
    deliveryTerms,
    paymentTerms,
  ].filter(Boolean)
  return (
    <details className="mt-1 text-sm">
      <summary className="min-h-8 cursor-pointer text-muted hover:text-text pointer-coarse:min-h-10">
        {t('requests.shown')}
        {(gross ?? net) && (
          <>
            {' · '}
            <Money amount={gross ?? net} currency={currency} />
          </>
        )}
      </summary>
      <ul className="mt-1 flex flex-col gap-0.5">
        {lines.map((line) => (
          <li key={line.line} className="flex justify-between gap-4">
            <bdi className="min-w-0 wrap-anywhere">
              {[
                line.quantity && [formatDecimal(line.quantity), unitLabel(line.unit)].filter(Boolean).join(' '),
                line.name ?? line.sku ?? t('request.line', { line: line.line }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </bdi>
            {line.amount && <Money amount={line.amount} currency={currency} />}
          </li>
        ))}
      </ul>
      {approvals && <ApprovalList approvals={approvals} />}
      {terms.length > 0 && (
        <p dir="auto" className="mt-1 text-muted">
          {terms.join(' · ')}
        </p>
      )}
    </details>
  )
}
