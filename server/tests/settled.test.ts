import { randomUUIDv7 } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { compare, fromMillionths, sum } from '#contract/money.ts'
import type { Balance, Movement } from '#contract/statement.ts'
import { isLong } from '#database/testing/long-form.ts'
import { withdraw } from '../ingest/maintenance/withdraw.ts'
import { testPortal } from '../testing/portal.ts'

/* The cases of docs/derived.md that are about money, each a test of that title. */

const portal = await testPortal('2026-03-10T09:00:00Z')
let accounts = 0

type SentDocument = Omit<IngestDocument, 'account'>
type Row = { number: string; status: string; gross: string; open: string }

const invoice = (number: string, gross: string, overrides: Partial<SentDocument> = {}): SentDocument => ({
  ...{ type: 'invoices', number, issueDate: '2026-01-10', dueDate: '2026-02-09', currency: 'EUR', totals: { gross } },
  ...overrides,
})
const credit = (
  number: string,
  gross: string,
  names: string[],
  overrides: Partial<SentDocument> = {},
): SentDocument => ({
  ...invoice(number, gross),
  ...{ issueDate: '2026-02-20', dueDate: '2026-02-20', invoiceKind: '381' },
  references: names.map((invoiceNumber) => ({ type: 'invoices', number: invoiceNumber })),
  ...overrides,
})

/** Ingests the documents in a new account, in this order, and reads the list, the statement and the dashboard. */
async function ingestAndRead(...documents: SentDocument[]) {
  accounts += 1
  const account = `M-${accounts}`
  for (const document of documents)
    expect((await portal.ingestPerCustomer({ ...document, account })).errors).toEqual([])
  const token = await portal.signIn(`m${accounts}@m.example`, account, 'finance')
  const deps = {
    workPool: portal.database.pools.work,
    clock: () => new Date('2026-03-10T09:00:00Z'),
    newId: randomUUIDv7,
  }
  return {
    ...(await readAccount(token)),
    read: () => readAccount(token),
    withdraw: (number: string) => withdraw(deps, { type: 'invoices', number, account }),
  }
}

async function readAccount(token: string) {
  const read = async (path: string) => (await portal.get(path, token)).body
  const { rows } = (await read('/documents/invoices')) as { rows: Row[] }
  const { balances } = (await read('/statement/balances')) as { balances: Balance[] }
  const statement = (await read('/statement?from=1900-01-01&to=2100-01-01&currency=EUR')) as {
    closing: string
    movements: Movement[]
  }
  const balance = balances.find(({ currency }) => currency === 'EUR')
  // Charges, payments and credits sum up to the balance, and so do the open amounts of the list.
  expect(compare(statement.closing, balance?.balance ?? '0')).toBe(0)
  expect(compare(sum(statement.movements.map(({ amount }) => amount)), statement.closing)).toBe(0)
  const open = rows.filter(({ status }) => status !== 'cancelled').map((row) => row.open)
  expect(compare(sum(open), balance?.balance ?? '0')).toBe(0)
  const waiting = (await read('/documents/invoices?needsAction=true')) as { rows: Row[] }
  return {
    stands: Object.fromEntries(
      rows.map(({ number, status, gross, open: left }) => [
        number,
        `${status} ${plainAmount(left)} of ${plainAmount(gross)}`,
      ]),
    ),
    balance: balance?.balance ?? '0',
    overdue: balance?.overdue ?? '0',
    waiting: waiting.rows.map(({ number }) => number).toSorted(),
    movements: statement.movements.map(({ kind, number, amount }) => `${kind} ${number} ${amount}`),
    setOff: Object.fromEntries(
      statement.movements
        .filter(({ kind }) => kind === 'creditNote')
        .map(({ number, setOff }) => [number, setOff.map((one) => `${one.number} ${one.amount}`).join(', ')]),
    ),
    detail: async (number: string) =>
      (await read(`/documents/invoices/${encodeURIComponent(number)}`)) as DocumentDetail,
  }
}

