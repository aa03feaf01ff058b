import type { ComingLine } from '#contract/items/endpoints.ts'
import { documentPath, itemPath } from '../paths.ts'
import { Link } from '../routing/Link.tsx'
import { DateText } from '../ui/DateText.tsx'
import { formatDate, formatRelative } from '../ui/format.ts'
import { useToday } from '../ui/portal.ts'
import { Cell, HeadCell, Row } from '../ui/Table.tsx'
import { label, t } from '../ui/text.ts'
import { Quantity, Reference, Text } from '../ui/Values.tsx'
import { linkClass } from './list-elements.tsx'
import { unitLabel } from './unit-label.ts'

type IncomingLinesProps = { lines: readonly ComingLine[]; withItem?: boolean }

/** Lines that have not fully arrived yet: a table where there is room, cards on a phone. */
export function IncomingLines({ lines, withItem = false }: IncomingLinesProps) {
  return (
    <>
      <table className="w-full border-collapse max-md:hidden print:table">
        <caption className="sr-only">{t('items.coming.caption')}</caption>
        <thead>
          <tr>
            {withItem && <HeadCell>{t('items.item')}</HeadCell>}
            <HeadCell>{t('items.document')}</HeadCell>
            <HeadCell>{t('items.arrival')}</HeadCell>
            <HeadCell end>{t('items.inTransit')}</HeadCell>
            <HeadCell end>{t('items.open')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row key={`${line.type} ${line.number} ${line.line}`}>
              {withItem && (
                <Cell className="max-w-0 w-2/5 py-2">
                  <ItemName line={line} />
                </Cell>
              )}
              <Cell className="py-2">
                <DocumentLink line={line} />
              </Cell>
              <Cell className="whitespace-nowrap">
                <Arrival line={line} />
              </Cell>
              <Cell end>
                <QuantityOrZero value={line.inTransit} unit={line.unit} />
              </Cell>
              <Cell end>
                <QuantityOrZero value={line.open} unit={line.unit} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </table>
      <ul aria-label={t('items.coming.caption')} className="md:hidden print:hidden">
        {lines.map((line) => (
          <li key={`${line.type} ${line.number} ${line.line}`} className="border-t border-border px-4 py-3">
            {withItem && <ItemName line={line} />}
            <div className="mt-1 flex items-start justify-between gap-4">
              <DocumentLink line={line} />
              <span className="shrink-0 text-end">
                <Arrival line={line} />
              </span>
            </div>
            <dl className="mt-2 grid grid-cols-2 gap-4 text-sm">
              {(['inTransit', 'open'] as const).map((name) => (
                <div key={name}>
                  <dt className="text-muted">{t(`items.${name}`)}</dt>
                  <dd>
                    <QuantityOrZero value={line[name]} unit={line.unit} />
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  )
}

function ItemName({ line: { sku, name } }: { line: ComingLine }) {
  return (
    <span className="block min-w-0">
      {sku === null ? (
        <Text>{name}</Text>
      ) : (
        <Link {...itemPath(sku)} className={linkClass}>
          <span className="wrap-anywhere">{name ?? sku}</span>
        </Link>
      )}
      {sku !== null && name !== null && (
        <span className="block truncate text-sm text-muted">
          <bdi>{sku}</bdi>
        </span>
      )}
    </span>
  )
}

/** A quantity; zero is muted. */
function QuantityOrZero({ value, unit }: { value: string; unit: string | null }) {
  return value === '0' ? (
    <span className="tabular text-muted">0</span>
  ) : (
    <Quantity value={value} unit={unitLabel(unit)} />
  )
}

/** The order, or the shipment for goods sent without an order. */
function DocumentLink({ line: { type, number, customerReference } }: { line: ComingLine }) {
  return (
    <span className="block min-w-0">
      {type === 'shipments' && <span className="text-sm text-muted">{label('type.shipments.one')} </span>}
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

function Arrival({ line: { arrival } }: { line: ComingLine }) {
  const today = useToday()
  if (arrival === null) return <span className="text-muted">{t('items.noDate')}</span>
  if (arrival < today) return <span className="text-bad">{t('items.arrival.late', { date: formatDate(arrival) })}</span>
  const relativeDate = formatRelative(arrival, today)
  return (
    <>
      <DateText date={arrival} />
      {relativeDate && <bdi className="block text-sm text-muted">{relativeDate}</bdi>}
    </>
  )
}
