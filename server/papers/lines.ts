import type { DocumentDetail, DocumentLine } from '#contract/documents/endpoints.ts'
import {
  allLineFields,
  type LineField,
  type LineFieldKind,
  type LineStatus,
  lineFieldsWith,
} from '#contract/documents/line-fields.ts'
import type { TextKey } from '#contract/texts.ts'
import type { Cell, Column, Table } from './content.ts'
import type { PaperLocale } from './locale.ts'

type ColumnDefinition = {
  label: TextKey
  align?: 'end'
  wide?: boolean
  cell: (line: DocumentLine) => Cell
  /** Whether the line has a value for this column; a column without values is left out. */
  when: (line: DocumentLine) => boolean
}

/** The table of a document's lines, with amounts only if `showsPrices` is set. */
export function lineTable(
  detail: DocumentDetail,
  currency: string | null,
  locale: PaperLocale,
  showsPrices: boolean,
): Table {
  const definitions = columnDefinitions(detail, currency, locale, showsPrices)
  const shownColumns = (showsPrices ? [...definitions.goods, ...definitions.money] : definitions.goods).filter(
    (column) => column.wide || detail.lines.some(column.when),
  )
  const columns = shownColumns.map(
    ({ label, align, wide }): Column => ({
      label: locale.say(label),
      align: align ?? 'start',
      ...(wide ? { wide } : {}),
    }),
  )
  return {
    title: locale.say('paper.lines'),
    columns,
    rows: detail.lines.map((line) => shownColumns.map((column) => column.cell(line))),
  }
}

function columnDefinitions(
  detail: DocumentDetail,
  currency: string | null,
  locale: PaperLocale,
  showsPrices: boolean,
): { goods: ColumnDefinition[]; money: ColumnDefinition[] } {
  const isPackingList = detail.type === 'shipments'
  const goods: ColumnDefinition[] = [
    {
      label: 'paper.column.line',
      cell: (line) => ({ number: line.line }),
      when: () => true,
    },
    {
      label: 'paper.column.item',
      wide: true,
      cell: (line) => itemOf(line, { isPackingList, showsPrices, currency }, locale),
      when: () => true,
    },
    {
      label: 'paper.column.package',
      cell: (line) => ({ number: line.package ?? '' }),
      when: (line) => isPackingList && line.package !== null,
    },
    {
      label: 'paper.column.delivery',
      cell: (line) => ({ number: dateText(line.estimatedDate ?? line.promisedDate, locale) }),
      when: (line) => detail.type === 'orders' && (line.estimatedDate ?? line.promisedDate) !== null,
    },
    {
      label: 'paper.column.quantity',
      align: 'end',
      cell: (line) => ({ number: line.quantity === null ? '' : locale.quantity(line.quantity, line.unit) }),
      when: (line) => line.quantity !== null,
    },
  ]
  const money: ColumnDefinition[] = [
    {
      label: 'paper.column.unitPrice',
      align: 'end',
      cell: (line) => ({ number: line.unitPrice === null ? '' : locale.amount(line.unitPrice, currency) }),
      when: (line) => line.unitPrice !== null,
    },
    {
      label: 'paper.column.discount',
      align: 'end',
      cell: (line) => ({ number: isNonZero(line.discountPercent) ? locale.percent(line.discountPercent) : '' }),
      when: (line) => isNonZero(line.discountPercent),
    },
    {
      label: 'paper.column.tax',
      align: 'end',
      cell: (line) => ({ number: line.taxRate === null ? '' : locale.percent(line.taxRate) }),
      when: (line) => line.taxRate !== null,
    },
    {
      label: 'paper.column.amount',
      align: 'end',
      cell: (line) => ({ number: line.amount === null ? '' : locale.amount(line.amount, currency) }),
      when: (line) => line.amount !== null,
    },
  ]
  return { goods, money }
}

/** Whether a decimal text is known and not zero. */
function isNonZero(decimal: string | null): decimal is string {
  return decimal !== null && /[1-9]/.test(decimal)
}

