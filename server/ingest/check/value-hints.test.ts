import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toMillionths } from '#contract/money.ts'
import { dateHint, decimalHint, instantHint, shownValue } from './value-hints.ts'

const amountPattern = '^-?[0-9]{1,14}(\\.[0-9]{1,4})?$'
const quantityPattern = '^-?[0-9]{1,12}(\\.[0-9]{1,6})?$'
const sentInstead = (problem: string) => /Send "([^"]*)"/.exec(problem)?.[1] ?? problem

const digits = (minLength: number, maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength, maxLength }).map((list) => list.join(''))
const sign = fc.constantFrom('', '-')
const wholeNumber = fc.bigInt({ min: 0n, max: 99_999_999_999_998n }).map(String)
const inThousands = (whole: string, mark: string) => whole.replace(/\B(?=(?:\d{3})+$)/g, mark)

test('an amount as it is written in Berlin or in London is understood, and what is proposed is taken', () => {
  fc.assert(
    fc.property(sign, wholeNumber, digits(1, 4), (minus, whole, fraction) => {
      const exact = toMillionths(`${minus}${whole}.${fraction}`)
      const forms = [
        `${minus}${inThousands(whole, '.')},${fraction}`,
        `${minus}${inThousands(whole, ',')}.${fraction}`,
        `${minus}${whole},${fraction}`,
        `  ${minus}${whole}.${fraction} `,
      ]
      if (minus === '-') forms.push(`${inThousands(whole, '.')},${fraction}-`, `${whole}.${fraction}-`)
      else forms.push(`+${whole}.${fraction}`)
      for (const form of forms) {
        const instead = sentInstead(decimalHint(form, amountPattern))
        expect(instead).toMatch(new RegExp(amountPattern))
        expect(toMillionths(instead)).toBe(exact)
      }
    }),
  )
})

test('an amount with too many decimal places is proposed rounded to the nearest, halves away from zero', () => {
  fc.assert(
    fc.property(sign, wholeNumber, digits(5, 17), (minus, whole, fraction) => {
      const instead = sentInstead(decimalHint(`${minus}${whole}.${fraction}`, amountPattern))
      expect(instead).toMatch(new RegExp(amountPattern))
      const kept = BigInt(whole + fraction.slice(0, 4))
      const rounded = Number(fraction[4]) < 5 ? kept : kept + 1n
      expect(toMillionths(instead)).toBe((minus === '-' ? -rounded : rounded) * 100n)
      expect(instead).not.toBe('-0')
    }),
  )
})

test.each([
  ['0.00005', '0.0001'],
  ['-0.00005', '-0.0001'],
  ['0.00004', '0.00'],
  ['-0.00004', '0.00'],
  ['9.99995', '10.00'],
  ['.5', '0.5'],
  ['1.50000', '1.50'],
  ['1.00000', '1.00'],
  ['7.', '7'],
  [',5', '0.5'],
  ['1.234.567,8', '1234567.8'],
  ['1,234,567.8', '1234567.8'],
  ['00012,3', '12.3'],
  ['99999999999999,9', '99999999999999.9'],
])('instead of the amount %j, %j is proposed', (text, instead) =>
  expect(sentInstead(decimalHint(text, amountPattern))).toBe(instead),
)

test('a quantity has more decimal places than an amount and fewer digits before them', () => {
  expect(decimalHint('1.2345678', quantityPattern)).toBe(
    '"1.2345678" has 7 decimal places; at most 6 are taken here. Send "1.234568".',
  )
  expect(decimalHint('1234567890123', quantityPattern)).toBe(
    '"1234567890123" is too large: at most 12 digits are taken before the point.',
  )
  expect(decimalHint('-1234567890123,5', quantityPattern)).toContain('too large')
  expect(decimalHint('123456789012,5', quantityPattern)).toContain('Send "123456789012.5".')
})

test.each([
  '',
  ' ',
  '.',
  ',',
  '-',
  '12 EUR',
  'EUR 12',
  '1.2.3',
  '1,2,3.4.5',
  '1.234,5,6',
  '--1',
  '++1',
  '1e5',
  'x,5',
  '5,x',
])('nothing is made up for %j, which is no amount', (text) =>
  expect(decimalHint(text, amountPattern)).toBe(
    `It must be a decimal number in quotes, such as "12.50", not ${JSON.stringify(text)}.`,
  ),
)

