import { describe, expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { adviseRemittance, ask, enquire, makeRequestEndpoints } from '#contract/requests/endpoints.ts'
import { colleagueKind, type RequestKind, requestKinds } from '#contract/requests/rules.ts'
import { composeMail } from './compose-mail.ts'

type MailedKind = Exclude<RequestKind, typeof colleagueKind>
const mailedKinds = requestKinds.filter((kind): kind is MailedKind => kind !== colleagueKind)
const [note, lines] = ['Wir brauchen es', ['7']]
/** All fields of each kind of request that the supplier is mailed: of what is asked among colleagues nobody is. */
const contents: Readonly<Record<MailedKind, Readonly<Record<string, unknown>>>> = {
  accept: { customerReference: 'PO-9', signature: 'Berta', lines: [{ line: '7', quantity: '2.5' }], note },
  reject: { reason: 'other_supplier', note },
  requestRevision: { note },
  counterOffer: { lines: [{ line: '7', quantity: '2.5', unitPrice: '1200.5', note }], note },
  extendValidity: { requestedDate: '2026-04-01', note },
  notePromise: { note },
  refusePromise: { requestedDate: '2026-04-01', note },
  requestChange: {
    ...{ requestedDate: '2026-04-01', address: 'Kade 1\nGent', note },
    lines: [{ line: '7', quantity: '2.5', requestedDate: '2026-04-01' }],
  },
  requestCancellation: { reason: 'not_needed', lines, note },
  reorder: { lines: [{ line: '7', quantity: '2.5' }], requestedDate: '2026-04-01', note },
  answerHold: { confirmed: true, filesFollow: true, note },
  instructDelivery: {
    ...{ instruction: 'deliver_elsewhere', requestedDate: '2026-04-01', timeOfDay: 'morning' },
    ...{ address: 'Kade 1\nGent', note },
  },
  trace: { note },
  confirmReceipt: {
    ...{ receivedOn: '2026-04-01', receivedBy: 'Berta', complete: false, note },
    lines: [{ line: '7', received: '2.5', damaged: '0.5' }],
  },
  claim: { lines: [{ line: '7', kind: 'damaged', quantity: '2.5' }], note },
  returnGoods: {
    lines: [
      { shipment: 'S-7', line: '7', quantity: '2.5', reason: 'damaged', order: 'O-7', sku: 'BK-1', name: 'Bell', note },
    ],
    ...{ returnNumber: 'RET-7', collectAt: 'Kade 1\nGent', note },
  },
  dispute: { reason: 'PRI', wanted: 'CNP', lines, amount: '12.5', note },
  promisePayment: { payOn: '2026-04-01', note },
  reportPayment: { paidOn: '2026-04-01', amount: '1200.5', method: 'SEPA', reference: 'R-1', note },
  ask: { note },
  enquire: {
    ...{
      lines: [{ sku: 'BK-1', description: 'Bell', quantity: '2.5', unit: 'EA' }],
      wanted: 'order',
      customerReference: 'PO-9',
    },
    ...{ requestedDate: '2026-04-01', note },
  },
  adviseRemittance: {
    paidOn: '2026-04-01',
    invoices: [{ number: 'I-1', currency: 'EUR', amount: '1176.00', discount: '24' }],
    reference: 'R-1',
    note,
  },
}
const brand = { name: 'Test portal', color: '#c8102e', address: 'https://portal.example' }
const compose = (kind: MailedKind, language: (typeof languages)[number], content = contents[kind]) => {
  const values = {
    request: kind,
    type: 'orders',
    number: 'X',
    account: 'C',
    asker: 'Ann',
    email: 'a@c.example',
    id: '1',
  }
  return composeMail('requestMade', { name: '', values, said: content }, brand, { language, timeZone: null })
}
const namesIn = (content: unknown): string[] =>
  typeof content !== 'object' || content === null
    ? []
    : Object.entries(content).flatMap(([name, value]) => [...(/\D/.test(name) ? [name] : []), ...namesIn(value)])

describe('what a customer asked', () => {
  test('is tried here with every field that there is', () => {
    const endpoints = new Map<string, { body?: unknown }>([
      ...makeRequestEndpoints.map((endpoint) => [endpoint.kind, endpoint] as const),
      ['ask', ask],
      ['enquire', enquire],
      ['adviseRemittance', adviseRemittance],
    ])
    for (const kind of mailedKinds) {
      const { properties } = (endpoints.get(kind) ?? ask).body as { properties: object }
      expect([kind, ...Object.keys(contents[kind])].toSorted()).toEqual(
        // What a person saw is compared with the quote and kept apart; a return gets its number from the portal.
        [
          ...[kind, ...(kind === 'returnGoods' ? ['returnNumber'] : [])],
          ...Object.keys(properties).filter((name) => !['key', 'seen', 'seenVersion'].includes(name)),
        ].toSorted(),
      )
    }
  })

  test.each(languages)('is told in %s without a name or a code of ours', (language) => {
    for (const kind of mailedKinds) {
      const { text, html } = compose(kind, language)
      expect(text).toContain(note)
      const codes = [
        'PRI',
        'CNP',
        'damaged',
        'not_needed',
        'other_supplier',
        'false',
        '2026-04-01',
        'request.',
        'mail.',
      ]
      const fieldNames = namesIn(contents[kind]).filter((name) => /[A-Z]/.test(name))
      for (const code of [...fieldNames, ...(language === 'en' ? ['PRI', 'not_needed', '2026-04-01'] : codes)]) {
        expect([kind, text.includes(code)]).toEqual([kind, false])
        expect([kind, html.includes(`${code}:`)]).toEqual([kind, false])
      }
    }
  })

  test('is told in German as a clerk would say it', () => {
    const bodyOf = (kind: MailedKind) => compose(kind, 'de').text.split('\n\n')[2]
    expect(bodyOf('claim')).toBe('Positionen:\n- Position 7 · Beschädigt · 2,5\nBemerkung: Wir brauchen es')
    expect(bodyOf('dispute')).toBe(
      'Grund: Der Preis ist falsch\nWas geschehen soll: Rechnung teilweise gutschreiben\nPositionen:\n- Position 7\nBetrag: 12,50\nBemerkung: Wir brauchen es',
    )
    expect(bodyOf('ask')).toBe('Wir brauchen es')
    expect(bodyOf('adviseRemittance')).toContain('Rechnungen:\n- I-1: 1.176,00 EUR, nach 24,00 EUR Skonto\n')
    expect(bodyOf('reportPayment')).toContain('Betrag: 1.200,50\n')
    expect(bodyOf('accept')).toContain('Bestellnummer des Kunden: PO-9\nUnterschrieben von: Berta\n')
  })

  test('is told in French with the space that French has', () => {
    expect(compose('reject', 'fr').text).toContain('Remarque\u00a0: Wir brauchen es')
  })

  test('is cut where it is longer than a mail should be, and says so', () => {
    const { text } = compose('ask', 'en', { note: 'long '.repeat(2000) })
    expect(text.length).toBeLessThan(5000)
    expect(text).toContain('…')
  })
})
