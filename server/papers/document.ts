import { allFields } from '../../contract/documents/all-fields.ts'
import type { Field } from '../../contract/documents/definition.ts'
import type { DocumentDetail } from '../../contract/documents/endpoints.ts'
import { ownNumber } from '../../contract/documents/numbers.ts'
import { isTextKey, type TextKey } from '../../contract/texts.ts'
import type { DocumentType } from '../../contract/values.ts'
import { paymentsOf, payOf, remarksOf, sumsOf } from './amounts.ts'
import type { Content, Fact, Table } from './content.ts'
import { commonOf, countryOf, fact, type House, partyOf, personOf } from './house.ts'
import { linesOf } from './lines.ts'
import type { Words } from './words.ts'

/** What a paper tells beside the document's own page. */
export type Around = {
  account: { number: string; name: string }
  /** What the document itself refers to, as far as the reader may see it. */
  references: readonly { type: DocumentType; number: string }[]
}

/** What the document is called in the reader's language: kind and number, the name of its file too. */
export function titleOf(detail: DocumentDetail, words: Words): { kind: string; title: string } {
  const kind = words.say(
    detail.type === 'invoices'
      ? (invoiceKinds[textOf(detail, 'invoiceKind') ?? ''] ?? 'paper.invoices.380')
      : `paper.${detail.type}`,
  )
  return { kind, title: `${kind} ${ownNumber(detail.number)}` }
}

const invoiceKinds: Readonly<Record<string, TextKey>> = {
  '380': 'paper.invoices.380',
  '381': 'paper.invoices.381',
  '386': 'paper.invoices.386',
}

/** A document as its paper shows it. `detail` holds only what its reader may see; a packing list drops all amounts. */
export function documentContent(detail: DocumentDetail, around: Around, words: Words, house: House): Content {
  const { say } = words
  const known = (name: string) => textOf(detail, name)
  const currency = known('currency')
  const packing = detail.type === 'shipments'
  const prices = detail.totals !== null && !packing
  const credit = known('invoiceKind') === '381'
  const header = {
    invoiceKind: known('invoiceKind'),
    dueDate: known('dueDate'),
    paymentReference: known('paymentReference'),
    bankAccount: known('bankAccount'),
    earlyPayment: known('earlyPayment'),
  }
  const validUntil = detail.type === 'quotes' && detail.status !== 'expired' ? known('validUntil') : null
  const asOf = known('sourceModifiedAt') ?? known('ingestedAt') ?? '1970-01-01T00:00:00Z'
  return {
    ...commonOf(house, words, countryOf(detail), asOf),
    ...titleOf(detail, words),
    number: detail.number,
    // A credit note that is paid was paid by us: the word would mislead.
    state: credit && detail.status === 'paid' ? null : stateOf(detail, words),
    facts: factsOf(detail, around, words),
    parties: partiesOf(detail, around, words),
    contact: packing ? null : personOf(say('paper.party.salesperson'), detail.salesperson),
    lead: validUntil === null ? null : say('paper.quoteValid', { date: words.date(validUntil) }),
    lines: linesOf(detail, currency, words, prices),
    sums: prices ? sumsOf(detail, currency, words, credit) : [],
    remarks: prices ? remarksOf(detail, words) : [],
    pay: prices ? payOf(detail, header, currency, words, house) : null,
    tables: [...(prices ? paymentsOf(detail, currency, words) : []), ...(packing ? packagesOf(detail, words) : [])],
    texts: [
      ...named(say('paper.terms.title'), [
        { label: say('paper.terms.payment'), value: packing ? null : detail.paymentTerms },
        { label: say('paper.terms.delivery'), value: detail.deliveryTerms },
      ]),
      ...text(say('paper.note'), detail.note),
    ],
  }
}

function textOf(detail: DocumentDetail, name: string): string | null {
  const value = detail.header[name]
  return typeof value === 'string' && value !== '' ? value : null
}

const text = (title: string, value: string | null) => (value ? [{ title, text: value, rows: [] }] : [])

/** Values beside their names, each in its own direction; none at all when nothing is known. */
function named(title: string, given: readonly { label: string; value: string | null }[]): Content['texts'] {
  const rows = given.flatMap(({ label, value }) => (value ? [{ label, value }] : []))
  return rows.length > 0 ? [{ title, text: '', rows }] : []
}

/** Statuses that change what the paper is good for. */
const states: Readonly<Record<string, { word: TextKey; tone: 'good' | 'bad' | 'neutral' }>> = {
  'quotes/expired': { word: 'paper.state.expired', tone: 'bad' },
  'quotes/rejected': { word: 'paper.state.rejected', tone: 'neutral' },
  'quotes/withdrawn': { word: 'paper.state.withdrawn', tone: 'bad' },
  'orders/cancelled': { word: 'paper.state.cancelled', tone: 'bad' },
  'orders/rejected': { word: 'paper.state.rejected', tone: 'bad' },
  'orders/on_hold': { word: 'paper.state.on_hold', tone: 'neutral' },
  'shipments/cancelled': { word: 'paper.state.cancelled', tone: 'bad' },
  'invoices/paid': { word: 'paper.state.paid', tone: 'good' },
  'invoices/overdue': { word: 'paper.state.overdue', tone: 'bad' },
  'invoices/credited': { word: 'paper.state.credited', tone: 'neutral' },
  'invoices/cancelled': { word: 'paper.state.cancelled', tone: 'bad' },
}

