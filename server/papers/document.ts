import { allFields } from '#contract/documents/all-fields.ts'
import { withoutCreditNoteMark } from '#contract/documents/credit-note-number.ts'
import type { Field } from '#contract/documents/definition.ts'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { headerFieldList } from '#contract/documents/header-fields.ts'
import { definitions } from '#contract/documents/types.ts'
import { isTextKey, type TextKey } from '#contract/texts.ts'
import type { DocumentType } from '#contract/values.ts'
import { paymentSection, paymentsOf, sumsOf, taxRemarks } from './amounts.ts'
import { type Branding, commonContent, countryOf, fact, partyOf, personOf } from './branding.ts'
import type { Fact, PaperContent, Table } from './content.ts'
import { lineTable } from './lines.ts'
import type { PaperLocale } from './locale.ts'

/** What a paper shows in addition to the document's own detail. */
export type PaperContext = {
  account: { number: string; name: string }
  /** The documents that this document refers to, as far as the viewer may see them. */
  references: readonly { type: DocumentType; number: string }[]
}

/** The document's kind and title (kind and number) in the reader's language; the file is named after the title. */
export function titleOf(detail: DocumentDetail, locale: PaperLocale): { kind: string; title: string } {
  const kind = locale.say(
    detail.type === 'invoices'
      ? (invoiceKinds[textOf(detail, 'invoiceKind') ?? ''] ?? 'paper.invoices.380')
      : `paper.${detail.type}`,
  )
  return { kind, title: `${kind} ${withoutCreditNoteMark(detail.number)}` }
}

const invoiceKinds: Readonly<Record<string, TextKey>> = {
  '380': 'paper.invoices.380',
  '381': 'paper.invoices.381',
  '386': 'paper.invoices.386',
}

/** The content of a document's paper. `detail` holds only what the viewer may see; a packing list has no amounts. */
export function documentContent(
  detail: DocumentDetail,
  context: PaperContext,
  locale: PaperLocale,
  branding: Branding,
): PaperContent {
  const { say } = locale
  const headerText = (name: string) => textOf(detail, name)
  const currency = headerText('currency')
  const isPackingList = detail.type === 'shipments'
  const showsPrices = detail.totals !== null && !isPackingList
  const isCreditNote = headerText('invoiceKind') === '381'
  const header = {
    invoiceKind: headerText('invoiceKind'),
    dueDate: headerText('dueDate'),
    paymentReference: headerText('paymentReference'),
    bankAccount: headerText('bankAccount'),
    earlyPayment: headerText('earlyPayment'),
  }
  const validUntil = detail.type === 'quotes' && detail.status !== 'expired' ? headerText('validUntil') : null
  const asOf = headerText('sourceModifiedAt') ?? headerText('ingestedAt') ?? '1970-01-01T00:00:00Z'
  return {
    ...commonContent(branding, locale, countryOf(detail), asOf),
    ...titleOf(detail, locale),
    number: withoutCreditNoteMark(detail.number),
    state: stateOf(detail, locale),
    facts: factsOf(detail, context, locale),
    parties: partiesOf(detail, context, locale),
    contact: isPackingList ? null : personOf(say('paper.party.salesperson'), detail.salesperson),
    lead: validUntil === null ? null : say('paper.quoteValid', { date: locale.date(validUntil) }),
    lines: lineTable(detail, currency, locale, showsPrices),
    sums: showsPrices ? sumsOf(detail, currency, locale, isCreditNote) : [],
    remarks: showsPrices ? taxRemarks(detail, locale) : [],
    pay: showsPrices ? paymentSection(detail, header, currency, locale, branding) : null,
    tables: [
      ...(showsPrices ? paymentsOf(detail, currency, locale) : []),
      ...(isPackingList ? packagesOf(detail, locale) : []),
    ],
    texts: [
      ...labelledRows(say('paper.terms.title'), [
        { label: say('paper.terms.payment'), value: isPackingList ? null : detail.paymentTerms },
        { label: say('paper.terms.delivery'), value: detail.deliveryTerms },
      ]),
      ...textBlock(say('paper.note'), detail.note),
    ],
  }
}

function textOf(detail: DocumentDetail, name: string): string | null {
  const value = detail.header[name]
  return typeof value === 'string' && value !== '' ? value : null
}