const dateText = (date: string | null, locale: PaperLocale) => (date === null ? '' : locale.date(date))

type LineOptions = { isPackingList: boolean; showsPrices: boolean; currency: string | null }

function itemOf(line: DocumentLine, options: LineOptions, locale: PaperLocale): Cell {
  const { say } = locale
  const numbers = [
    line.sku && say('paper.line.sku', { sku: line.sku }),
    line.customerSku && say('paper.line.customerSku', { sku: line.customerSku }),
    line.gtin && say('paper.line.gtin', { gtin: line.gtin }),
  ]
  const trade = [
    line.originCountry && say('paper.line.origin', { country: locale.country(line.originCountry) }),
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
    deliveriesOf(line, locale),
    ...(options.isPackingList ? unitsOf(line, locale) : []),
    ...particularsOf(line, options, locale),
    line.note ?? '',
  ]
  return { main: line.name ?? line.description ?? line.sku ?? '', small: small.filter((text) => text !== '') }
}

/** The fields that are printed in a line's small print without a sentence of their own. */
const printedFields = lineFieldsWith('paper').map((name) => [name, allLineFields[name] as LineField] as const)

/** The line's further values, and the allowances that make its amount differ from quantity × price. */
function particularsOf(line: DocumentLine, { showsPrices, currency }: LineOptions, locale: PaperLocale): string[] {
  const values: Readonly<Record<string, unknown>> = { ...line.details, ...line }
  const particulars = printedFields.flatMap(([name, { kind, priced, label }]) => {
    const text = values[name]
    if (typeof text !== 'string' || text === '' || (priced && !showsPrices)) return []
    return [`${locale.say((label ?? `field.${name}`) as TextKey)}: ${formatValue(kind, text, line, currency, locale)}`]
  })
  const properties = line.properties.map(({ name, value }) => [name, value].filter(Boolean).join(': '))
  const allowances = showsPrices
    ? line.allowances.map(({ reason, percent, amount }) =>
        [reason, percent && locale.percent(percent), amount && locale.money(amount, currency)]
          .filter(Boolean)
          .join(' '),
      )
    : []
  return [[...particulars, ...properties].join(' · '), allowances.join(' · ')]
}

function formatValue(
  kind: LineFieldKind,
  text: string,
  line: DocumentLine,
  currency: string | null,
  locale: PaperLocale,
): string {
  switch (kind) {
    case 'date':
      return locale.date(text)
    case 'money':
      return locale.money(text, currency)
    case 'quantity':
      return locale.quantity(text, line.unit)
    case 'percent':
      return locale.percent(text)
    case 'country':
      return locale.country(text)
    case 'flag':
      return locale.say('value.yes')
    default:
      return locale.datesIn(text)
  }
}

/** The line's partial deliveries, each with its quantity and date. */
function deliveriesOf({ deliveries, unit }: DocumentLine, locale: PaperLocale): string {
  const parts = deliveries.flatMap(({ quantity, requestedDate, promisedDate, estimatedDate }) => {
    const date = estimatedDate ?? promisedDate ?? requestedDate
    if (quantity === null || date === null) return []
    return [locale.say('paper.line.delivery', { quantity: locale.quantity(quantity, unit), date: locale.date(date) })]
  })
  return parts.length === 0 ? '' : locale.say('paper.line.deliveries', { list: parts.join(' · ') })
}

function unitsOf(line: DocumentLine, locale: PaperLocale): string[] {
  const lots = line.lots.map(({ lot, quantity, expiry }) =>
    [
      quantity === null
        ? locale.say('paper.line.lot', { lot })
        : locale.say('paper.line.lotQuantity', { lot, quantity: locale.quantity(quantity, line.unit) }),
      expiry === null ? '' : locale.say('paper.line.expiry', { date: locale.date(expiry) }),
    ]
      .filter((part) => part !== '')
      .join(', '),
  )
  const serials = line.serials.length === 0 ? [] : [locale.say('paper.line.serials', { list: line.serials.join(', ') })]
  return [...serials, ...lots]
}
