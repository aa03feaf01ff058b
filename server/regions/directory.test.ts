import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDirectory } from './directory.ts'

const regions = { eu: { address: 'https://eu.example', title: 'Europe' }, us: { address: 'https://us.example' } }
const directory = {
  regions,
  accounts: { us: ['US-*', 'C-77', 'US-EU-*'], eu: ['US-EU-1*', 'US-9'] },
  otherAccounts: 'eu',
}
const parse = (content: unknown, own = 'eu') => parseDirectory(JSON.stringify(content), own, 'regions.json')

test('an account lives where its number says, else the longest beginning of it, else where all others do', () => {
  const { own, others, regionOf } = parse(directory)
  expect([own.title, others]).toEqual(['Europe', [{ name: 'us', title: 'us', address: 'https://us.example' }]])
  const places = ['US-1', 'US-9', 'US-90', 'C-77', 'C-770', 'US-EU-2', 'US-EU-12', 'US', 'C-1', ''].map(regionOf)
  expect(places).toEqual(['us', 'eu', 'us', 'us', 'eu', 'us', 'eu', 'eu', 'eu', 'eu'])
})

test('all regions read the same from it, whatever an account is called', () => {
  const [eu, us] = [parse(directory), parse(directory, 'us')]
  expect(eu.hash).toBe(us.hash)
  expect(parse({ ...directory, otherAccounts: 'us' }).hash).not.toBe(eu.hash)
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^US-(EU-)?\d{0,3}\*?$/)), (account) => {
      expect(['eu', 'us']).toContain(eu.regionOf(account))
      expect(us.regionOf(account)).toBe(eu.regionOf(account))
    }),
  )
})

test.each<[string, unknown]>([
  ['regions must name the regions.', { otherAccounts: 'eu' }],
  ['regions.EU: a name has small letters, digits and hyphens.', { regions: { EU: regions.eu }, otherAccounts: 'EU' }],
  ['regions.eu must be {"address": "https://…"}.', { ...directory, regions: { eu: 'https://eu.example' } }],
  [
    'regions.eu.address must be a scheme and host, as in https://eu.example.',
    { ...directory, regions: { eu: { address: 'https://eu.example/portal' } } },
  ],
  ['two regions have the same address.', { ...directory, regions: { ...regions, us: regions.eu } }],
  ['otherAccounts must be eu or us.', { regions }],
  ['there is no region "eu"; REGION must be us.', { regions: { us: regions.us }, otherAccounts: 'us' }],
  ['accounts.asia: there is no such region.', { ...directory, accounts: { asia: [] } }],
  ['accounts.us must be a list of numbers of accounts.', { ...directory, accounts: { us: 'US-*' } }],
  [
    'accounts.us[1] must be a number, or the beginning of numbers with * behind it.',
    { ...directory, accounts: { us: ['US-1', 'U*S'] } },
  ],
  ['accounts.eu[0]: US-1 stands there twice.', { ...directory, accounts: { us: ['US-1'], eu: ['US-1'] } }],
  ['zones is not known; there are regions, accounts and otherAccounts.', { ...directory, zones: {} }],
])('a directory is refused with the sentence: %s', (sentence, content) => {
  expect(() => parse(content)).toThrow(`REGIONS: regions.json: ${sentence}`)
})

test('a directory that is no JSON, and one that is not there, is refused', () => {
  expect(() => parseDirectory('{', 'eu')).toThrow('is not JSON.')
  expect(() => parseDirectory('[]', 'eu')).toThrow('must be an object.')
})