const plainAmount = (amount: string | null) =>
  amount === null ? 'unknown' : fromMillionths(BigInt(Math.round(Number(amount) * 1e6)))

test.each([['invoice first'], ['credit note first']])(
  'A full credit leaves nothing to pay on either side, whichever comes first',
  async (order) => {
    const documents = [invoice('I-1', '100.00'), credit('C-1', '100.00', ['I-1'])]
    const { stands, balance, waiting, movements } = await ingestAndRead(
      ...(order === 'invoice first' ? documents : documents.toReversed()),
    )
    expect(stands).toEqual({ 'I-1': 'credited 0 of 100', 'C-1': 'settled 0 of -100' })
    expect([balance, waiting]).toEqual(['0', []])
    expect(movements).toEqual(['invoice I-1 100', 'creditNote C-1 -100'])
  },
)

test('A credit note over several invoices settles each by the lines that name it', async () => {
  const line = (name: string, amount: string, to: string) => ({
    ...{ line: name, name: 'Goods', quantity: '1', amount },
    references: [{ type: 'invoices' as const, number: to }],
  })
  const { stands, balance, waiting } = await ingestAndRead(
    invoice('I-1', '119.00'),
    invoice('I-2', '238.00'),
    credit('C-1', '178.50', [], { lines: [line('1', '100.00', 'I-1'), line('2', '50.00', 'I-2')] }),
  )
  expect(stands).toEqual({ 'I-1': 'credited 0 of 119', 'I-2': 'overdue 178.5 of 238', 'C-1': 'settled 0 of -178.5' })
  expect([balance, waiting]).toEqual(['178.5', ['I-2']])
})

test('A credit note over several invoices that names no amounts settles the one due first', async () => {
  const { stands } = await ingestAndRead(
    credit('C-1', '120.00', ['I-2', 'I-1']),
    invoice('I-2', '100.00', { dueDate: '2026-03-30' }),
    invoice('I-1', '100.00'),
  )
  expect(stands).toEqual({ 'I-1': 'credited 0 of 100', 'I-2': 'partially_paid 80 of 100', 'C-1': 'settled 0 of -120' })
})

test('What is left of a credit note is credit: negative in every column, due on no day, never to be paid', async () => {
  const { stands, balance, overdue, waiting, detail } = await ingestAndRead(
    invoice('I-1', '60.00', { payments: [{ date: '2026-02-01', amount: '20.00' }] }),
    credit('C-1', '100.00', ['I-1']),
    credit('C-2', '15.00', []),
  )
  expect(stands).toEqual({ 'I-1': 'paid 0 of 60', 'C-1': 'credit -60 of -100', 'C-2': 'credit -15 of -15' })
  expect([balance, overdue, waiting]).toEqual(['-75', '0', []])
  expect((await detail('C-1')).totals).toMatchObject({ credited: '40.0000', open: '60.0000' })
})

const everySign: [string, Partial<SentDocument>][] = [
  ['positive', { invoiceKind: '381', totals: { net: '67.23', tax: '12.77', gross: '80.00', open: '80.00' } }],
  ['negative', { invoiceKind: '381', totals: { net: '-67.23', tax: '-12.77', gross: '-80.00', open: '-80.00' } }],
  ['positive with a negative rest', { invoiceKind: '381', totals: { gross: '80.00', open: '-80.00' } }],
  [
    'negative with negative quantities',
    {
      invoiceKind: '381',
      totals: { gross: '-80.00' },
      lines: [{ line: '1', quantity: '-4', unitPrice: '20.00', amount: '-80.00' }],
    },
  ],
  ['a negative invoice without a kind', { totals: { gross: '-80.00' } }],
]
test.each(everySign)('A credit note means the same whatever signs its ERP sends (%s)', async (_signs, sent) => {
  const { invoiceKind: _kind, totals: _totals, ...bare } = credit('C-1', '80.00', [])
  const { stands, balance, detail } = await ingestAndRead(invoice('I-1', '100.00'), { ...bare, ...sent })
  expect(stands).toEqual({ 'I-1': 'overdue 100 of 100', 'C-1': 'credit -80 of -80' })
  expect(balance).toBe('20')
  const { totals, lines, header } = await detail('C-1')
  expect([header.invoiceKind, totals?.gross, totals?.open]).toEqual(['381', '80.0000', '80.0000'])
  for (const { quantity, unitPrice, amount } of lines)
    expect([quantity, unitPrice, amount]).toEqual(['4', '20.00', '80.0000'])
})

