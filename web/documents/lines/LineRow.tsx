import { ChevronDown } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { DocumentDetail, DocumentLine } from '#contract/documents/endpoints.ts'
import { itemPath } from '#web/paths.ts'
import { Link } from '#web/routing/Link.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { formatDiscount } from '#web/ui/discount.ts'
import { formatDecimal } from '#web/ui/format.ts'
import { useToday } from '#web/ui/portal.ts'
import { label, t } from '#web/ui/text.ts'
import { unitLabel } from '#web/ui/unit-label.ts'
import { Money, Quantity, Text } from '#web/ui/Values.tsx'
import { DueText } from '../DueText.tsx'
import { goodsDueHint } from '../due.ts'
import { LineDetail } from './LineDetail.tsx'
import { StageBar } from './StageBar.tsx'
import { expectedDate, isOpenLine, isPartlyShipped, type Stages } from './stages.ts'

/** Which columns the lines of a type have, and whether items link to the item tracker. */
export type LineColumns = {
  wide: boolean
  stages: boolean
  /** When the rest is expected has a column of its own; else it stands below what is shipped. */
  dates: boolean
  packages: boolean
  amount: boolean
  linked: boolean
  count: number
}

type LineRowProps = {
  line: DocumentLine
  columns: LineColumns
  currency: string | null
  expanded: boolean
  detail: Pick<DocumentDetail, 'type' | 'number'>
  onToggle: (line: string) => void
}

const cellClass = 'border-b border-border px-2 py-2 align-top first:ps-5 last:pe-3'

/** One line, with its details below it when expanded. Memoised: scrolling does not render it again. */
export const LineRow = memo(function LineRow({ line, columns, currency, expanded, detail, onToggle }: LineRowProps) {
  const isItem = line.kind === 'item'
  const edgeClass = expanded ? 'border-transparent!' : ''
  const id = `line-${encodeURIComponent(line.line)}`
  if (line.kind === 'text')
    return (
      <tr>
        <td colSpan={columns.count} className={`${cellClass} text-muted`}>
          <Text>{line.description ?? line.name ?? line.note}</Text>
        </td>
      </tr>
    )
  return (
    <>
      <tr className="group relative hover:bg-hover focus-within:bg-hover">
        <td className={`${cellClass} ${edgeClass}`}>
          <ItemName line={line} linked={columns.linked} />
          <LineSubtitle line={line} wide={columns.wide} stages={columns.stages ? line.stages : undefined} />
        </td>
        {columns.wide && (
          <td className={`${cellClass} ${edgeClass} text-right`}>
            {(isItem || hasSeveralUnits(line)) && <Quantity value={line.quantity} unit={unitLabel(line.unit)} />}
          </td>
        )}
        {columns.wide && columns.stages && (
          <StageCells line={line} dates={columns.dates} className={`${cellClass} ${edgeClass}`} />
        )}
        {columns.packages && (
          <td className={`${cellClass} ${edgeClass} truncate`}>
            {line.package ? <bdi className="tabular text-sm">{line.package}</bdi> : <Text>{null}</Text>}
          </td>
        )}
        {columns.amount && (
          <td className={`${cellClass} ${edgeClass} text-right`}>
            <Money amount={line.amount} currency={currency} />
            {line.unitPrice && (isItem || hasSeveralUnits(line)) && (
              <span className="block text-sm text-muted">
                <bdi>
                  <Money amount={line.unitPrice} currency={null} /> / {unitLabel(line.unit) ?? t('unit.EA')}
                </bdi>
                <LineDiscount percent={line.discountPercent} />
              </span>
            )}
          </td>
        )}
        <td className={`${cellClass} ${edgeClass} text-end`}>
          <button
            type="button"
            aria-expanded={expanded}
            aria-controls={expanded ? id : undefined}
            aria-label={t('lines.show', { line: line.line })}
            onClick={() => onToggle(line.line)}
            className="inline-flex size-6 items-center justify-center rounded-control text-muted after:absolute after:inset-0 pointer-coarse:size-10"
          >
            <ChevronDown aria-hidden size={16} className={`transition-transform ${expanded ? 'rotate-180' : ''}`} />
          </button>
        </td>
      </tr>
      {expanded && (
        <tr id={id}>
          <td colSpan={columns.count} className={`${cellClass} pe-5! pt-0!`}>
            <LineDetail
              line={line}
              currency={currency}
              prices={columns.amount}
              linked={columns.linked}
              detail={detail}
            />
          </td>
        </tr>
      )}
    </>
  )
})

