import type { RequestKind } from '../rules.ts'

/*
 * The meaning of each field of a request, by kind and path: `lines[].line` is the number of a line. The schema that
 * checks what customers send states type and limits; the documentation of the API is made from both.
 */

type Meanings = Readonly<Record<string, string>>

const note = { note: 'What the customer says beside it, in words.' }
const words = { note: 'The customer’s words.' }
const line = { 'lines[].line': 'Number of the line of the document.' }
const seen = { seen: 'What the person saw; it is compared with the document, and neither stored nor told.' }
const seenPromise = {
  ...seen,
  'seen.estimatedDate': 'The new date that they saw: refused when it has moved again.',
}

export const contentMeanings: Readonly<Record<RequestKind, Meanings>> = {
  accept: {
    ...note,
    ...line,
    ...seen,
    customerReference: 'The customer’s own purchase order number.',
    signature: 'The name of the person who accepts, typed as a signature.',
    lines:
      'The optional and alternative lines that are accepted; an alternative is taken instead of the line before it that is neither. Without lines, only what is not optional.',
    'lines[].quantity': 'How much of it is accepted; all that is offered when left out.',
    'seen.revision': 'Revision of the quote.',
    'seen.modifiedAt': 'When it was last changed.',
    'seen.validUntil': 'Until when it was valid.',
    'seen.amount': 'Gross amount of what is accepted, or its net amount where the quote names no gross amount.',
  },
  reject: { ...note, reason: 'Why.' },
  requestRevision: { note: 'What shall be different, in words.' },
  askApproval: {
    note: 'What is said to the colleagues. The supplier does not read it.',
    approvers: 'The ids of the colleagues who are asked: members who see the quote and its prices.',
  },
  counterOffer: {
    ...note,
    ...line,
    lines: 'What is wanted of each line, at least one thing; each line once.',
    'lines[].quantity': 'Another quantity.',
    'lines[].unitPrice': 'Another price of one unit, in the currency of the quote.',
    'lines[].note': 'Something else, in words.',
  },
  extendValidity: { ...note, requestedDate: 'The day until which the quote shall be valid.' },
  notePromise: { ...note, ...seenPromise },
  refusePromise: { ...note, ...seenPromise, requestedDate: 'By when the goods are needed.' },
  requestChange: {
    ...note,
    ...line,
    requestedDate: 'Another day for the whole order.',
    address: 'Another delivery address, as written on a parcel, line by line.',
    lines:
      'What shall change of single lines. A line that is named several times shall come in parts, each with quantity and date.',
    'lines[].quantity': 'The whole quantity that is wanted; of a part its own.',
    'lines[].requestedDate': 'Another day for the line, or the day of the part.',
  },
  requestCancellation: {
    ...note,
    reason: 'Why.',
    lines: 'The lines that are not wanted any more; without any the whole order.',
  },
  reorder: {
    ...note,
    ...line,
    lines: 'The lines of the order that are wanted again.',
    'lines[].quantity': 'How much of it.',
    requestedDate: 'By when it is wanted.',
  },
  answerHold: {
    note: 'What the order waits for, in words.',
    confirmed: 'true: what the order waits for is confirmed, or agreed to.',
    filesFollow: 'true: it is in files, which are added to the request right after it. One of the three is there.',
  },
  instructDelivery: {
    ...note,
    instruction:
      'What shall happen: redeliver (another attempt), deliver_elsewhere, collect (the customer fetches it), keep (until further notice), send_back.',
    requestedDate: 'On which day.',
    timeOfDay: 'At which time of that day.',
    address: 'Where the goods shall go, as written on a parcel; of deliver_elsewhere, and only of it.',
  },
  trace: note,
  confirmReceipt: {
    ...note,
    ...line,
    receivedOn: 'The day on which it came.',
    receivedBy: 'Who took it.',
    complete: 'Whether everything came as delivered; otherwise lines, note or a claim say what did not.',
    lines: 'The lines that were counted; only where not everything came.',
    'lines[].received': 'How many came; 0 for none.',
    'lines[].damaged': 'How many of those are damaged.',
  },
  claim: {
    ...note,
    ...line,
    lines: 'What is wrong, line by line.',
    'lines[].kind': 'short: fewer than delivered; damaged; wrong: other goods; over: more than delivered.',
    'lines[].quantity': 'How many of the line it concerns; the whole line when left out.',
  },
  returnGoods: {
    ...note,
    ...line,
    lines: 'The lines that go back, of any of the account’s delivered shipments.',
    'lines[].shipment': 'Number of the shipment.',
    'lines[].quantity': 'How much of it goes back.',
    'lines[].reason': 'Why.',
    'lines[].note': 'What the customer says about the line.',
    'lines[].order': 'Number of the order that the line delivered, where it is known.',
    'lines[].orderLine': 'Number of that order’s line.',
    'lines[].sku': 'The article.',
    'lines[].name': 'Name of the article.',
    collectAt: 'Where the goods shall be collected, as written on a parcel; without it the customer sends them.',
    returnNumber: 'The number that the portal gave the return; the return shipment and the credit note name it.',
  },
  dispute: {
    note: 'What is not agreed with, in words.',
    reason:
      'Why, by Peppol: REF references, LEG legal, REC not the recipient, QUA quality, DEL delivery, PRI prices, QTY quantity, ITM article, PAY terms of payment, UNR not recognised, FIN finance, OTH other.',
    wanted:
      'What is wanted, by Peppol: PIN provide information, NIN a new invoice, CNF a credit note for all, CNP for a part, CNA for the amount, NOA nothing, OTH other.',
    lines: 'The lines that are disputed. Neither lines nor amount: all of the invoice.',
    amount: 'The amount that is disputed, in the currency of the invoice.',
  },
  promisePayment: { ...note, payOn: 'The day on which it will be paid: nobody is reminded before it is over.' },
  reportPayment: {
    ...note,
    paidOn: 'The day on which it was paid.',
    amount: 'How much, in the currency of the invoice.',
    method: 'How, as the customer says it.',
    reference: 'What was stated with the payment.',
  },
  ask: words,
  enquire: {
    ...note,
    lines: 'The items that are needed: each by SKU, in words, or both.',
    'lines[].sku': 'Your number of the article.',
    'lines[].description': 'What is needed, in words.',
    'lines[].quantity': 'How much of it.',
    'lines[].unit': 'A code of UN/ECE Rec 20, or the customer’s own word.',
    wanted: 'What you should do: quote (the default), or order at the prices that are agreed.',
    customerReference: 'The customer’s own number of the enquiry.',
    requestedDate: 'By when it is needed.',
  },
  adviseRemittance: {
    ...note,
    paidOn: 'The day on which the money is, or was, transferred.',
    invoices: 'What is paid of each invoice. Of a credit note: what it takes off.',
    'invoices[].number': 'Number of the invoice or credit note.',
    'invoices[].currency': 'Its currency by ISO 4217.',
    'invoices[].amount': 'What is paid of it; negative of a credit note.',
    'invoices[].discount': 'What was taken off for paying early.',
    reference: 'The customer’s own reference of the transfer.',
  },
}