const textBlock = (title: string, value: string | null) => (value ? [{ title, text: value, rows: [] }] : [])

/** A block of labelled values, each with its own direction; empty if all values are unknown. */
function labelledRows(
  title: string,
  entries: readonly { label: string; value: string | null }[],
): PaperContent['texts'] {
  const rows = entries.flatMap(({ label, value }) => (value ? [{ label, value }] : []))
  return rows.length > 0 ? [{ title, text: '', rows }] : []
}

/**
 * Statuses that the paper shows beside its title, because they change its meaning. What becomes of an invoice is on its
 * page: with a stamp the same invoice would be another paper each time that a bookkeeper files it.
 */
const stateBadges: Readonly<Record<string, { word: TextKey; tone: 'bad' | 'neutral' }>> = {
  'quotes/expired': { word: 'paper.state.expired', tone: 'bad' },
  'quotes/rejected': { word: 'paper.state.rejected', tone: 'neutral' },
  'quotes/withdrawn': { word: 'paper.state.withdrawn', tone: 'bad' },
  'orders/cancelled': { word: 'paper.state.cancelled', tone: 'bad' },
  'orders/rejected': { word: 'paper.state.rejected', tone: 'bad' },
  'orders/on_hold': { word: 'paper.state.on_hold', tone: 'neutral' },
  'shipments/cancelled': { word: 'paper.state.cancelled', tone: 'bad' },
  'invoices/cancelled': { word: 'paper.state.cancelled', tone: 'bad' },
}

function stateOf(detail: DocumentDetail, locale: PaperLocale): PaperContent['state'] {
  const state = stateBadges[`${detail.type}/${detail.status}`]
  return state ? { text: locale.say(state.word), tone: state.tone } : null
}

/** The dates of each type's header, in the order in which clerks look for them. */
const dateFacts: Readonly<Partial<Record<DocumentType, readonly (readonly [TextKey, string])[]>>> = {
  quotes: [['paper.fact.validUntil', 'validUntil']],
  orders: [
    ['paper.fact.requested', 'requestedDate'],
    ['paper.fact.promised', 'promisedDate'],
    ['paper.fact.expected', 'estimatedDate'],
  ],
  shipments: [
    ['paper.fact.despatched', 'despatchDate'],
    ['paper.fact.expected', 'estimatedDate'],
    ['paper.fact.delivered', 'deliveredDate'],
  ],
  invoices: [
    ['paper.fact.delivered', 'deliveredDate'],
    ['paper.fact.due', 'dueDate'],
  ],
}
const definitionDates = (type: DocumentType): [TextKey, string][] =>
  definitions[type].dates.filter((name) => name !== 'issueDate').map((name) => [`field.${name}` as TextKey, name])
const textFacts: Readonly<Partial<Record<DocumentType, readonly (readonly [TextKey, string])[]>>> = {
  quotes: [
    ['paper.fact.enquiry', 'enquiryNumber'],
    ['paper.fact.revision', 'revision'],
  ],
  orders: [],
  shipments: [
    ['paper.fact.carrier', 'carrier'],
    ['paper.fact.service', 'service'],
    ['paper.fact.waybill', 'waybill'],
    ['paper.fact.signedBy', 'signedBy'],
  ],
  invoices: [],
}

