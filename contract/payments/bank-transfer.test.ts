import { describe, expect, test } from 'vitest'
import { bankAccountOf, formatIban, ibanIn, mod97 } from './bank-account.ts'
import { discountOf, earlyPaymentOf } from './early-payment.ts'
import { paymentLink } from './payment-link.ts'
import { transferCode } from './transfer-code.ts'
import { type RemittedPart, transfersOf } from './transfers.ts'

const account = { iban: 'DE02120300000000202051', bic: 'BYLADEM1001', bank: null, holder: 'Nordwind GmbH', text: null }
const transfer = { account, currency: 'EUR', amount: '17854.0500', reference: 'I-1' }

describe('the code for banking apps', () => {
  test('says whom, where, how much and for what, line by line as EPC069-12 wants it', () => {
    expect(transferCode(transfer)).toBe(
      'BCD\n002\n1\nSCT\nBYLADEM1001\nNordwind GmbH\nDE02120300000000202051\nEUR17854.05\n\n\nI-1',
    )
    expect(
      transferCode({ ...transfer, reference: 'RF18 5390 0754 7034' })
        ?.split('\n')
        .slice(9),
    ).toEqual(['RF18539007547034', ''])
  })

  test.each([
    ['another currency', { currency: 'USD' }],
    ['nothing to pay', { amount: '0.00' }],
    ['money back', { amount: '-5.00' }],
    ['fractions of a cent', { amount: '1.005' }],
    ['more than a code can carry', { amount: '1000000000.00' }],
    ['no account number', { account: { ...account, iban: null } }],
  ])('is left out for %s', (_, more) => {
    expect(transferCode({ ...transfer, ...more })).toBeNull()
  })

  test('holds no line more than its fields, whatever a name contains', () => {
    const code = transferCode({ ...transfer, account: { ...account, holder: 'A\nEUR1.00\u2028B' }, reference: 'x\ny' })
    expect(code?.split('\n')).toHaveLength(11)
  })
})

describe('an account number', () => {
  test.each([
    ['DE02120300000000202051 · BYLADEM1001', 'DE02120300000000202051'],
    ['IBAN: DE02 1203 0000 0000 2020 51 BIC BYLADEM1001', 'DE02120300000000202051'],
    ['DE02 1203 0000 0000 2020 52', null],
    ['DE00 0000 0000 4170 0000 00', null],
    ['12345', null],
    ['', null],
  ])('in "%s" is %s', (text, iban) => {
    expect(ibanIn(text)).toBe(iban)
  })

  test('of the document comes before the supplier’s, and one that cannot be read is shown as it came', () => {
    const seller = { name: 'Nordwind', bank: { iban: 'DE02120300000000202051' } }
    expect(bankAccountOf(null, { seller, portal: 'Portal' })).toMatchObject({
      iban: 'DE02120300000000202051',
      holder: 'Nordwind',
    })
    expect(bankAccountOf('Giro 12-34', { seller, portal: 'Portal' })).toMatchObject({ iban: null, text: 'Giro 12-34' })
    expect(bankAccountOf(null, { seller: null, portal: 'Portal' })).toBeNull()
  })
})

describe('the bank’s code beside an account number', () => {
  const bicOf = (text: string) => bankAccountOf(text, { seller: null, portal: 'Portal' })?.bic
  test.each([
    ['DE02120300000000202051 · BYLADEM1001', 'BYLADEM1001'],
    ['DE02 1203 0000 0000 2020 51, COMMERZBANK', null],
    ['POSTBANK DE02 1203 0000 0000 2020 51 BIC BYLADEM1001', 'BYLADEM1001'],
    ['NORDDEUT DE02 1203 0000 0000 2020 51 SWIFT-Code: BYLADEM1', 'BYLADEM1'],
    ['BYLADEM1001, DE02 1203 0000 0000 2020 51', 'BYLADEM1001'],
    ['DE02 1203 0000 0000 2020 51 BIC BNPAFRPP', null],
    ['GB29 NWBK 6016 1331 9268 19 BIC MIDLJESH', 'MIDLJESH'],
    ['FR14 2004 1010 0505 0001 3M02 606, BNPARERX', 'BNPARERX'],
    ['Giro 12-34 BIC BYLADEM1001', null],
  ])('in "%s" is %s', (text, bic) => expect(bicOf(text)).toBe(bic))
})

