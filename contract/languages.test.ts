import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { formatsFor, isTimeZone } from './formats.ts'
import { acceptedLanguage, directionOf, isLanguage, languages, localeOf } from './languages.ts'
import { languageNames } from './values/language-names.ts'

describe('A browser that asks for', () => {
  test.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['pt-BR, fr;q=0.5, nl;q=0.7', 'nl'],
    ['ar', 'ar'],
    ['EN-us', 'en'],
    ['de;q=0, es', 'es'],
    ['de;level=2;q=0.1, es;q=0.2', 'es'],
    ['de;x=1;q=0, nl;level=1', 'nl'],
    ['fr;q=0.5;level=0', 'fr'],
    [' ; , es', 'es'],
    ['*', undefined],
    ['pt, ja', undefined],
    ['', undefined],
    [undefined, undefined],
    [`${'x,'.repeat(100_000)}de`, undefined],
  ])('%s gets %s', (header, language) => {
    expect(acceptedLanguage(header)).toBe(language)
  })
})

test('each language is offered by its own name, and written from the side that is its own', () => {
  expect(languages.map((language) => `${language} ${languageNames[language]} ${directionOf(language)}`)).toEqual([
    'en English ltr',
    'de Deutsch ltr',
    'fr Français ltr',
    'es Español ltr',
    'nl Nederlands ltr',
    'ar العربية rtl',
  ])
})

test('what somebody did reads from right to left in Arabic, whatever letters their name has', () => {
  const folder = join(import.meta.dirname, 'messages/ar')
  const texts = readdirSync(folder)
    .flatMap((file) => Object.entries(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>))
    .filter(([, text]) => /^\u200f?\{who\}/.test(text))
  expect(texts.length).toBeGreaterThan(20)
  expect(texts.filter(([, text]) => text.startsWith('{'))).toEqual([])
})

test('only the portal’s own languages can be chosen', () => {
  expect(languages.filter(isLanguage)).toEqual([...languages])
  for (const other of ['pt', '', 'EN', undefined, null, 7]) expect(isLanguage(other)).toBe(false)
})

test('a country decides how its language writes numbers and dates, but not with which digits', () => {
  expect(localeOf('de', 'at')).toBe('de-AT-u-ca-gregory-nu-latn')
  expect(localeOf('en')).toBe('en-GB-u-ca-gregory-nu-latn')
  for (const country of ['', null, 'DEU', '1de', 'de1', 'd'])
    expect(localeOf('de', country)).toBe('de-DE-u-ca-gregory-nu-latn')
  expect([localeOf('fr'), localeOf('es'), localeOf('nl')].map((locale) => locale.slice(0, 5))).toEqual([
    'fr-FR',
    'es-ES',
    'nl-NL',
  ])
  expect(localeOf('ar', 'EG')).toBe('ar-AE-u-ca-gregory-nu-latn')
})

/** Returns a text without marks of direction, and with ordinary spaces. */
const plain = (text: string) => text.replace(/[\u200e\u200f\u061c]/g, '').replace(/[\u00a0\u202f]/g, ' ')

