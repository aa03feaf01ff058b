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
