import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkDigit, hasValidCheckDigit, normaliseGtin, parseGs1 } from './gs1.ts'

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((list) => list.join(''))
const gtin = digits(13).map((body) => body + checkDigit(body))
const sscc = digits(17).map((body) => body + checkDigit(body))
const code = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9\-./]{0,19}$/)

test('a label as people read it, as a scanner gives it and as an address says the same', () => {
  const expected = { gtin: '09506000134352', serial: '12345', lot: 'ABC1', expiry: '2027-12-31' }
  expect(parseGs1('(01)09506000134352(17)271200(10)ABC1(21)12345')).toEqual(expected)
  expect(parseGs1(']d201095060001343521727123110ABC1\u001d2112345')).toEqual(expected)
  expect(parseGs1('01095060001343521727123110ABC1\u001d2112345')).toEqual(expected)
  expect(parseGs1('01095060001343521727123110ABC1{GS}2112345')).toEqual(expected)
  expect(parseGs1('<FNC1>01095060001343521727123110ABC1␝2112345')).toEqual(expected)
  expect(parseGs1('https://id.example.org/01/09506000134352/10/ABC1/21/12345?17=271231')).toEqual(expected)
  expect(parseGs1('https://example.com/shop/01/9506000134352')).toEqual({ gtin: '09506000134352' })
  expect(parseGs1(']C100006141411234567890')).toEqual({ sscc: '006141411234567890' })
})

test('an element of no use here is skipped, not misread', () => {
  expect(parseGs1('(01)09506000134352(3103)000500(37)12(21)A(B)1')).toEqual({ gtin: '09506000134352', serial: 'A(B)1' })
  expect(parseGs1('010950600013435231030005003712\u001d21X')).toEqual({ gtin: '09506000134352', serial: 'X' })
})

test.each([
  '(01)09506000134353',
  '(00)006141411234567891',
  '(17)271332',
  '(17)270230',
  'SO-10042',
  '0123456789',
  'https://example.com/orders/1',
  'http://',
  '(01)',
  '',
])('%j is not taken for a label', (text) => {
  expect(parseGs1(text)).toBeNull()
})

test('whatever label is printed, all three ways of writing it are read alike', () => {
  fc.assert(
    fc.property(gtin, code, code, (number, serial, lot) => {
      const expected = { gtin: number, lot, serial }
      expect(parseGs1(`(01)${number}(10)${lot}(21)${serial}`)).toEqual(expected)
      expect(parseGs1(`]C101${number}10${lot}\u001d21${serial}`)).toEqual(expected)
      const path = [lot, serial].map(encodeURIComponent)
      expect(parseGs1(`https://id.gs1.org/01/${number}/10/${path[0]}/21/${path[1]}`)).toEqual(expected)
    }),
  )
})

test('one wrong digit is noticed', () => {
  fc.assert(
    fc.property(sscc, fc.nat(17), fc.integer({ min: 1, max: 9 }), (number, index, shift) => {
      expect(hasValidCheckDigit(number)).toBe(true)
      const wrong = number.slice(0, index) + ((Number(number[index]) + shift) % 10) + number.slice(index + 1)
      expect(hasValidCheckDigit(wrong)).toBe(false)
      expect(parseGs1(`(00)${wrong}`)).toBeNull()
    }),
  )
})

test('no text whatever breaks the reader', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      for (const start of ['', ']C1', '(01)', 'https://x/01/', '01', '\u001d']) parseGs1(start + text)
    }),
  )
})

test('a GTIN is the same with and without its leading zeros', () => {
  expect(normaliseGtin('00012345678905')).toBe('12345678905')
  expect(normaliseGtin('0')).toBe('0')
})

const gtin14 = '09506000134352'
const shipped = '006141411234567890'

