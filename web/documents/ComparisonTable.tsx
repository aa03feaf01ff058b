import { Minus, Plus, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Comparison, Side } from '../../contract/documents/activity.ts'
import { formatDecimal } from '../ui/format.ts'
import { t } from '../ui/text.ts'
import { Unknown } from '../ui/Values.tsx'
import { shownValue } from './change-text.ts'
import { unitLabel } from './fields.ts'

type Line = Comparison['lines'][number]

/** Two versions side by side: terms and totals that differ, lines that came, went or changed. */
export function ComparisonTable({ comparison }: { comparison: Comparison }): ReactNode {
  const { header, lines, same, currency } = comparison
  if (header.length + lines.length === 0) return <p className="text-muted">{t('versions.equal')}</p>
  return (
    <div className="flex flex-col gap-5">
      {header.length > 0 && (
        <Table title={t('versions.terms')}>
          {header.map(({ field, old, new: now }) => (
            <tr key={field}>
              <Name>{t(`changed.${field}`)}</Name>
              <Value old>{shownValue(field, old, currency)}</Value>
              <Value>{shownValue(field, now, currency)}</Value>
            </tr>
          ))}
        </Table>
      )}
      {lines.length > 0 && (
        <Table title={t('versions.lines')}>
          {lines.map((line) => (
            <LineDifference
              key={`${line.old?.line ?? ''} ${line.new?.line ?? ''} ${line.old?.item ?? ''}`}
              line={line}
              currency={currency}
            />
          ))}
        </Table>
      )}
      <p className="text-sm text-muted">
        <bdi>{t('versions.same', { count: same })}</bdi>
      </p>
    </div>
  )
}

function Table({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1 font-medium">{title}</h3>
      <table aria-label={title} className="w-full table-fixed border-collapse">
        <thead className="text-sm text-muted">
          <tr className="border-b border-border">
            <th scope="col" className="h-8 w-2/5 pe-2 text-start max-sm:w-[30%] font-medium">
              {t('versions.what')}
            </th>
            <th scope="col" className="px-2 text-end font-medium">
              {t('versions.from')}
            </th>
            <th scope="col" className="ps-2 text-end font-medium">
              {t('versions.to')}
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

const row = 'border-b border-border py-1.5 align-top'

function Name({ children }: { children: ReactNode }) {
  return (
    <th scope="row" className={`${row} pe-2 text-start font-normal wrap-anywhere`}>
      {children}
    </th>
  )
}

/** What was before stands back behind what is. */
function Value({ old = false, children }: { old?: boolean; children: ReactNode }) {
  return (
    <td
      className={`${row} tabular text-end wrap-anywhere max-sm:text-sm ${old ? 'px-2 text-muted' : 'ps-2 font-medium'}`}
    >
      <bdi>{children ?? <Unknown />}</bdi>
    </td>
  )
}

const fields = [
  ...(['quantity', 'unitPrice', 'discountPercent', 'amount'] as const),
  ...(['leadTimeDays', 'requestedDate', 'promisedDate', 'estimatedDate'] as const),
]

const marks = {
  added: { Icon: Plus, tone: 'text-good' },
  removed: { Icon: Minus, tone: 'text-bad' },
  changed: { Icon: RefreshCw, tone: 'text-muted' },
} as const

function LineDifference({ line: { old, new: now }, currency }: { line: Line; currency: string | null }) {
  const what = old === null ? 'added' : now === null ? 'removed' : 'changed'
  const { Icon, tone } = marks[what]
  const shown = fields.filter((field) => sideValue(old, field, currency) !== sideValue(now, field, currency))
  return (
    <>
      <tr>
        <th scope="rowgroup" colSpan={3} className="pt-3 pb-0.5 text-start font-medium wrap-anywhere">
          <span className={`me-2 inline-flex items-center gap-1 text-sm ${tone}`}>
            <Icon aria-hidden size={14} />
            {t(`versions.${what}`)}
          </span>
          <bdi>
            {now?.line ?? old?.line} · {now?.item ?? old?.item}
          </bdi>
        </th>
      </tr>
      {shown.map((field) => (
        <tr key={field}>
          <Name>
            <span className="text-muted">{t(`changed.${field}`)}</span>
          </Name>
          <Value old>{sideValue(old, field, currency)}</Value>
          <Value>{sideValue(now, field, currency)}</Value>
        </tr>
      ))}
    </>
  )
}

function sideValue(side: Side | null, field: (typeof fields)[number], currency: string | null): string | null {
  const value = side?.[field] ?? null
  if (value === null || field !== 'quantity') return shownValue(field, value, currency)
  return [formatDecimal(value), unitLabel(side?.unit)].filter(Boolean).join(' ')
}