function factsOf(detail: DocumentDetail, { account, references }: PaperContext, locale: PaperLocale): Fact[] {
  const { say } = locale
  const dateFact = (label: TextKey, name: string) => {
    const date = textOf(detail, name)
    return fact(say(label), date === null ? null : locale.date(date))
  }
  const isCreditNote = textOf(detail, 'invoiceKind') === '381'
  const byType = Map.groupBy(references, (reference) => reference.type)
  const referenceFacts = [...byType].flatMap(([type, linkedDocuments]) =>
    fact(
      say(isCreditNote && type === 'invoices' ? 'paper.fact.credits' : `paper.fact.${type}`),
      joinNumbers(linkedDocuments),
      true,
    ),
  )
  const weight = detail.grossWeight
  const tracking = detail.header.trackingNumbers
  return [
    ...dateFact('paper.fact.date', 'issueDate'),
    // A credit note has no due date.
    ...(dateFacts[detail.type] ?? definitionDates(detail.type)).flatMap(([label, name]) =>
      isCreditNote && name === 'dueDate' ? [] : dateFact(label, name),
    ),
    ...fact(say('paper.fact.reference'), textOf(detail, 'customerReference'), true),
    ...fact(say('paper.fact.customer'), account.number, true),
    ...referenceFacts,
    ...(textFacts[detail.type] ?? []).flatMap(([label, name]) => fact(say(label), textOf(detail, name))),
    ...fact(say('paper.fact.tracking'), Array.isArray(tracking) ? tracking.join(', ') : null, true),
    ...fact(
      say('paper.fact.packages'),
      detail.packages.length > 0 ? locale.quantity(String(detail.packages.length), null) : null,
    ),
    ...fact(say('paper.fact.grossWeight'), weight?.value ? locale.quantity(weight.value, weight.unit) : null, true),
    ...fact(say('paper.fact.project'), detail.project),
    ...fact(say('paper.fact.costCentre'), detail.costCentre),
    ...headerFieldList.flatMap(([name, { paper, priced }]) =>
      paper && !(priced && detail.type === 'shipments') ? fact(say(`field.${name}`), detail[name]) : [],
    ),
    ...particularsOf(detail, locale),
  ]
}

/** The fields that the type's definition marks for paper and that have no other place there. */
function particularsOf(detail: DocumentDetail, locale: PaperLocale): Fact[] {
  const fields: Readonly<Record<string, Field>> = allFields(detail.type)
  return Object.entries(fields).flatMap(([name, field]) => {
    const text = field.paper ? textOf(detail, name) : null
    if (text === null) return []
    const textKey = name === 'invoiceType' ? `invoiceType.${text}` : ''
    const value =
      field.kind === 'date' ? locale.date(text) : isTextKey(textKey) ? locale.say(textKey) : locale.datesIn(text)
    return fact(locale.say(`field.${name}` as TextKey), value)
  })
}

const maxListed = 6
function joinNumbers(references: readonly { number: string }[]): string {
  const numbers = [...new Set(references.map((reference) => reference.number))]
  return numbers.length > maxListed
    ? `${numbers.slice(0, maxListed).join(', ')} +${numbers.length - maxListed}`
    : numbers.join(', ')
}

function partiesOf(detail: DocumentDetail, { account }: PaperContext, locale: PaperLocale): PaperContent['parties'] {
  const { say } = locale
  const title = say(detail.type === 'invoices' ? 'paper.party.billTo' : 'paper.party.customer')
  const billTo = partyOf(title, detail.billTo, locale)
  const shipTo = partyOf(say('paper.party.shipTo'), detail.shipTo, locale)
  const customer =
    billTo.length > 0 || shipTo.length > 0
      ? billTo
      : [{ title: say('paper.party.customer'), name: account.name, lines: [] }]
  const from = detail.type === 'shipments' ? partyOf(say('paper.party.shipFrom'), detail.shipFrom, locale) : []
  const others = (['buyer', 'originator', 'payee', 'taxRepresentative'] as const).flatMap((name) =>
    partyOf(say(`paper.party.${name}`), detail[name], locale),
  )
  return [...customer, ...shipTo, ...from, ...others]
}

function packagesOf({ packages }: DocumentDetail, locale: PaperLocale): Table[] {
  if (packages.length === 0) return []
  const { say } = locale
  return [
    {
      title: say('paper.packages.title'),
      columns: [
        { label: say('paper.packages.sscc'), align: 'start' },
        { label: say('paper.packages.type'), align: 'start' },
        { label: say('paper.packages.tracking'), align: 'start', wide: true },
        { label: say('paper.packages.weight'), align: 'end' },
      ],
      rows: packages.map(({ sscc, type, trackingNumber, weight }) => [
        { number: sscc ?? '' },
        packagingName(type, locale),
        { number: trackingNumber ?? '' },
        { number: weight.value === null ? '' : locale.quantity(weight.value, weight.unit) },
      ]),
    },
  ]
}

const packagingTexts: Readonly<Record<string, TextKey>> = {
  CT: 'paper.packaging.CT',
  PX: 'paper.packaging.PX',
  PK: 'paper.packaging.PK',
  BX: 'paper.packaging.BX',
}

function packagingName(code: string | null, locale: PaperLocale): string {
  if (code === null) return ''
  const key = packagingTexts[code]
  return key ? locale.say(key) : code
}
