import type { RuledRequestKind } from '#contract/requests/rules.ts'

/** The content of a request of each kind. */
export const requestContents: Record<RuledRequestKind, object> = {
  accept: { signature: 'Somebody' },
  reject: { reason: 'price' },
  requestRevision: { note: 'Fewer' },
  askApproval: { approvers: ['0199c3a1-0b2d-7c11-9d35-2f6b8c1d4e52'] },
  counterOffer: { lines: [{ line: '1', quantity: '1' }] },
  extendValidity: { requestedDate: '2026-05-01' },
  notePromise: {},
  refusePromise: { note: 'We need it sooner' },
  requestChange: { note: 'Later' },
  requestCancellation: { reason: 'not_needed' },
  reorder: { lines: [{ line: '1', quantity: '1' }] },
  answerHold: { note: 'Here is the drawing' },
  instructDelivery: { instruction: 'redeliver' },
  trace: {},
  confirmReceipt: { receivedOn: '2026-03-09', receivedBy: 'Somebody', complete: true },
  claim: { lines: [{ line: '1', kind: 'damaged' }], note: 'Broken' },
  returnGoods: { lines: [{ shipment: 'S-1', line: '1', quantity: '1', reason: 'damaged' }] },
  dispute: { reason: 'PRI', wanted: 'CNA', note: 'Too much' },
  promisePayment: { payOn: '2026-03-12' },
  reportPayment: { paidOn: '2026-03-09', amount: '10.00' },
}
