import { describe, expect, test } from 'vitest'
import { bankAccountOf, ibanIn } from './bank-account.ts'
import { transferCode } from './transfer-code.ts'

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
    expect(bankAccountOf(null, seller, 'Portal')).toMatchObject({ iban: 'DE02120300000000202051', holder: 'Nordwind' })
    expect(bankAccountOf('Giro 12-34', seller, 'Portal')).toMatchObject({ iban: null, text: 'Giro 12-34' })
    expect(bankAccountOf(null, null, 'Portal')).toBeNull()
  })
})