describe('a code for banking apps', () => {
  const lines = (more: Partial<Parameters<typeof transferCode>[0]>) =>
    transferCode({ ...transfer, ...more })?.split('\n')

  test.each([
    ['0.01', 'EUR0.01'],
    ['999999999.99', 'EUR999999999.99'],
    ['12', 'EUR12.00'],
  ])('carries %s', (amount, written) => expect(lines({ amount })?.[7]).toBe(written))

  test('leaves the bank out where it is not known, and cuts what is too long', () => {
    expect(lines({ account: { ...account, bic: null, holder: `  ${'ä'.repeat(80)}` } })?.slice(4, 6)).toEqual([
      '',
      'ä'.repeat(70),
    ])
    expect(lines({ reference: 'x'.repeat(200) })?.slice(9)).toEqual(['', 'x'.repeat(140)])
    expect(lines({ reference: ' a\t\u200bb ' })?.slice(9)).toEqual(['', 'a b'])
  })

  test.each(['RF19539007547034', 'XRF18539007547034', 'RF18539007547034-', 'RF1'])(
    'takes %s for words, not for a creditor’s reference',
    (reference) => expect(lines({ reference })?.slice(9)).toEqual(['', reference]),
  )

  test('takes a creditor’s reference in small letters too', () =>
    expect(lines({ reference: 'rf18 539007547034' })?.slice(9)).toEqual(['RF18539007547034', '']))
})

describe('the number of an account', () => {
  test('is shown in groups of four', () => {
    expect(formatIban('DE02120300000000202051')).toBe('DE02 1203 0000 0000 2020 51')
    expect(formatIban('AT611904300234573201')).toBe('AT61 1904 3002 3457 3201')
  })

  test.each(['NO9386011117947', 'MT84MALT011000012345MTLCAST001S', 'GB29NWBK60161331926819', 'NL91ABNA0417164300'])(
    'of another country is found: %s',
    (iban) => {
      expect(mod97(iban)).toBe(1n)
      expect(ibanIn(`pay to ${formatIban(iban)}, please`)).toBe(iban)
      expect(ibanIn(`${iban}9`)).toBe(iban)
      expect(ibanIn(`X${iban}`)).toBeNull()
    },
  )

  test('of a country that has none is not found, nor one of another length', () => {
    expect(ibanIn('US64SVBKUS6S3300958879')).toBeNull()
    expect(ibanIn('DE0212030000000020205')).toBeNull()
  })

  test('of the document names its bank, and of the supplier all that the supplier says of it', () => {
    const bank = { iban: 'DE02 1203 0000 0000 2020 51', bic: 'BYLADEM1001', name: 'Sparbank', holder: 'Nordwind AG' }
    const seller = { name: 'Nordwind', bank }
    expect(bankAccountOf('NL91 ABNA 0417 1643 00 ABNANL2A', { seller, portal: 'Portal' })).toEqual({
      iban: 'NL91ABNA0417164300',
      bic: 'ABNANL2A',
      bank: null,
      holder: 'Nordwind AG',
      text: null,
    })
    expect(bankAccountOf('NL91ABNA0417164300', { seller: null, portal: 'Portal' })).toMatchObject({
      bic: null,
      holder: 'Portal',
    })
    expect(bankAccountOf('NL00ABNA0417164300 ABNANL2A', { seller, portal: 'Portal' })).toMatchObject({
      iban: null,
      bic: null,
    })
    expect(bankAccountOf('  ', { seller, portal: 'Portal' })).toEqual({
      iban: 'DE02120300000000202051',
      bic: 'BYLADEM1001',
      bank: 'Sparbank',
      holder: 'Nordwind AG',
      text: null,
    })
    expect(bankAccountOf(null, { seller: { name: 'Nordwind', bank: { iban: 'Giro 12' } }, portal: 'Portal' })).toEqual({
      iban: null,
      bic: null,
      bank: null,
      holder: 'Nordwind',
      text: 'Giro 12',
    })
    expect(bankAccountOf(null, { seller: { name: 'Nordwind' }, portal: 'Portal' })).toBeNull()
  })
})

