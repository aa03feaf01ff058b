import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { languages } from '../contract/languages.ts'
import { type Catalogue, keysWithTwoTexts, translationFaults } from './translations.ts'

const folder = resolve(import.meta.dirname, '../contract/messages')

/** The files of a language; each exports one catalogue. */
async function filesOf(language: string): Promise<[file: string, Catalogue][]> {
  const files = readdirSync(join(folder, language)).sort()
  return Promise.all(
    files.map(async (file): Promise<[string, Catalogue]> => {
      const exported = (await import(/* @vite-ignore */ join(folder, language, file))) as Record<string, Catalogue>
      return [file, Object.values(exported)[0] ?? {}]
    }),
  )
}

const english = new Map(await filesOf('en'))

describe.each([...languages])('The texts in %s', async (language) => {
  const files = await filesOf(language)

  test('are all there', () => expect(files.map(([file]) => file)).toEqual([...english.keys()]))

  test.each(files)('%s says what the English says, of the same values', (file, texts) =>
    expect(translationFaults(language, english.get(file) ?? {}, texts)).toEqual([]),
  )

  test('give each key one text', () => expect(keysWithTwoTexts(files)).toEqual([]))
})

describe('A translation', () => {
  const faults = (
    text: string | undefined,
    model = 'Show {count, plural, one {# more} other {# more}}',
    language = 'ar',
  ) => translationFaults(language, { key: model }, text === undefined ? {} : { key: text })

  test.each([
    ['is missing', undefined],
    ['is empty', ' '],
    ['takes other values', 'المزيد {number}'],
  ])('that %s is caught', (fault, text) => expect(faults(text)).toEqual([`key ${fault}`]))

  test('that lacks plural forms of its language is caught', () =>
    expect(faults('{count, plural, one {# مستند} other {# مستند}}')).toEqual(
      ['zero', 'two', 'few', 'many'].map((form) => `key does not say the plural form ${form}`),
    ))

  test('that was copied from the English is caught, a word that both languages share is not', () => {
    expect(faults('Nothing waits for you', 'Nothing waits for you', 'de')).toEqual(['key is still English'])
    expect(faults('Status {name}', 'Status {name}', 'de')).toEqual([])
  })

  test('of a text that the English does not have is caught', () =>
    expect(translationFaults('de', {}, { key: 'Mehr' })).toEqual(['key is not there in English']))

  test('of a key that another file uses for another text is caught, the same text twice is not', () => {
    const detail = ['detail.ts', { 'proof.title': 'Proof of delivery', 'type.orders': 'Orders' }] as const
    const profile = ['profile.ts', { 'proof.title': 'Is it still you?', 'type.orders': 'Orders' }] as const
    expect(keysWithTwoTexts([detail, profile])).toEqual([
      'proof.title has one text in detail.ts and another in profile.ts',
    ])
  })

  test('with another branch than the English is caught', () =>
    expect(faults('{a, select, x {ja} other {nein}}', '{a, select, y {yes} other {no}}', 'de')).toEqual([
      'key takes other values',
    ]))
})
