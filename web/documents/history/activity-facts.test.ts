import { describe, expect, test } from 'vitest'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import type { ConversationMessage } from '#contract/requests/conversation.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { loadTexts } from '#web/ui/load-texts.ts'
import { activityFacts, withoutDuplicateFacts } from './activity-facts.ts'

await loadTexts(['shell', 'detail', 'fields', 'activity', 'changes', 'requests'])

const documentDetail = (type: DocumentDetail['type'], overrides: Partial<DocumentDetail>): DocumentDetail => ({
  type,
  number: 'D-1',
  status: 'open',
  act: null,
  header: { currency: 'EUR' },
  billTo: null,
  shipTo: null,
  shipFrom: null,
  seller: null,
  buyer: null,
  originator: null,
  payee: null,
  taxRepresentative: null,
  contact: null,
  salesperson: null,
  paymentTerms: null,
  deliveryTerms: null,
  project: null,
  costCentre: null,
  note: null,
  totals: null,
  taxes: [],
  payments: [],
  paymentMeans: [],
  packages: [],
  grossWeight: null,
  lines: [],
  chain: [],
  missing: [],
  events: [],
  attachments: [],
  original: null,
  paymentLink: null,
  payTo: null,
  transferCode: null,
  version: null,
  ...overrides,
})
const relatedDocument = { issueDate: null, keyDate: null, currency: 'EUR', gross: null, invoiceKind: null, share: null }
const request = (overrides: Partial<CustomerRequest>): CustomerRequest => ({
  id: 'r',
  approvals: [],
  kind: 'ask',
  type: 'orders',
  number: 'D-1',
  content: {},
  shown: null,
  files: [],
  state: 'open',
  stateSince: '2026-11-05T09:00:00Z',
  stateBy: 'Åsa',
  madeAt: '2026-11-05T09:00:00Z',
  correctedAt: null,
  madeBy: 'Åsa',
  own: false,
  answer: null,
  answeredBy: null,
  answeredAt: null,
  ...overrides,
})
const message = (overrides: Partial<ConversationMessage>): ConversationMessage => ({
  ...{ id: 'm', request: 'r', at: '2026-11-06T09:00:00Z', side: 'supplier', by: 'Sol', own: false, text: 'Yes' },
  ...{ outcome: null, correctedAt: null, files: [], unread: false },
  ...overrides,
})
const factTexts = (detail: DocumentDetail, requests: CustomerRequest[] = [], messages: ConversationMessage[] = []) =>
  activityFacts(detail, { requests, messages }).map(({ at, text }) => `${at.slice(0, 10)} ${text}`)

describe('the activity of a document tells', () => {
  test('each payment of an invoice, and the credit note that came of it', () => {
    const invoice = documentDetail('invoices', {
      payments: [
        { date: '2026-11-11', amount: '100.00', method: 'SEPA', reference: 'RF18' },
        { date: '2026-11-12', amount: null, method: null, reference: null },
        { date: null, amount: '1.00', method: null, reference: null },
      ],
      chain: [
        {
          ...relatedDocument,
          type: 'invoices',
          number: 'CN-1',
          status: 'open',
          issueDate: '2026-11-14',
          gross: '-20.00',
          invoiceKind: '381',
        },
      ],
    })
    expect(factTexts(invoice)).toEqual([
      '2026-11-11 Payment of 100.00 EUR received · RF18',
      '2026-11-12 Payment received',
      '2026-11-14 Credit note CN-1 of 20.00 EUR issued',
    ])
  })

  test('who accepted a quote, once, whether the portal or the supplier’s system says it', () => {
    const quote = documentDetail('quotes', {
      header: { acceptedAt: '2026-11-05T09:00:00Z', acceptedBy: 'Åsa' },
    })
    expect(factTexts(quote)).toEqual(['2026-11-05 Åsa accepted the quote'])
    expect(factTexts(quote, [request({ kind: 'accept', type: 'quotes' })])).toEqual([
      '2026-11-05 Åsa accepted the quote',
    ])
    const change = { id: 'c', at: '2026-11-05T09:30:00Z', changes: [] }
    const accepted = { field: 'status' as const, old: 'open', new: 'accepted', lines: [], lineCount: 0 }
    const facts = activityFacts(quote, { requests: [], messages: [] })
    expect(withoutDuplicateFacts(facts, [{ ...change, changes: [accepted] }])).toEqual([])
    expect(withoutDuplicateFacts(facts, [change])).toEqual(facts)
  })

  test('why a quote was rejected', () => {
    const quote = documentDetail('quotes', {
      header: { rejectedAt: '2026-11-06T09:00:00Z', rejectionReason: 'Too dear' },
    })
    expect(factTexts(quote)).toEqual(['2026-11-06 Quote rejected: Too dear'])
  })

  test('when goods were delivered, on the shipment and on its order', () => {
    const header = { deliveredDate: '2026-11-09', signedBy: 'Lena' }
    expect(factTexts(documentDetail('shipments', { header }))).toEqual(['2026-11-09 Delivered, signed by Lena'])
    const shipment = { ...relatedDocument, type: 'shipments' as const, keyDate: '2026-11-09' }
    const chain = [
      { ...shipment, number: 'DN-1', status: 'delivered' },
      { ...shipment, number: 'DN-2', status: 'in_transit' },
    ]
    expect(factTexts(documentDetail('orders', { chain }))).toEqual(['2026-11-09 Shipment DN-1 delivered'])
  })

  test('what was asked, and each answer and message about it', () => {
    const requests = [request({ own: true }), request({ id: 'q', kind: 'requestChange' })]
    const messages = [
      message({ id: 'm1', outcome: 'asked' }),
      message({ id: 'm2', at: '2026-11-07T09:00:00Z', side: 'customer', by: 'Åsa' }),
      message({ id: 'm3', at: '2026-11-08T09:00:00Z', outcome: 'answered' }),
      message({ id: 'm4', at: '2026-11-09T09:00:00Z', side: 'customer', own: true, outcome: 'closed', text: null }),
      message({ id: 'm5', at: '2026-11-10T09:00:00Z', by: null, outcome: 'open' }),
    ]
    expect(factTexts(documentDetail('orders', {}), requests, messages)).toEqual([
      '2026-11-05 You asked a question',
      '2026-11-05 Åsa requested a change',
      '2026-11-06 Sol asked a question',
      '2026-11-07 Åsa wrote',
      '2026-11-08 Sol answered',
      '2026-11-09 You closed a request',
      '2026-11-10 Your supplier reopened a request',
    ])
  })

  test('the last answer to a request once, also when only later messages are loaded', () => {
    const answered = request({ answer: 'Yes', answeredAt: '2026-11-06T09:00:00Z', answeredBy: 'Sol' })
    const later = message({ id: 'm2', at: '2026-11-09T09:00:00Z', side: 'customer', by: 'Åsa' })
    const texts = (...messages: ConversationMessage[]) =>
      factTexts(documentDetail('orders', {}), [answered], messages).slice(1)
    expect(texts(later)).toEqual(['2026-11-06 Answer from Sol', '2026-11-09 Åsa wrote'])
    expect(texts(message({ outcome: 'answered' }), later)).toEqual(['2026-11-06 Sol answered', '2026-11-09 Åsa wrote'])
  })

  test('of an enquiry that wanted the goods that they were ordered', () => {
    const order = request({ kind: 'enquire', type: 'quotes', content: { wanted: 'order' } })
    expect(factTexts(documentDetail('quotes', {}), [order])).toEqual(['2026-11-05 Åsa ordered'])
  })
})