function stateOf(detail: DocumentDetail, words: Words): Content['state'] {
  const state = states[`${detail.type}/${detail.status}`]
  return state ? { text: words.say(state.word), tone: state.tone } : null
}

/** The dates and texts of each type's header, in the order in which a clerk asks for them. */
const dates: Readonly<Record<DocumentType, readonly (readonly [TextKey, string])[]>> = {
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
const more: Readonly<Record<DocumentType, readonly (readonly [TextKey, string])[]>> = {
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

function factsOf(detail: DocumentDetail, { account, references }: Around, words: Words): Fact[] {
  const { say } = words
  const dated = (label: TextKey, name: string) => {
    const date = textOf(detail, name)
    return fact(say(label), date === null ? null : words.date(date))
  }
  const credit = textOf(detail, 'invoiceKind') === '381'
  const byType = Map.groupBy(references, (one) => one.type)
  const linked = [...byType].flatMap(([type, found]) =>
    fact(say(credit && type === 'invoices' ? 'paper.fact.credits' : `paper.fact.${type}`), listed(found), true),
  )
  const weight = detail.grossWeight
  const tracking = detail.header.trackingNumbers
  return [
    ...dated('paper.fact.date', 'issueDate'),
    // A credit note is due on no day.
    ...dates[detail.type].flatMap(([label, name]) => (credit && name === 'dueDate' ? [] : dated(label, name))),
    ...fact(say('paper.fact.reference'), textOf(detail, 'customerReference'), true),
    ...fact(say('paper.fact.customer'), account.number, true),
    ...linked,
    ...more[detail.type].flatMap(([label, name]) => fact(say(label), textOf(detail, name))),
    ...fact(say('paper.fact.tracking'), Array.isArray(tracking) ? tracking.join(', ') : null, true),
    ...fact(
      say('paper.fact.packages'),
      detail.packages.length > 0 ? words.quantity(String(detail.packages.length), null) : null,
    ),
    ...fact(say('paper.fact.grossWeight'), weight?.value ? words.quantity(weight.value, weight.unit) : null, true),
    ...fact(say('paper.fact.project'), detail.project),
    ...fact(say('paper.fact.costCentre'), detail.costCentre),
    ...particularsOf(detail, words),
  ]
}

/** What the definition of the type wants on paper without a place of its own there. */
function particularsOf(detail: DocumentDetail, words: Words): Fact[] {
  const fields: Readonly<Record<string, Field>> = allFields(detail.type)
  return Object.entries(fields).flatMap(([name, field]) => {
    const text = field.paper ? textOf(detail, name) : null
    if (text === null) return []
    const word = name === 'invoiceType' ? `invoiceType.${text}` : ''
    const value = field.kind === 'date' ? words.date(text) : isTextKey(word) ? words.say(word) : words.datesIn(text)
    return fact(words.say(`field.${name}` as TextKey), value)
  })
}

const mostListed = 6
function listed(found: readonly { number: string }[]): string {
  const numbers = [...new Set(found.map((one) => one.number))]
  return numbers.length > mostListed
    ? `${numbers.slice(0, mostListed).join(', ')} +${numbers.length - mostListed}`
    : numbers.join(', ')
}

function partiesOf(detail: DocumentDetail, { account }: Around, words: Words): Content['parties'] {
  const { say } = words
  const title = say(detail.type === 'invoices' ? 'paper.party.billTo' : 'paper.party.customer')
  const billTo = partyOf(title, detail.billTo, words)
  const shipTo = partyOf(say('paper.party.shipTo'), detail.shipTo, words)
  const customer =
    billTo.length > 0 || shipTo.length > 0
      ? billTo
      : [{ title: say('paper.party.customer'), name: account.name, lines: [] }]
  const from = detail.type === 'shipments' ? partyOf(say('paper.party.shipFrom'), detail.shipFrom, words) : []
  const others = (['buyer', 'originator', 'payee', 'taxRepresentative'] as const).flatMap((name) =>
    partyOf(say(`paper.party.${name}`), detail[name], words),
  )
  return [...customer, ...shipTo, ...from, ...others]
}

function packagesOf({ packages }: DocumentDetail, words: Words): Table[] {
  if (packages.length === 0) return []
  const { say } = words
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
        packaging(type, words),
        { number: trackingNumber ?? '' },
        { number: weight.value === null ? '' : words.quantity(weight.value, weight.unit) },
      ]),
    },
  ]
}

const packagings: Readonly<Record<string, TextKey>> = {
  CT: 'paper.packaging.CT',
  PX: 'paper.packaging.PX',
  PK: 'paper.packaging.PK',
  BX: 'paper.packaging.BX',
}

function packaging(code: string | null, words: Words): string {
  if (code === null) return ''
  const key = packagings[code]
  return key ? words.say(key) : code
}