test('a number with the right check digit is a GTIN or SSCC only if it is as long as one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 25 }), fc.nat(), (length, seed) => {
      const body = String(seed).padStart(length, '7').slice(0, length)
      expect(hasValidCheckDigit(body + checkDigit(body))).toBe([7, 11, 12, 13, 17].includes(length))
    }),
  )
  expect(hasValidCheckDigit('4006381333931')).toBe(true)
  expect(hasValidCheckDigit(` ${gtin14}`)).toBe(false)
  expect(hasValidCheckDigit(`${gtin14}x`)).toBe(false)
})

test.each([
  ...[
    ['02', 14],
    ['03', 14],
    ['04', 16],
    ['11', 6],
    ['12', 6],
    ['13', 6],
    ['14', 6],
    ['15', 6],
    ['16', 6],
    ['18', 6],
  ],
  ...[
    ['19', 6],
    ['20', 2],
    ['3103', 6],
    ['3202', 6],
    ['3301', 6],
    ['3400', 6],
    ['3559', 6],
    ['3690', 6],
    ['410', 13],
  ],
  ['417', 13],
] as [string, number][])('the element %s, which has a length of its own, is passed over', (identifier, length) => {
  const expected = { gtin: gtin14, serial: 'X' }
  expect(parseGs1(`]d201${gtin14}${identifier}${'9'.repeat(length)}21X`)).toEqual(expected)
  expect(parseGs1(`]d201${gtin14}21X\u001d${identifier}${'9'.repeat(length)}`)).toEqual(expected)
  expect(parseGs1(`]d201${gtin14}21X\u001d${identifier}${'9'.repeat(length - 1)}`)).toBeNull()
})

test.each([
  ...['22', '30', '37', '90', '99', '235', '240', '243', '250', '253', '255', '400', '403', '420', '427', '710', '716'],
  ...['3900', '3922', '3953', '4300', '4326', '7001', '7003', '7240', '8002', '8013', '8110', '8200'],
])('the element %s ends where the scanner says so, and is passed over', (identifier) => {
  expect(parseGs1(`]d201${gtin14}${identifier}A9\u001d21X`)).toEqual({ gtin: gtin14, serial: 'X' })
  expect(parseGs1(`]d201${gtin14}21X\u001d${identifier}A9`)).toEqual({ gtin: gtin14, serial: 'X' })
})

test.each([
  '23A',
  '24A',
  '25A',
  '310A',
  '360A',
  '390A',
  '40A',
  '42A',
  '430A',
  '70A',
  '700A',
  '71A',
  '720A',
  '800A',
  '811A',
])('what begins like an element and has a letter in its number, such as %s, is no label', (element) => {
  expect(parseGs1(`]d201${gtin14}${element}99999999\u001d21X`)).toBeNull()
})

test.each(['22', '30', '37', '90', '240', '710'])(
  'the data of the element %s may begin with a letter',
  (identifier) => {
    expect(parseGs1(`]d201${gtin14}${identifier}A\u001d21X`)).toEqual({ gtin: gtin14, serial: 'X' })
  },
)

test.each(['\u001d', '\u241d', '{GS}', '<GS>', '[GS]', '{FNC1}', '<fnc1>', '[Gs]'])(
  'a separator that a scanner writes as %j ends a lot',
  (separator) => {
    expect(parseGs1(`]C110LOT${separator}21X`)).toEqual({ lot: 'LOT', serial: 'X' })
    expect(parseGs1(`${separator}${separator}10LOT${separator}${separator}21X`)).toEqual({ lot: 'LOT', serial: 'X' })
  },
)

test.each([
  [` (01) ${gtin14} (21) X `, { gtin: gtin14, serial: 'X' }],
  ['(10)(21)X', { serial: 'X' }],
  ['(21)A(1)B(12345)C', { serial: 'A(1)B(12345)C' }],
  ['(10)A)B', { lot: 'A)B' }],
  [`(00)${shipped}(01)${gtin14}`, { sscc: shipped, gtin: gtin14 }],
  [`01${gtin14}10A`, { gtin: gtin14, lot: 'A' }],
  [`00${shipped}`, { sscc: shipped }],
  [']C110-/A', { lot: '-/A' }],
  ['\u001d21X', { serial: 'X' }],
  ['(21)https://example.com/1', { serial: 'https://example.com/1' }],
])('%j is read', (text, expected) => expect(parseGs1(text)).toEqual(expected))