describe('paying early', () => {
  test.each([
    ['2 % (2026-04-03)', { percent: '2', until: '2026-04-03' }],
    ['2.5 %', { percent: '2.5', until: null }],
    ['2 % (soon)', null],
    ['about 2 %', null],
    ['2 % net', null],
    ['1000 %', null],
    [null, null],
  ])('%s is understood as %j', (text, terms) => expect(earlyPaymentOf(text)).toEqual(terms))

  const terms = { percent: '2', until: '2026-04-03' }
  test.each([
    ['100.00', '2026-04-03', 2, '2.00'],
    ['100.00', '2026-04-04', 2, '0'],
    ['99.99', '2026-04-01', 2, '1.99'],
    ['149', '2026-04-01', 0, '2'],
    ['0.00', '2026-04-01', 2, '0'],
    ['-5.00', '2026-04-01', 2, '0'],
  ])('takes off %s paid on %s, in a currency with %i places: %s', (open, paidOn, places, discount) => {
    expect(discountOf(terms, { open, paidOn, places })).toBe(discount)
  })

  test('takes nothing off without terms, and on any day if the terms name none', () => {
    const today = { open: '100', paidOn: '2030-01-01', places: 2 }
    expect(discountOf(null, today)).toBe('0')
    expect(discountOf({ ...terms, until: null }, today)).toBe('2.00')
  })
})

test('a link to pay names the invoice, and leaves alone what it does not know', () => {
  const values = { number: 'I 1/2', reference: 'a&b', amount: '10.00', currency: 'EUR' }
  expect(paymentLink('https://pay.test/{number}?r={reference}&a={amount}{currency}&x={other}{Number}', values)).toBe(
    'https://pay.test/I%201%2F2?r=a%26b&a=10.00EUR&x={other}{Number}',
  )
  expect(paymentLink('{number}', { ...values, number: '\ud800' })).toBe('%EF%BF%BD')
})

describe('the transfers of a remittance advice', () => {
  const part = (number: string, amount: string, more: Partial<RemittedPart> = {}): RemittedPart => ({
    ...{ number, amount, currency: 'EUR', reference: `ref ${number}`, account },
    ...more,
  })
  const other = { ...account, iban: 'NL91ABNA0417164300' }

  test('are one for each currency, less what credit notes take off', () => {
    expect(
      transfersOf([part('I-1', '10.00'), part('I-2', '5', { currency: 'USD' }), part('C-1', '-2.50')], 'RA-1'),
    ).toEqual([
      { currency: 'EUR', amount: '7.5', account, purpose: 'RA-1 I-1 C-1' },
      { currency: 'USD', amount: '5', account, purpose: 'ref I-2' },
    ])
  })

  test('name no account where the invoices name different ones, and never that of a credit note', () => {
    expect(transfersOf([part('I-1', '1'), part('I-2', '1', { account: other })], 'RA-1')[0]?.account).toBeNull()
    expect(transfersOf([part('I-1', '1'), part('C-2', '-1', { account: other })], 'RA-1')[0]?.account).toEqual(account)
    const written = { ...account, iban: null, text: 'Giro 1' }
    const parts = [
      part('I-1', '1', { account: written }),
      part('I-2', '1', { account: { ...written, text: 'Giro 2' } }),
    ]
    expect(transfersOf(parts, 'RA-1')[0]?.account).toBeNull()
    expect(transfersOf([part('I-1', '1', { account: null }), part('I-2', '1')], 'RA-1')[0]?.account).toBeNull()
    expect(transfersOf([part('I-1', '1', { account: null })], 'RA-1')[0]?.account).toBeNull()
  })

  test('name as many invoices as a purpose has room for, and none cut in two', () => {
    const parts = Array.from({ length: 40 }, (_, index) => part(`INV-${1000 + index}`, '1'))
    const [transfer] = transfersOf(parts, 'RA-1')
    // "RA-1" and 15 times " INV-1000" are 139 characters.
    expect(transfer?.purpose).toBe(['RA-1', ...parts.slice(0, 15).map(({ number }) => number)].join(' '))
    const [full] = transfersOf([part('x'.repeat(100), '1'), part('y'.repeat(34), '1'), part('z', '1')], 'RA-1')
    expect(full?.purpose).toHaveLength(140)
  })
})