describe('For a reader', () => {
  test.each([
    ['en', '-€1,234,567,890,123,456.7809', '1 March 2026 at 09:05 CET', '1 Mar 2026', 'Germany'],
    ['de', '-1.234.567.890.123.456,7809 €', '1. März 2026 um 09:05 MEZ', '01.03.2026', 'Deutschland'],
    ['fr', '-1 234 567 890 123 456,7809 €', '1 mars 2026 à 09:05 UTC+1', '1 mars 2026', 'Allemagne'],
    ['es', '-1.234.567.890.123.456,7809 €', '1 de marzo de 2026 a las 09:05 CET', '1 mar 2026', 'Alemania'],
    ['nl', '€ -1.234.567.890.123.456,7809', '1 maart 2026 om 09:05 CET', '1 mrt 2026', 'Duitsland'],
    ['ar', '-1,234,567,890,123,456.7809 €', '1 مارس 2026 في 09:05 ص غرينتش+1', '1 مارس 2026', 'ألمانيا'],
  ] as const)('of %s amounts are exact and moments stand in their zone', (language, money, moment, date, country) => {
    const formats = formatsFor(language, { timeZone: 'Europe/Berlin' })
    expect(plain(formats.money('-1234567890123456.7809', 'EUR'))).toBe(money)
    expect(plain(formats.moment('2026-03-01T08:05:00Z'))).toBe(moment)
    expect(plain(formats.date('2026-03-01'))).toBe(date)
    expect(formats.country('DE')).toBe(country)
  })

  test('of Spanish thousands are grouped in short amounts too, so that a column lines up', () => {
    const { money, decimal } = formatsFor('es', {})
    expect(plain(money('1234.5', 'EUR'))).toBe('1.234,50 €')
    expect(decimal('1234')).toBe('1.234')
  })

  test('a currency has its own places, and only euro and pound a sign', () => {
    const { money, amount } = formatsFor('en', {})
    expect([money('12', 'JPY'), money('12.5', 'USD'), money('12.5', 'KWD'), money('12.5', 'GBP')].map(plain)).toEqual([
      'JPY 12',
      'USD 12.50',
      'KWD 12.500',
      '£12.50',
    ])
    expect(money('12.5', null)).toBe('12.50')
    expect(amount('0.1234', 'EUR')).toBe('0.1234')
  })

  test('a country that is none is shown as it came, and so is an amount in a currency that is none', () => {
    const { country, money, decimal } = formatsFor('en', {})
    expect(['DE', 'de', 'DEU', 'XDE', ''].map(country)).toEqual(['Germany', 'de', 'DEU', 'XDE', ''])
    expect(['eur', 'EURO', 'XEUR'].map((currency) => money('12.5', currency))).toEqual(['12.50', '12.50', '12.50'])
    expect([decimal('1.1234567'), decimal('1.5', 3), decimal('1.126', 0, 2)]).toEqual(['1.123457', '1.500', '1.13'])
  })

  test('measures bear the unit of the language, and a unit without a sign is left to words', () => {
    const { measure, percent } = formatsFor('de', {})
    expect(plain(measure('1234.5', 'KGM') ?? '')).toBe('1.234,5 kg')
    expect(measure('3', 'XBX')).toBeUndefined()
    const written = (unit: string) => plain(formatsFor('en', {}).measure('2', unit) ?? '')
    expect(
      ['GRM', 'LBR', 'ONZ', 'MMT', 'CMT', 'MTR', 'KMT', 'FOT', 'INH', 'LTR', 'MLT', 'MIN', 'HUR', 'DAY', 'WEE', 'MON']
        .map(written)
        .join(', '),
    ).toBe('2 g, 2 lb, 2 oz, 2 mm, 2 cm, 2 m, 2 km, 2 ft, 2 in, 2 l, 2 ml, 2 mins, 2 hrs, 2 days, 2 wks, 2 mths')
    expect(plain(percent('19'))).toBe('19 %')
  })

  test('a calendar date is the same in every zone, the day of a moment is not', () => {
    const { date } = formatsFor('en', { timeZone: 'Pacific/Auckland' })
    expect(date('2026-03-01')).toBe('1 Mar 2026')
    expect(date('2026-03-01T20:00:00Z')).toBe('2 Mar 2026')
    expect(date('soon')).toBe('soon')
    expect(date('2026-03-01 20:00:00Z')).toBe('2 Mar 2026')
  })

  test.each(languages)('in %s an unknown zone is UTC', (language) => {
    expect(formatsFor(language, { timeZone: 'Mars/Olympus' }).timeZone).toBe('UTC')
  })

  test.each([
    ['Europe/Berlin', true],
    ['Mars/Olympus', false],
    ['+02:00', false],
    ['', false],
    ['1Europe/Berlin', false],
  ])('%s is a time zone: %s', (zone, expected) => {
    expect(isTimeZone(zone)).toBe(expected)
  })
})