test('What the ERP says is still open stands before what would follow', async () => {
  const { stands, balance } = await ingestAndRead(
    invoice('I-1', '100.00', { totals: { gross: '100.00', open: '70.00' } }),
    credit('C-1', '80.00', ['I-1']),
    invoice('I-2', '50.00', { status: 'paid' }),
    credit('C-2', '10.00', ['I-2']),
    credit('C-3', '5.00', ['I-1'], { status: 'paid' }),
  )
  // 30 of the credit note cover what is missing of the invoice; a credit note on a paid invoice is still owed to the
  // customer.
  expect(stands).toEqual({
    'I-1': 'overdue 70 of 100',
    'C-1': 'credit -50 of -80',
    'I-2': 'paid 0 of 50',
    'C-2': 'credit -10 of -10',
    'C-3': 'settled 0 of -5',
  })
  expect(balance).toBe('10')
})

test('An open amount that is all of it says only that nothing was set off yet', async () => {
  const { stands, balance, waiting } = await ingestAndRead(
    invoice('I-1', '100.00', { totals: { gross: '100.00', open: '100.00' } }),
    credit('C-1', '100.00', ['I-1'], { totals: { gross: '100.00', open: '100.00' } }),
  )
  expect(stands).toEqual({ 'I-1': 'credited 0 of 100', 'C-1': 'settled 0 of -100' })
  expect([balance, waiting]).toEqual(['0', []])
})

test('A credit note that cancels an invoice owes nobody anything', async () => {
  const { stands, balance, movements } = await ingestAndRead(
    invoice('I-1', '100.00', { status: 'cancelled' }),
    credit('C-1', '100.00', ['I-1']),
  )
  expect(stands).toEqual({ 'I-1': 'cancelled 0 of 100', 'C-1': 'settled 0 of -100' })
  expect([balance, movements]).toEqual(['0', ['invoice I-1 100', 'creditNote C-1 -100']])
})

const paidByCredit = (reference: string, ...amounts: string[]) => ({
  payments: amounts.map((amount) => ({ date: '2026-02-25', amount, method: 'Credit note', reference })),
})

test.each([['invoice first'], ['credit note first']])(
  'A credit note that an invoice has as a payment is set against it and moves the balance once, on its own day (%s)',
  async (order) => {
    const documents = [
      invoice('I-1', '100.00', { status: 'paid', ...paidByCredit('C-1', '40.00', '60.00') }),
      credit('C-1', '100.00', [], { status: 'settled', totals: { gross: '100.00', paid: '100.00', open: '0' } }),
      invoice('I-2', '50.00', paidByCredit('C-2', '30.00')),
      credit('C-2', '80.00', ['I-2']),
      credit('C-3', '20.00', []),
      invoice('I-3', '70.00', paidByCredit('C-3', '20.00')),
    ]
    const { stands, balance, movements, setOff, detail } = await ingestAndRead(
      ...(order === 'invoice first' ? documents : documents.toReversed()),
    )
    expect(stands).toEqual({
      ...{ 'I-1': 'paid 0 of 100', 'C-1': 'settled 0 of -100' },
      ...{ 'I-2': 'paid 0 of 50', 'C-2': 'credit -30 of -80' },
      ...{ 'I-3': 'overdue 50 of 70', 'C-3': 'settled 0 of -20' },
    })
    expect(balance).toBe('20')
    expect(movements.toSorted()).toEqual([
      ...['creditNote C-1 -100', 'creditNote C-2 -80', 'creditNote C-3 -20'],
      ...['invoice I-1 100', 'invoice I-2 50', 'invoice I-3 70'],
    ])
    expect(setOff).toEqual({ 'C-1': 'I-1 100', 'C-2': 'I-2 50', 'C-3': 'I-3 20' })
    expect((await detail('C-1')).totals).toMatchObject({ credited: '100.0000', paid: '0.0000', open: '0.0000' })
  },
)

