import type { DocumentDetail, DocumentLine } from '../../contract/documents/endpoints.ts'
import { lineParticulars } from '../../contract/documents/line-particulars.ts'
import type { LineStatus } from '../../contract/documents/stored.ts'
import type { TextKey } from '../../contract/texts.ts'
import type { Cell, Column, Table } from './content.ts'
import type { Words } from './words.ts'

type Part = {
  label: TextKey
  align?: 'end'
  wide?: boolean
  cell: (line: DocumentLine) => Cell
  /** Whether any line of the document has something to show in it. */
  when: (line: DocumentLine) => boolean
}

/** The lines of a document. Amounts stand on it only where `prices` says so; a packing list never has any. */
export function linesOf(detail: DocumentDetail, currency: string | null, words: Words, prices: boolean): Table {
  const parts = partsOf(detail, currency, words, prices)
  const shown = (prices ? [...parts.goods, ...parts.money] : parts.goods).filter(
    (part) => part.wide || detail.lines.some(part.when),
  )
  const columns = shown.map(
    ({ label, align, wide }): Column => ({
      label: words.say(label),
      align: align ?? 'start',
      ...(wide ? { wide } : {}),
    }),
  )
  return {
    title: words.say('paper.lines'),
    columns,
    rows: detail.lines.map((line) => shown.map((part) => part.cell(line))),
  }
}

function partsOf(
  detail: DocumentDetail,
  currency: string | null,
  words: Words,
  prices: boolean,
): { goods: Part[]; money: Part[] } {
  const packing = detail.type === 'shipments'
  const goods: Part[] = [
    {
      label: 'paper.column.line',
      cell: (line) => ({ number: line.line }),
      when: () => true,
    },
    {
      label: 'paper.column.item',
      wide: true,
      cell: (line) => itemOf(line, { packing, prices, currency }, words),
      when: () => true,
    },
    {
      label: 'paper.column.package',
      cell: (line) => ({ number: line.package ?? '' }),
      when: (line) => packing && line.package !== null,
    },
    {
      label: 'paper.column.delivery',
      cell: (line) => ({ number: dated(line.estimatedDate ?? line.promisedDate, words) }),
      when: (line) => detail.type === 'orders' && (line.estimatedDate ?? line.promisedDate) !== null,
    },
    {
      label: 'paper.column.quantity',
      align: 'end',
      cell: (line) => ({ number: line.quantity === null ? '' : words.quantity(line.quantity, line.unit) }),
      when: (line) => line.quantity !== null,
    },
  ]
  const money: Part[] = [
    {
      label: 'paper.column.unitPrice',
      align: 'end',
      cell: (line) => ({ number: line.unitPrice === null ? '' : words.amount(line.unitPrice, currency) }),
      when: (line) => line.unitPrice !== null,
    },
    {
      label: 'paper.column.discount',
      align: 'end',
      cell: (line) => ({ number: isSome(line.discountPercent) ? words.percent(line.discountPercent) : '' }),
      when: (line) => isSome(line.discountPercent),
    },
    {
      label: 'paper.column.tax',
      align: 'end',
      cell: (line) => ({ number: line.taxRate === null ? '' : words.percent(line.taxRate) }),
      when: (line) => line.taxRate !== null,
    },
    {
      label: 'paper.column.amount',
      align: 'end',
      cell: (line) => ({ number: line.amount === null ? '' : words.amount(line.amount, currency) }),
      when: (line) => line.amount !== null,
    },
  ]
  return { goods, money }
}

/** Whether a decimal text is known and not nothing. */
function isSome(decimal: string | null): decimal is string {
  return decimal !== null && /[1-9]/.test(decimal)
}

const dated = (date: string | null, words: Words) => (date === null ? '' : words.date(date))

/** What the line is, and under it the numbers by which it is known. */
type On = { packing: boolean; prices: boolean; currency: string | null }

function itemOf(line: DocumentLine, on: On, words: Words): Cell {
  const { say } = words
  const numbers = [
    line.sku && say('paper.line.sku', { sku: line.sku }),
    line.customerSku && say('paper.line.customerSku', { sku: line.customerSku }),
    line.gtin && say('paper.line.gtin', { gtin: line.gtin }),
  ]
  const trade = [
    line.originCountry && say('paper.line.origin', { country: words.country(line.originCountry) }),
    line.commodityCode && say('paper.line.commodity', { code: line.commodityCode }),
  ]
  const offer = [
    line.status && say(`paper.line.${line.status as LineStatus}`),
    line.option && say(line.option === 'alternative' ? 'paper.line.alternative' : 'paper.line.optional'),
    line.leadTimeDays && say('paper.line.leadTime', { days: Number(line.leadTimeDays) }),
  ]
  const small = [
    offer.filter(Boolean).join(' · '),
    numbers.filter(Boolean).join(' · '),
    line.name === null ? '' : (line.description ?? ''),
    trade.filter(Boolean).join(' · '),
    deliveriesOf(line, words),
    ...(on.packing ? unitsOf(line, words) : []),
    ...saidOf(line, on, words),
    line.note ?? '',
  ]
  return { main: line.name ?? line.description ?? line.sku ?? '', small: small.filter((one) => one !== '') }
}

/** What the line says beyond its fields, and what makes its amount another than quantity times price. */
function saidOf(line: DocumentLine, { prices, currency }: On, words: Words): string[] {
  const known = Object.entries(lineParticulars).flatMap(([name, { kind, priced }]) => {
    const text = line.details[name]
    if (!text || (priced && !prices)) return []
    return [`${words.say(`field.${name}` as TextKey)}: ${shownAs(kind, text, line, currency, words)}`]
  })
  const properties = line.properties.map(({ name, value }) => [name, value].filter(Boolean).join(': '))
  const allowances = prices
    ? line.allowances.map(({ reason, percent, amount }) =>
        [reason, percent && words.percent(percent), amount && words.money(amount, currency)].filter(Boolean).join(' '),
      )
    : []
  return [[...known, ...properties].join(' · '), allowances.join(' · ')]
}

function shownAs(kind: string, text: string, line: DocumentLine, currency: string | null, words: Words): string {
  if (kind === 'date') return words.date(text)
  if (kind === 'money') return words.money(text, currency)
  if (kind === 'quantity') return words.quantity(text, line.unit)
  return kind === 'flag' ? words.say('value.yes') : words.datesIn(text)
}

/** The parts in which the line comes, each with its day. */
function deliveriesOf({ deliveries, unit }: DocumentLine, words: Words): string {
  const parts = deliveries.flatMap(({ quantity, requestedDate, promisedDate, estimatedDate }) => {
    const date = estimatedDate ?? promisedDate ?? requestedDate
    if (quantity === null || date === null) return []
    return [words.say('paper.line.delivery', { quantity: words.quantity(quantity, unit), date: words.date(date) })]
  })
  return parts.length === 0 ? '' : words.say('paper.line.deliveries', { list: parts.join(' · ') })
}

function unitsOf(line: DocumentLine, words: Words): string[] {
  const lots = line.lots.map(({ lot, quantity, expiry }) =>
    [
      quantity === null
        ? words.say('paper.line.lot', { lot })
        : words.say('paper.line.lotQuantity', { lot, quantity: words.quantity(quantity, line.unit) }),
      expiry === null ? '' : words.say('paper.line.expiry', { date: words.date(expiry) }),
    ]
      .filter((part) => part !== '')
      .join(', '),
  )
  const serials = line.serials.length === 0 ? [] : [words.say('paper.line.serials', { list: line.serials.join(', ') })]
  return [...serials, ...lots]
}
