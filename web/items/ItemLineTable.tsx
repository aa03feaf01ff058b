import { toneOf } from '#contract/documents/types.ts'
import type { ItemLine } from '#contract/items/endpoints.ts'
import { documentPath } from '../paths.ts'
import { Link } from '../routing/Link.tsx'
import { DateText } from '../ui/DateText.tsx'
import { formatDiscount } from '../ui/discount.ts'
import { StatusChip } from '../ui/StatusChip.tsx'
import { Cell, HeadCell, Row } from '../ui/Table.tsx'
import { label, t } from '../ui/text.ts'
import { Money, Quantity, Reference } from '../ui/Values.tsx'
import { linkClass } from './list-elements.tsx'
import { unitLabel } from './unit-label.ts'

type ItemLineTableProps = { lines: readonly ItemLine[]; caption: string; priced: boolean }

/** Lines of documents: a table where there is room, cards on a phone. */
export function ItemLineTable({ lines, caption, priced }: ItemLineTableProps) {
  const keyed = lines.map((line, index) => ({ line, key: `${line.type} ${line.number} ${line.line} ${index}` }))
  return (
    <>
      <table className="w-full border-collapse max-md:hidden print:table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <HeadCell>{t('items.date')}</HeadCell>
            <HeadCell>{t('items.document')}</HeadCell>
            <HeadCell>{t('items.status')}</HeadCell>
            <HeadCell end>{t('items.quantity')}</HeadCell>
            {priced && <HeadCell end>{t('items.price')}</HeadCell>}
            {priced && <HeadCell end>{t('items.amount')}</HeadCell>}
          </tr>
        </thead>
        <tbody>
          {keyed.map(({ line, key }) => (
            <Row key={key}>
              <Cell className="whitespace-nowrap">
                <DateText date={line.date} />
              </Cell>
              <Cell className="py-2">
                <DocumentLink line={line} />
              </Cell>
              <Cell>
                <Status line={line} />
              </Cell>
              <Cell end>
                <Quantity value={line.quantity} unit={unitLabel(line.unit)} />
              </Cell>
              {priced && (
                <Cell end>
                  <Money amount={line.unitPrice} currency={line.currency} />
                  <Discount percent={line.discountPercent} />
                </Cell>
              )}
              {priced && (
                <Cell end>
                  <Money amount={line.amount} currency={line.currency} />
                </Cell>
              )}
            </Row>
          ))}
        </tbody>
      </table>
      <ul aria-label={caption} className="md:hidden print:hidden">
        {keyed.map(({ line, key }) => (
          <li
            key={key}
            className="flex items-start justify-between gap-4 border-b border-border px-4 py-3 last:border-0"
          >
            <span className="min-w-0">
              <DocumentLink line={line} />
              <span className="mt-1.5 block">
                <Status line={line} />
              </span>
            </span>
            <span className="shrink-0 text-end">
              <span className="block text-sm text-muted">
                <DateText date={line.date} />
              </span>
              <Quantity value={line.quantity} unit={unitLabel(line.unit)} />
              {priced && line.amount && (
                <span className="block">
                  <Money amount={line.amount} currency={line.currency} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Discount({ percent }: { percent: string | null }) {
  const text = formatDiscount(percent)
  return text && <span className="tabular block text-sm text-muted">{text}</span>
}

function DocumentLink({ line: { type, number, customerReference } }: { line: ItemLine }) {
  return (
    <span className="block">
      <span className="text-sm text-muted">{label(`type.${type}.one`)} </span>
      <Link {...documentPath(type, number)} className={linkClass}>
        <Reference>{number}</Reference>
      </Link>
      {customerReference && (
        <span className="block text-sm text-muted">
          <bdi>{customerReference}</bdi>
        </span>
      )}
    </span>
  )
}

function Status({ line: { type, status } }: { line: ItemLine }) {
  return <StatusChip tone={toneOf(type, status)}>{label(`status.${type}.${status}`)}</StatusChip>
}