test('A payment whose reference only looks like a credit note stays a payment', async () => {
  const { balance, movements, setOff } = await ingestAndRead(
    invoice('I-1', '100.00', paidByCredit('C-1', '90.00')),
    credit('C-1', '40.00', []),
    invoice('I-2', '10.00', { status: 'cancelled', ...paidByCredit('C-1', '10.00') }),
    invoice('I-3', '30.00', { currency: 'USD', ...paidByCredit('C-1', '30.00') }),
  )
  expect(balance).toBe('-30')
  expect(movements).toEqual(['invoice I-1 100', 'creditNote C-1 -40', 'payment I-1 -90'])
  expect(setOff).toEqual({ 'C-1': '' })
})

test('A credit note that goes, or that an invoice no longer has as a payment, is set against nothing', async () => {
  const [bill, note] = [invoice('I-1', '100.00', paidByCredit('C-1', '40.00')), credit('C-1', '40.00', [])]
  const paidInCash = invoice('I-1', '100.00', { payments: [{ date: '2026-02-25', amount: '40.00' }] })
  const after = await ingestAndRead(bill, note, paidInCash)
  expect([after.balance, after.setOff]).toEqual(['20', { 'C-1': '' }])
  expect(after.movements).toEqual(['invoice I-1 100', 'creditNote C-1 -40', 'payment I-1 -40'])
  const { withdraw, read } = await ingestAndRead(bill, note)
  await withdraw('C-1')
  expect(await read()).toMatchObject({ balance: '60', movements: ['invoice I-1 100', 'payment I-1 -40'] })
  const other = await ingestAndRead(bill, note)
  await other.withdraw('I-1')
  expect(await other.read()).toMatchObject({ balance: '-40', movements: ['creditNote C-1 -40'], setOff: { 'C-1': '' } })
})

test('A cancelled credit note settles nothing', async () => {
  const { stands, balance } = await ingestAndRead(
    invoice('I-1', '100.00'),
    credit('C-1', '100.00', ['I-1']),
    credit('C-1', '100.00', ['I-1'], { status: 'cancelled' }),
  )
  expect([stands['I-1'], balance]).toEqual(['overdue 100 of 100', '100'])
})

test('Claims of third parties and rounding are to be paid, and nothing that was paid', async () => {
  const { stands, balance, movements, detail } = await ingestAndRead(
    invoice('I-1', '336.90', { totals: { gross: '336.90', payable: '366.86' } }),
    invoice('I-2', '100.02', {
      totals: { gross: '100.02', payable: '100.00' },
      payments: [{ date: '2026-02-01', amount: '100.00' }],
    }),
  )
  expect(stands).toEqual({ 'I-1': 'overdue 366.86 of 336.9', 'I-2': 'paid 0 of 100.02' })
  expect([balance, movements]).toEqual(['366.86', ['invoice I-1 366.86', 'invoice I-2 100', 'payment I-2 -100']])
  expect((await detail('I-1')).totals).toMatchObject({ gross: '336.9000', payable: '366.86', paid: null })
})

test('A part that says that an invoice is overpaid leaves it an invoice', async () => {
  const { stands, balance, waiting, detail } = await ingestAndRead(invoice('I-1', '119.00'), {
    ...{ type: 'invoices', number: 'I-1', partial: true, totals: { paid: '129.00', open: '-10.00' } },
  })
  expect([stands, balance, waiting]).toEqual([{ 'I-1': 'paid -10 of 119' }, '-10', []])
  expect((await detail('I-1')).header).toMatchObject({ invoiceKind: '380' })
})

