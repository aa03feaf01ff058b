import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { languages } from '../languages.ts'
import { type DestinationName, destinationNames, destinationsOf } from './destinations.ts'

const textsIn = (language: string) =>
  JSON.parse(readFileSync(new URL(`../messages/${language}/places.json`, import.meta.url), 'utf8')) as Readonly<
    Record<string, string>
  >
const wordsIn = (language: string) => {
  const texts = textsIn(language)
  return (name: DestinationName) => texts[`find.words.${name}`] ?? ''
}
const english = wordsIn('en')

test.each([
  ['overdue', ['overdueInvoices']],
  ['Late', ['lateShipments', 'lateOrders']],
  ['open orders', ['openOrders']],
  ['  Where is my ORDER? ', ['openOrders']],
  ['what do I owe?', ['unpaidInvoices']],
  ['over', ['overdueInvoices']],
  ['ove', []],
  ['SO-0001', []],
  ['', []],
])('“%s” leads to %j', (typed, names) => {
  expect(destinationsOf(typed, english)).toEqual(names)
})

test.each([
  ['de', 'überfällig', 'overdueInvoices'],
  ['de', 'Offene Auftrage', 'openOrders'],
  ['fr', 'en retard', 'overdueInvoices'],
  ['es', 'donde esta mi pedido', 'openOrders'],
  ['nl', 'te laat', 'lateShipments'],
  ['ar', 'أين شحنتي', 'underway'],
])('in the language %s “%s” leads to %s', (language, typed, name) => {
  expect(destinationsOf(typed, wordsIn(language))).toContain(name)
})

describe.each(languages)('in the language %s', (language) => {
  test.each(destinationNames)('each word of %s leads there, and the place has a name', (name) => {
    const words = wordsIn(language)(name)
      .split(';')
      .map((word) => word.trim())
    expect(textsIn(language)[`find.to.${name}`]).toBeTruthy()
    for (const word of words)
      expect([word, destinationsOf(word, wordsIn(language))]).toEqual([word, expect.arrayContaining([name])])
  })
})

test('whatever is typed, at most three places are offered, each once', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom('open', 'invoices', 'late', 'order')), (typed) => {
      const found = destinationsOf(typed, english)
      expect(found.length).toBeLessThanOrEqual(3)
      expect(new Set(found).size).toBe(found.length)
    }),
  )
})
