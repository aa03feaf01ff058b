import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { networkLocator } from '../commands/settings/geolocation.ts'
import { readConfig } from '../config.ts'
import { writePlaces } from '../testing/location-database.ts'
import { openLocationDatabase } from './location-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'places-'))
const cityDatabase = join(folder, 'cities.mmdb')
beforeAll(() => {
  writePlaces(cityDatabase, 'GeoLite2-City', {
    '81.2.69.0/24': { city: { names: { en: 'London' } }, country: { iso_code: 'GB' } },
    '89.160.20.0/25': { country: { iso_code: 'SE' } },
    '2001:db8:1/48': { city: { names: { en: 'Łódź' } }, country: { iso_code: 'PL' } },
    '203.0.113.0/24': { continent: { code: 'EU' } },
  })
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('A file of places', () => {
  test.each([
    ['81.2.69.0/24', { city: 'London', country: 'GB' }],
    ['89.160.20.0/24', { city: null, country: 'SE' }],
    ['2001:db8:1::/48', { city: 'Łódź', country: 'PL' }],
  ])('knows roughly where %s is', (network, place) => {
    expect(openLocationDatabase(cityDatabase)(network)).toEqual(place)
  })

  test.each([null, '10.0.0.0/24', '2001:db8:2::/48', '203.0.113.0/24', 'unix socket', ''])(
    'does not know where %j is',
    (network) => {
      expect(openLocationDatabase(cityDatabase)(network)).toBeNull()
    },
  )

  test('is not needed', () => {
    expect(networkLocator(readConfig({}))('81.2.69.0/24')).toBeNull()
    expect(networkLocator(readConfig({ PLACES_DATABASE: cityDatabase }))('81.2.69.0/24')).toMatchObject({
      city: 'London',
    })
  })

  test('stops the start when it is missing, no such file, or about something else', () => {
    const textFile = join(folder, 'places.txt')
    writeFileSync(textFile, 'London, GB')
    const networkDatabase = join(folder, 'networks.mmdb')
    writePlaces(networkDatabase, 'GeoLite2-ASN', { '81.2.69.0/24': { autonomous_system_number: 1 } })
    const start = (path: string) => () => networkLocator(readConfig({ PLACES_DATABASE: path }))
    expect(start(join(folder, 'gone.mmdb'))).toThrow(
      /^PLACES_DATABASE must be a file that can be read; .+gone\.mmdb cannot\.$/,
    )
    expect(start(folder)).toThrow(/^PLACES_DATABASE must be a file that can be read/)
    expect(start(textFile)).toThrow(
      /^PLACES_DATABASE must be a file in the format of MaxMind \(\.mmdb\); .+ is none\.$/,
    )
    expect(start(networkDatabase)).toThrow(/^PLACES_DATABASE must hold cities or countries; .+ holds GeoLite2-ASN\.$/)
  })
})