test.each([
  ...['(1)X', '(12345)X', 'x(10)A', '(10', '(37)12', '(10)', '(00)123', '(01)9506000134352', `(01)${gtin14}0`],
  ...[`01${gtin14}`, '010950600013435310A', `x01${gtin14}10A`, `00${shipped}1`, `x00${shipped}`, `02${gtin14}10A`],
  ...[']C1', ']C1AB', ']C11', ']C101123', ']1110X', 'x]C110X', ']C110', ']C17A0A', ']C1400', ']C14A'],
])('%j is no label that can be read', (text) => expect(parseGs1(text)).toBeNull())

test.each([
  ['271231', '2027-12-31'],
  ['270100', '2027-01-31'],
  ['270200', '2027-02-28'],
  ['280200', '2028-02-29'],
  ['280229', '2028-02-29'],
  ['270101', '2027-01-01'],
  ['991130', '2099-11-30'],
  ['270001', null],
  ['271301', null],
  ['270132', null],
  ['271131', null],
  ['27123', null],
  ['2712311', null],
  ['27123x', null],
  ['x271231', null],
])('the expiry %s is the day %s', (written, day) => {
  expect(parseGs1(`(17)${written}`)).toEqual(day === null ? null : { expiry: day })
})

test.each([
  [`http://example.com/01/${gtin14}`, { gtin: gtin14 }],
  [`HTTPS://EXAMPLE.COM:8443/01/${gtin14}`, { gtin: gtin14 }],
  ['https://example.com/01/95060001/10/A', null],
  ['https://example.com/01/95050003', { gtin: '00000095050003' }],
  ['https://example.com/01/614141123452', { gtin: '00614141123452' }],
  [`https://example.com/a/b/01/${gtin14}/21/X`, { gtin: gtin14, serial: 'X' }],
  [`https://example.com/00/${shipped}`, { sscc: shipped }],
  [`https://example.com/00/01/${gtin14}`, null],
  [`https://example.com/01/x/01/${gtin14}`, { gtin: gtin14 }],
  [`https://example.com/01/x${gtin14}`, null],
  [`https://example.com/01/${gtin14}x`, null],
  [`https://example.com/001/${gtin14}`, null],
  [`https://example.com/013/${gtin14}`, null],
  [`https://example.com/01/${gtin14}/10`, { gtin: gtin14 }],
  [`https://example.com/01/${gtin14}/10/`, { gtin: gtin14 }],
  [`https://example.com/01/${gtin14}/10/A%2FB/21/X%20Y`, { gtin: gtin14, lot: 'A/B', serial: 'X Y' }],
  [`https://example.com/01/${gtin14}/10/50%`, { gtin: gtin14, lot: '50%' }],
  [
    `https://example.com/01/${gtin14}?10=A%2FB&x=1&17=271231&010=B&linkType=all&21`,
    { gtin: gtin14, lot: 'A/B', expiry: '2027-12-31' },
  ],
  [`https://example.com/01/${gtin14}?x10=A&10x=B&1=C&12345=D#10=E`, { gtin: gtin14 }],
  [`https://example.com/01/${gtin14}#/10/A`, { gtin: gtin14 }],
  [`https://example.com?01=${gtin14}`, null],
  [`https://01/${gtin14}`, null],
  [`https://x01/${gtin14}`, null],
  [`https://example.com/101/${gtin14}`, null],
  [`x https://example.com/01/${gtin14}`, null],
  [`ftp://example.com/01/${gtin14}`, null],
])('the address %s says %j', (address, expected) => expect(parseGs1(address)).toEqual(expected))
