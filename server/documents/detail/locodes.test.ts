import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { geoContains } from 'd3-geo'
import { feature } from 'topojson-client'
import { expect, test } from 'vitest'
import { findLocation, listLocodes } from './locodes.ts'

type Atlas = Parameters<typeof feature>[0]
const file = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json')
const atlas = JSON.parse(readFileSync(file, 'utf8')) as Atlas
const countries = feature(atlas, 'countries') as unknown as {
  features: (Parameters<typeof geoContains>[0] & { properties: { name: string } })[]
}

const english = new Intl.DisplayNames('en', { type: 'region' })
/** The map's own names of countries that have another name elsewhere. */
const atlasNames: Readonly<Record<string, string>> = {
  US: 'United States of America',
  DO: 'Dominican Rep.',
  TR: 'Turkey',
  HK: 'Hong Kong',
}

test('every place of the table lies in its country, or a harbour’s width off its coast', () => {
  const codes = listLocodes()
  expect(codes.length).toBeGreaterThan(300)
  expect(new Set(codes).size).toBe(codes.length)
  for (const code of codes) {
    expect(code).toMatch(/^[A-Z]{2}[A-Z2-9]{3}$/)
    const location = findLocation(code)
    const country = code.slice(0, 2)
    const shape = countries.features.find(
      ({ properties }) => properties.name === (atlasNames[country] ?? english.of(country)),
    )
    expect(shape, country).toBeDefined()
    if (!location || !shape) throw new Error(code)
    const nearbyPoints = [0, 0.12, 0.25].flatMap((far) =>
      [0, 45, 90, 135, 180, 225, 270, 315].map((turn) => [
        location.longitude + far * Math.cos((turn * Math.PI) / 180),
        location.latitude + far * Math.sin((turn * Math.PI) / 180),
      ]),
    )
    expect(
      nearbyPoints.some((point) => geoContains(shape, point as [number, number])),
      `${code} ${location.name}`,
    ).toBe(true)
    expect(location.name).not.toBe('')
    expect(location.country).toBe(country)
  }
})

test('a code is known however it is spaced, and nothing else is taken for one', () => {
  expect(findLocation('de ham')).toEqual({ latitude: 53.55, longitude: 9.99, name: 'Hamburg', country: 'DE' })
  expect(findLocation('US-LAX')?.name).toBe('Los Angeles')
  for (const code of [undefined, '', 'XXHAM', 'HAM', 'constructor']) expect(findLocation(code)).toBeUndefined()
})
