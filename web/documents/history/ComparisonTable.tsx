import { Minus, Plus, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ComparedLine, Comparison } from '#contract/documents/activity.ts'
import { allLineFields, lineFieldsWith } from '#contract/documents/line-fields.ts'
import { formatDecimal } from '#web/ui/format.ts'
import { t } from '#web/ui/text.ts'
import { unitLabel } from '#web/ui/unit-label.ts'
import { Unknown } from '#web/ui/Values.tsx'
import { formatFieldValue } from './change-text.ts'

type LineComparison = Comparison['lines'][number]

/** Two versions side by side: terms and totals that differ, and lines that were added, removed or changed. */
export function ComparisonTable({ comparison }: { comparison: Comparison }): ReactNode {
  const { header, lines, same, currency } = comparison
  if (header.length + lines.length === 0) return <p className="text-muted">{t('versions.equal')}</p>
  return (
    <div className="flex flex-col gap-5">
      {header.length > 0 && (
        <DifferenceTable title={t('versions.terms')}>
          {header.map(({ field, old, new: now }) => (
            <tr key={field}>
              <FieldName>{t(`changed.${field}`)}</FieldName>
              <FieldValue old>{formatFieldValue(field, old, currency)}</FieldValue>
              <FieldValue>{formatFieldValue(field, now, currency)}</FieldValue>
            </tr>
          ))}
        </DifferenceTable>
      )}
      {lines.length > 0 && (
        <DifferenceTable title={t('versions.lines')}>
          {lines.map((line) => (
            <LineDifference
              key={`${line.old?.line ?? ''} ${line.new?.line ?? ''} ${line.old?.item ?? ''}`}
              line={line}
              currency={currency}
            />
          ))}
        </DifferenceTable>
      )}
      <p className="text-sm text-muted">
        <bdi>{t('versions.same', { count: same })}</bdi>
      </p>
    </div>
  )
}

function DifferenceTable({ title, children }: { title: string; children: ReactNode }) {
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

const cellClass = 'border-b border-border py-1.5 align-top'

function FieldName({ children }: { children: ReactNode }) {
  return (
    <th scope="row" className={`${cellClass} pe-2 text-start font-normal wrap-anywhere`}>
      {children}
    </th>
  )
}

/** The old value is muted, the new one emphasised. */
function FieldValue({ old = false, children }: { old?: boolean; children: ReactNode }) {
  return (
    <td
      className={`${cellClass} tabular text-end wrap-anywhere max-sm:text-sm ${old ? 'px-2 text-muted' : 'ps-2 font-medium'}`}
    >
      <bdi>{children ?? <Unknown />}</bdi>
    </td>
  )
}

/** Dates come last: first what is offered for how much. The unit stands beside its quantity. */
const lineFields = lineFieldsWith('comparison')
  .filter((name) => name !== 'unit')
  .toSorted((a, b) => Number(isDate(a)) - Number(isDate(b)))

function isDate(name: string): boolean {
  return allLineFields[name]?.kind === 'date'
}

const differenceMarks = {
  added: { Icon: Plus, tone: 'text-good' },
  removed: { Icon: Minus, tone: 'text-bad' },
  changed: { Icon: RefreshCw, tone: 'text-muted' },
} as const

function LineDifference({ line: { old, new: now }, currency }: { line: LineComparison; currency: string | null }) {
  const difference = old === null ? 'added' : now === null ? 'removed' : 'changed'
  const { Icon, tone } = differenceMarks[difference]
  const changedFields = lineFields.filter(
    (field) => lineFieldValue(old, field, currency) !== lineFieldValue(now, field, currency),
  )
  return (
    <>
      <tr>
        <th scope="rowgroup" colSpan={3} className="pt-3 pb-0.5 text-start font-medium wrap-anywhere">
          <span className={`me-2 inline-flex items-center gap-1 text-sm ${tone}`}>
            <Icon aria-hidden size={14} />
            {t(`versions.${difference}`)}
          </span>
          <bdi>
            {now?.line ?? old?.line} · {now?.item ?? old?.item}
          </bdi>
        </th>
      </tr>
      {changedFields.map((field) => (
        <tr key={field}>
          <FieldName>
            <span className="text-muted">{t(`changed.${field}`)}</span>
          </FieldName>
          <FieldValue old>{lineFieldValue(old, field, currency)}</FieldValue>
          <FieldValue>{lineFieldValue(now, field, currency)}</FieldValue>
        </tr>
      ))}
    </>
  )
}

function lineFieldValue(
  line: ComparedLine | null,
  field: (typeof lineFields)[number],
  currency: string | null,
): string | null {
  const value = line?.[field] ?? null
  if (value === null || field !== 'quantity') return formatFieldValue(field, value, currency)
  return [formatDecimal(value), unitLabel(line?.unit)].filter(Boolean).join(' ')
}