test.each([[true], [['12.50']], [{ value: '12.50' }]])('%j is no amount, and is shown as it was sent', (value) =>
  expect(decimalHint(value, amountPattern)).toBe(
    `It must be a decimal number in quotes, such as "12.50", not ${JSON.stringify(value)}.`,
  ),
)

test.each([
  [12.5, 'It must be a decimal number in quotes, not 12.5 without them. Send "12.5".'],
  [-3, 'It must be a decimal number in quotes, not -3 without them. Send "-3".'],
  ['-12,5', '"-12,5" has a comma; decimals have a point, and thousands are not set apart. Send "-12.5".'],
  ['-.25', '"-.25" lacks the digit before the point. Send "-0.25".'],
  ['-1.23456', '"-1.23456" has 5 decimal places; at most 4 are taken here. Send "-1.2346".'],
  ['1.23456-', '"1.23456-" is a number in another form. Send "-1.2346".'],
  [' 12.50', '" 12.50" is a number in another form. Send "12.50".'],
])('what is wrong with the amount %j is told before what to send', (value, problem) =>
  expect(decimalHint(value, amountPattern)).toBe(problem),
)

const momentForm = 'a moment with its offset from UTC, such as "2026-03-02T08:00:00Z"'

test('a moment that is a day alone, or has no offset, is told how to be sent', () => {
  expect(instantHint('2026-03-02', undefined)).toBe(
    `"2026-03-02" is a day without a time; it must be ${momentForm}. Send "2026-03-02T00:00:00Z" where the time is not known.`,
  )
  expect(instantHint(' 2026-03-02 ', 'deliveredDate')).toBe(
    `"2026-03-02" is a day without a time; it must be ${momentForm}. Where only the day is known, leave this out and send "deliveredDate": "2026-03-02".`,
  )
  for (const time of ['08:00', '08:00:30', '08:00:30.123']) {
    const sentences = `Send "2026-03-02T${time}Z" when it is in UTC, or with its offset, such as "2026-03-02T${time}+01:00".`
    expect(instantHint(`2026-03-02 ${time}`, undefined)).toBe(
      `"2026-03-02 ${time}" does not say its offset from UTC. ${sentences}`,
    )
    expect(instantHint(`2026-03-02T${time}`, undefined)).toContain(sentences)
  }
})

test.each([
  '12026-03-02',
  '2026-03-021',
  '2026-03-02T8:00',
  '2026-03-02T08:00:0',
  '2026-03-02T08:00:00.',
  'x2026-03-02T08:00',
  '2026-03-02T08:00x',
  '',
  5,
  ['2026-03-02'],
])('nothing is made up for %j, which is no moment', (value) =>
  expect(instantHint(value, 'deliveredDate')).toBe(`It must be ${momentForm}, not ${JSON.stringify(value)}.`),
)

test('a day is taken out of a moment, and put into its form when its signs are missing', () => {
  for (const text of ['2026-03-02T08:00:00Z', '2026-03-02 08:00', ' 20260302 '])
    expect(dateHint(text)).toBe(`It must be a calendar date. Send "2026-03-02", not ${JSON.stringify(text)}.`)
})

test.each([
  '2.3.2026',
  '020260302',
  '202603021',
  '2026-03-02x',
  'x2026-03-02T08:00',
  '12026-03-02 08:00',
  '',
  20260302,
  ['2026-03-02'],
])('nothing is made up for %j, which is no day', (value) =>
  expect(dateHint(value)).toBe(`It must be a calendar date, such as "2026-03-31", not ${JSON.stringify(value)}.`),
)

test('a long text in place of a date or an amount is cut where it is shown', () => {
  const text = '9'.repeat(1_000_000)
  const shown = `"${'9'.repeat(56)}…`
  expect(dateHint(text)).toBe(`It must be a calendar date, such as "2026-03-31", not ${shown}.`)
  expect(instantHint(text, undefined)).toBe(`It must be ${momentForm}, not ${shown}.`)
  expect(decimalHint(text, amountPattern)).toBe(`It must be a decimal number in quotes, such as "12.50", not ${shown}.`)
  expect(decimalHint('9'.repeat(58), amountPattern)).toContain(`"${'9'.repeat(58)}" is too large`)
  expect(shownValue('😀'.repeat(40)).isWellFormed()).toBe(true)
})