type StageCellsProps = { line: DocumentLine; dates: boolean; className: string }

/** What is shipped of a line and when the rest is expected: in cells of their own, or one below the other. */
function StageCells({ line, dates, className }: StageCellsProps): ReactNode {
  const expected = line.kind === 'item' && <ExpectedCell line={line} />
  return (
    <>
      <td className={className}>
        {line.stages && <StageCell stages={line.stages} />}
        {!dates && expected}
      </td>
      {dates && <td className={className}>{expected}</td>}
    </>
  )
}

/** Explains why quantity times price is not the amount. */
function LineDiscount({ percent }: { percent: string | null }): ReactNode {
  const text = formatDiscount(percent)
  return text && <bdi className="tabular ms-1.5 whitespace-nowrap">{text}</bdi>
}

/** A charge shows its quantity only when that is not 1. */
function hasSeveralUnits(line: DocumentLine): boolean {
  return line.quantity !== null && line.quantity !== '1'
}

function ItemName({ line, linked }: { line: DocumentLine; linked: boolean }) {
  const name = line.name ?? line.description ?? line.sku
  return (
    <span className="line-clamp-2 font-medium wrap-anywhere" title={name && name.length > 80 ? name : undefined}>
      {linked && line.sku !== null ? (
        // Stacked above the button that covers the row.
        <Link
          {...itemPath(line.sku)}
          className="relative z-1 underline decoration-border underline-offset-4 hover:decoration-current pointer-coarse:-my-2.5 pointer-coarse:inline-block pointer-coarse:py-2.5"
        >
          <Text>{name}</Text>
        </Link>
      ) : (
        <Text>{name}</Text>
      )}
    </span>
  )
}

/** Line number and item numbers; on a phone also the quantity and its stages. */
type LineSubtitleProps = { line: DocumentLine; wide: boolean; stages: Stages | undefined }

function LineSubtitle({ line, wide, stages }: LineSubtitleProps): ReactNode {
  const parts = [line.line, line.sku !== line.name ? line.sku : null].filter((part) => part !== null && part !== '')
  return (
    <span className="block text-sm text-muted">
      <span className="block truncate">
        {line.kind === 'charge' && `${t(line.amount?.startsWith('-') ? 'lines.discount' : 'lines.charge')} · `}
        {line.status && <span className="font-medium text-text">{label(`lines.status.${line.status}`)} · </span>}
        {line.option && <span className="font-medium text-text">{label(`lines.option.${line.option}`)} · </span>}
        <bdi>{parts.join(' · ')}</bdi>
        {line.customerSku && (
          <>
            {' · '}
            <bdi>{t('lines.yours', { sku: line.customerSku })}</bdi>
          </>
        )}
      </span>
      {!wide && (
        <span className="mt-1 block">
          {line.quantity && (line.kind === 'item' || hasSeveralUnits(line)) && (
            <Quantity value={line.quantity} unit={unitLabel(line.unit)} />
          )}
          {stages && (
            <span className="mt-1.5 block">
              <StageCell stages={stages} />
            </span>
          )}
        </span>
      )}
    </span>
  )
}

/** In words, and as a bar where it is a part, how much of the ordered quantity is shipped, open and cancelled. */
function StageCell({ stages }: { stages: Stages }) {
  const open = stages.open !== '0'
  return (
    <span className="block">
      {isPartlyShipped(stages) && <StageBar stages={stages} />}
      <span className="tabular block text-sm text-muted">
        <bdi>
          {t('lines.shippedOf', { shipped: formatDecimal(stages.shipped), ordered: formatDecimal(stages.ordered) })}
          {open && stages.shipped !== '0' && ` · ${t('lines.isOpen', { open: formatDecimal(stages.open) })}`}
          {stages.cancelled !== '0' && ` · ${t('lines.gone', { gone: formatDecimal(stages.cancelled) })}`}
        </bdi>
      </span>
    </span>
  )
}

/** When the rest of a line is expected; muted once nothing is open. */
function ExpectedCell({ line }: { line: DocumentLine }) {
  const today = useToday()
  const date = expectedDate(line)
  if (!isOpenLine(line))
    return date ? (
      <span className="text-muted">
        <DateText date={date} />
      </span>
    ) : null
  const due = goodsDueHint(date, null, today)
  return (
    <span className="flex flex-col items-start">
      <DateText date={date} />
      {due && <DueText due={due} />}
    </span>
  )
}
