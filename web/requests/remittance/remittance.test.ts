import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compare, sum } from '#contract/money.ts'
import type { PayableInvoice } from '#contract/requests/remittances.ts'
import { begunChoices, remittanceRow, remittanceSums, remittedParts } from './remittance.ts'

const invoice = (more: Partial<PayableInvoice> = {}): PayableInvoice => ({
  ...{ number: 'I-1', currency: 'EUR', open: '100.00', dueDate: null, disputedAmount: null, advisedAmount: null },
  ...{ earlyPayment: null, reference: 'I-1', account: null },
  ...more,
})
const choices = { paidOn: '2026-03-10', typed: {}, undiscounted: new Set<string>() }
const early = '2 % (2026-03-15)'

describe('what is suggested to pay of an invoice', () => {
  test.each([
    ['all that is open', {}, '100.00'],
    ['less what is disputed', { disputedAmount: '30.00' }, '70.00'],
    ['less what is advised already', { advisedAmount: '60.00' }, '40.00'],
    ['nothing, when both come to more than is open', { disputedAmount: '70.00', advisedAmount: '60.00' }, '0.00'],
    ['less the discount', { earlyPayment: early }, '98.00'],
    ['less the discount of what is not disputed', { earlyPayment: early, disputedAmount: '50.00' }, '49.00'],
    ['all of a currency with three decimals, so that nobody takes them for thousands', { open: '12.345' }, '12.3450'],
    ['all of a credit note', { open: '-30.00' }, '-30.00'],
    ['what is left of a credit note', { open: '-30.00', advisedAmount: '-30.00' }, '0.00'],
  ])('is %s', (_, more, amount) => {
    const row = remittanceRow(invoice(more), choices)
    expect(row).toMatchObject({ amount, isWrong: false })
  })

  test('has no discount after its last day, or when it is not taken', () => {
    const terms = invoice({ earlyPayment: early })
    expect(remittanceRow(terms, { ...choices, paidOn: '2026-03-16' })).toMatchObject({
      possible: '0',
      amount: '100.00',
    })
    expect(remittanceRow(terms, { ...choices, undiscounted: new Set(['I-1']) }).amount).toBe('100.00')
  })

  test('is never more than is left, whatever is disputed, advised and taken off', () => {
    const cents = fc.integer({ min: 0, max: 10 ** 9 }).map((amount) => (amount / 100).toFixed(2))
    const some = fc.option(cents)
    fc.assert(
      fc.property(cents, some, some, fc.boolean(), (open, disputedAmount, advisedAmount, isEarly) => {
        const terms = isEarly ? early : null
        const row = remittanceRow(invoice({ open, disputedAmount, advisedAmount, earlyPayment: terms }), choices)
        expect(row.isWrong).toBe(false)
        expect(compare(row.amount, '0')).toBeGreaterThanOrEqual(0)
        expect(compare(sum([row.amount, row.discount]), row.left)).toBeLessThanOrEqual(0)
      }),
    )
  })
})

describe('what is typed', () => {
  test.each([
    ['100,00', false],
    ['100.01', true],
    ['1,000', true],
    ['-1', true],
    ['', true],
    ['ten', true],
    ['0', false],
  ])('as "%s" is refused: %s', (text, isWrong) => {
    expect(remittanceRow(invoice(), { ...choices, typed: { 'I-1': text } }).isWrong).toBe(isWrong)
  })

  test.each([
    ['-10', false, '-10'],
    ['−10,00', false, '-10.00'],
    ['10', false, '-10'],
    ['30.00', false, '-30.00'],
    ['30.01', true, '-30.01'],
    ['0', false, undefined],
  ])('as "%s" for a credit note, with or without its sign, is refused: %s', (text, isWrong, amount) => {
    const row = remittanceRow(invoice({ open: '-30.00' }), { ...choices, typed: { 'I-1': text } })
    expect(row.isWrong).toBe(isWrong)
    expect(remittedParts([row])[0]?.amount).toBe(amount)
  })

  test('as nothing is left out, and the rest is summed by currency', () => {
    const rows = [
      remittanceRow(invoice({ earlyPayment: early }), choices),
      remittanceRow(invoice({ number: 'I-2' }), { ...choices, typed: { 'I-2': '0' } }),
      remittanceRow(invoice({ number: 'C-1', open: '-30.00' }), choices),
      remittanceRow(invoice({ number: 'I-3', currency: 'USD' }), choices),
    ]
    expect(remittedParts(rows).map(({ number, amount, discount }) => [number, amount, discount])).toEqual([
      ['I-1', '98.00', '2.00'],
      ['C-1', '-30.00', undefined],
      ['I-3', '100.00', undefined],
    ])
    expect(remittanceSums(rows)).toEqual([
      { currency: 'EUR', amount: '68' },
      { currency: 'USD', amount: '100' },
    ])
  })
})

test('what was begun is there again, and what was only suggested follows the day of payment', () => {
  const invoices = ['I-1', 'I-2', 'I-3'].map((number) => invoice({ number, earlyPayment: early }))
  const fields = {
    ...{ 'paidOn|0': '2026-03-20', 'note|0': 'Thank you', 'amount I-1|0': '60', 'amount I-2|0': '100.00' },
    'discount I-3|on': 'off',
  }
  const begun = begunChoices(fields, invoices, '2026-03-10')
  expect(begun).toEqual({ paidOn: '2026-03-20', typed: { 'I-1': '60' }, undiscounted: new Set(['I-3']) })
  const earlier = { ...begun, paidOn: '2026-03-10' }
  expect(invoices.map((one) => remittanceRow(one, earlier).amount)).toEqual(['60', '98.00', '100.00'])
  expect(begunChoices({}, invoices, '2026-03-10')).toEqual(choices)
})