test.each([['invoice first'], ['credit note first']])(
  'An invoice and a credit note of the same number are both kept, whichever comes first',
  async (order) => {
    const lines = [{ line: '1', name: 'Goods', quantity: '1' }]
    const documents = [invoice('1001', '500.00', { lines }), credit('1001', '80.00', ['1001'], { lines })]
    const { stands, balance, detail } = await ingestAndRead(
      ...(order === 'invoice first' ? documents : documents.toReversed()),
      ...documents,
    )
    expect(stands).toEqual({ '1001': 'overdue 420 of 500', '1001\u00A0CN': 'settled 0 of -80' })
    expect(balance).toBe('420')
    expect([(await detail('1001')).totals?.gross, (await detail('1001\u00A0CN')).totals?.gross]).toEqual([
      '500.0000',
      '80.0000',
    ])
  },
)

const cents = fc.integer({ min: 1, max: 50_000 }).map((value) => (value / 100).toFixed(2))
const anyInvoice = fc.record({
  gross: cents,
  open: fc.option(cents, { nil: undefined }),
  status: fc.constantFrom(undefined, undefined, undefined, 'paid', 'cancelled', 'credited'),
  payments: fc.array(cents, { maxLength: 2 }),
  paidByCredit: fc.option(fc.tuple(fc.integer({ min: 0, max: 3 }), cents), { nil: undefined }),
})
const anyCredit = fc.record({
  gross: cents,
  sign: fc.constantFrom('', '-'),
  open: fc.option(cents, { nil: undefined }),
  status: fc.constantFrom(undefined, undefined, 'paid', 'cancelled'),
  names: fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { maxLength: 3 }),
  byLine: fc.boolean(),
  refunds: fc.array(cents, { maxLength: 1 }),
})

test('Charges, payments and credits come to the balance, whatever is sent and in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyInvoice, { minLength: 1, maxLength: 5 }),
      fc.array(anyCredit, { maxLength: 4 }),
      fc.integer(),
      async (invoices, credits, seed) => {
        const paid = (amounts: string[]) => ({ payments: amounts.map((amount) => ({ date: '2026-02-15', amount })) })
        const documents = [
          ...invoices.map(({ gross, open, status, payments, paidByCredit: byCredit }, index) =>
            invoice(`I-${index}`, gross, {
              ...(status ? { status } : {}),
              totals: { gross, ...(open ? { open } : {}) },
              payments: [
                ...paid(payments).payments,
                ...(byCredit ? paidByCredit(`C-${byCredit[0]}`, byCredit[1]).payments : []),
              ],
            }),
          ),
          ...credits.map(({ gross, sign, open, status, names, byLine, refunds }, index) =>
            credit(`C-${index}`, gross, byLine ? [] : names.map((name) => `I-${name}`), {
              ...(status ? { status } : {}),
              totals: { gross: `${sign}${gross}`, ...(open ? { open } : {}) },
              ...paid(refunds),
              ...(byLine
                ? {
                    lines: names.map((name) => ({
                      line: `${name}`,
                      name: 'x',
                      amount: `${sign}${name + 1}.00`,
                      references: [{ type: 'invoices' as const, number: `I-${name}` }],
                    })),
                  }
                : {}),
            }),
          ),
        ]
        const reordered = documents.toSorted(
          (a, b) => ((seed * 31 + a.number.charCodeAt(2)) % 7) - ((seed * 31 + b.number.charCodeAt(2)) % 7),
        )
        const [first, second] = [await ingestAndRead(...documents), await ingestAndRead(...reordered)]
        expect(second.stands).toEqual(first.stands)
        expect(first.waiting.every((number) => number.startsWith('I-'))).toBe(true)
      },
    ),
    { numRuns: isLong ? 12 : 6 },
  )
}, 120_000)
