import type { RequestKind } from '../rules.ts'

/*
 * A request of each kind as a customer sends it, and what the supplier's systems read and answer. The documentation of
 * the API prints them, and tests send them.
 */

const key = '0199c3a2-6d1e-7f4b-9a70-2f6b8c1d4e51'
const note = 'Please deliver before noon.'

const linesInDispute = { reason: 'PRI', wanted: 'CNP', lines: ['10'], note: 'We agreed on 48.00 for one.' }

/** What is sent of a kind, beside its key. */
const contents: Readonly<Record<RequestKind, Readonly<Record<string, unknown>>>> = {
  accept: {
    signature: 'Ann Ash',
    customerReference: 'PO-7781',
    lines: [{ line: '20', quantity: '5' }],
    seen: { revision: '2', modifiedAt: '2026-03-02T08:00:00Z', validUntil: '2026-04-15', amount: '595.00' },
    note,
  },
  reject: { reason: 'price', note: 'Another offer was lower.' },
  requestRevision: { note: 'With disc brakes, please.' },
  askApproval: { approvers: ['0199c3a1-0b2d-7c11-9d35-2f6b8c1d4e52'], note: 'It is within the budget.' },
  counterOffer: {
    lines: [{ line: '10', quantity: '20', unitPrice: '47.50', note: 'In two deliveries.' }],
    note: 'We would order for the whole year.',
  },
  extendValidity: { requestedDate: '2026-05-15', note: 'Our board meets in May.' },
  notePromise: { seen: { estimatedDate: '2026-03-31' }, note: 'That will do.' },
  refusePromise: { seen: { estimatedDate: '2026-03-31' }, requestedDate: '2026-03-27', note: 'The fair opens then.' },
  requestChange: {
    requestedDate: '2026-03-27',
    address: 'Better Bikes Ltd\n12 Mill Lane\nLS1 4DY Leeds\nGB',
    lines: [
      { line: '10', quantity: '6', requestedDate: '2026-03-27' },
      { line: '10', quantity: '4', requestedDate: '2026-04-10' },
    ],
    note,
  },
  requestCancellation: { reason: 'ordered_twice', lines: ['10'], note: 'The same is in our order PO-7780.' },
  reorder: { lines: [{ line: '10', quantity: '10' }], requestedDate: '2026-04-10', note },
  answerHold: { confirmed: true, filesFollow: true, note: 'The drawing is approved.' },
  instructDelivery: {
    instruction: 'deliver_elsewhere',
    address: 'Better Bikes Ltd\n3 Dock Street\nLS10 1NE Leeds\nGB',
    requestedDate: '2026-03-27',
    timeOfDay: 'morning',
    note: 'Ring at gate 2.',
  },
  trace: { note: 'We have heard nothing for a week.' },
  confirmReceipt: {
    receivedOn: '2026-03-25',
    receivedBy: 'Ann Ash',
    complete: false,
    lines: [{ line: '10', received: '9', damaged: '1' }],
    note: 'The carton was torn.',
  },
  claim: { lines: [{ line: '10', kind: 'damaged', quantity: '1' }], note: 'The rim is bent.' },
  returnGoods: {
    lines: [{ shipment: 'DN-5501', line: '10', quantity: '1', reason: 'damaged', note: 'The rim is bent.' }],
    collectAt: 'Better Bikes Ltd\n12 Mill Lane\nLS1 4DY Leeds\nGB',
    note: 'It stands at gate 2.',
  },
  dispute: { reason: 'PRI', wanted: 'CNA', amount: '20.00', note: 'We agreed on 48.00 for one.' },
  promisePayment: { payOn: '2026-04-10', note: 'With our next payment run.' },
  reportPayment: {
    paidOn: '2026-03-25',
    amount: '274.85',
    method: 'Transfer',
    reference: 'INV-9001',
    note: 'The rest.',
  },
  ask: { note: 'When will it leave?' },
  enquire: {
    lines: [{ sku: 'BK-42', description: 'Wheel 28", 36 spokes', quantity: '20', unit: 'EA' }],
    wanted: 'quote',
    customerReference: 'ENQ-78',
    requestedDate: '2026-04-10',
    note,
  },
  adviseRemittance: {
    paidOn: '2026-03-26',
    invoices: [{ number: 'INV-9001', currency: 'EUR', amount: '269.35', discount: '5.50' }],
    reference: 'Run 12',
    note: 'Early payment discount taken.',
  },
}

/** What is sent of a kind, beside its key: several where they exclude each other. */
export const contentExamples = (kind: RequestKind): readonly Readonly<Record<string, unknown>>[] =>
  kind === 'dispute' ? [contents.dispute, linesInDispute] : [contents[kind]]

type Example = { title: string; text: string }
const example = (title: string, value: object): Example => ({ title, text: JSON.stringify(value, null, 2) })

/** Requests of a kind as they are sent. */
export const sentExamples = (kind: RequestKind): readonly Example[] =>
  contentExamples(kind).map((content) => example('A request', { key, ...content }))

/** Answers of the supplier's systems. */
export const answerExamples: readonly Example[] = [
  example('A request is taken up', { state: 'taken', by: 'Jan Kruse', key }),
  example('A question comes back', { state: 'asked', text: 'To which gate?', by: 'Jan Kruse', key }),
  example('An answer to a question', { state: 'answered', text: 'It leaves on Friday.', by: 'Jan Kruse', key }),
  example('A decision', { state: 'accepted', text: 'The new date is confirmed.', by: 'Jan Kruse', key }),
]

const request = {
  id: '0199c3a2-7a10-7c55-8f3e-51b7d2c09a11',
  kind: 'requestChange',
  type: 'orders',
  number: 'SO-10042',
  account: 'C-1001',
  content: contents.requestChange,
  shown: null,
  approvals: [],
  files: [],
  state: 'open',
  stateSince: '2026-03-10T09:15:00.000Z',
  stateBy: 'Ann Ash',
  madeAt: '2026-03-10T09:15:00.000Z',
  correctedAt: null,
  madeBy: { name: 'Ann Ash', email: 'ann@better.example' },
  network: '203.0.113.0/24',
  documentHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  answer: null,
  answeredBy: null,
  answeredAt: null,
  changedAt: '2026-03-10T09:17:30.000Z',
}
const file = { id: '0199c3a5-0b77-7e02-b1d4-6a90c3f2e8d7', name: 'gate.pdf', mimeType: 'application/pdf', size: 48211 }
const message = {
  id: '0199c3a4-9c31-7b6a-9d52-0e4f7a8b6c33',
  at: '2026-03-10T09:17:00.000Z',
  side: 'customer',
  by: 'Ann Ash',
  text: 'The way to our gate is in the file.',
  correctedAt: null,
  outcome: null,
  files: [file],
}

/** What the list of changes answers: a change of an order that is asked for, a message about it, and the file with that. */
export const changesExample: Example = example('A request, a message about it, and a file', {
  changes: [
    { id: '1041-5b0c9e1f', change: 'made', at: '2026-03-10T09:15:00.000Z', request, message: null, file: null },
    { id: '1042-c7d1a604', change: 'message', at: '2026-03-10T09:17:00.000Z', request, message, file: null },
    { id: '1043-08e3f2b9', change: 'file', at: '2026-03-10T09:17:30.000Z', request, message, file },
  ],
  last: '1043-08e3f2b9',
  more: false,
})
export const acknowledgementExample: Example = example('All up to a change', { through: '1043-08e3f2b9' })
