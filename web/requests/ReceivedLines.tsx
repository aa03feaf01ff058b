import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DocumentDetail, DocumentLine } from '#contract/documents/endpoints.ts'
import { uncountedLines } from '#contract/requests/acts.ts'
import { unambiguous } from '../ui/fields/decimal.ts'
import { formatDecimal } from '../ui/format.ts'
import { t } from '../ui/text.ts'
import { unitLabel } from '../ui/unit-label.ts'
import { DecimalField } from './DecimalField.tsx'
import { maxLines } from './LineChoice.tsx'
import { quantityName, receiptName } from './line-fields.ts'
import { requestsQuery } from './queries.ts'

type ReceivedLinesProps = { detail: DocumentDetail; missing: readonly string[]; error: string | undefined }

/**
 * How many came of each line of a delivery of which nobody has said it yet, and how many of these are damaged. It begins
 * with what was delivered.
 */
export function ReceivedLines({ detail, missing, error }: ReceivedLinesProps): ReactNode {
  const { type, number, lines } = detail
  const { data } = useQuery(requestsQuery(type, number))
  const left = uncountedLines(
    lines.filter(({ kind }) => kind === 'item').map(({ line }) => line),
    data?.requests ?? [],
  )
  const items = lines.filter(({ line }) => left.includes(line)).slice(0, maxLines)
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t('request.field.lines')}</legend>
      <ul className="flex flex-col gap-3 rounded-control border border-border p-3">
        {items.map((line) => (
          <ReceivedLine key={line.line} line={line} missing={missing.includes(quantityName(line.line))} />
        ))}
      </ul>
      {error && <p className="mt-1 text-sm text-bad">{error}</p>}
    </fieldset>
  )
}

function ReceivedLine({ line, missing }: { line: DocumentLine; missing: boolean }) {
  const delivered = line.quantity ?? ''
  const begin = unambiguous(delivered)
  const quantityText = delivered && [formatDecimal(delivered), unitLabel(line.unit)].filter(Boolean).join(' ')
  const name = line.name ?? line.sku ?? t('request.line', { line: line.line })
  return (
    <li>
      <fieldset aria-label={t('request.line', { line: line.line })}>
        <bdi className="mb-1 block wrap-anywhere">{name}</bdi>
        <input type="hidden" name="line" value={line.line} />
        <input type="hidden" name={receiptName('delivered', line.line)} value={begin} />
        <div className="grid grid-cols-2 items-start gap-2">
          <DecimalField
            name={receiptName('received', line.line)}
            label={t('request.field.received')}
            hint={quantityText ? t('request.quantity.of', { quantity: quantityText }) : undefined}
            error={missing ? t('request.receipt.missing') : undefined}
            defaultValue={begin}
          />
          <DecimalField name={receiptName('damaged', line.line)} label={t('request.field.damaged')} />
        </div>
      </fieldset>
    </li>
  )
}
