import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { type Catalogue, hasTerm, keysInTwoFiles, otherWords, termsOf, translationFaults } from './translations.ts'

const folder = resolve(import.meta.dirname, '../../contract/messages')

/** The catalogues of a language by file. */
const filesOf = (language: string): [file: string, Catalogue][] =>
  readdirSync(join(folder, language))
    .sort()
    .map((file) => [file, JSON.parse(readFileSync(join(folder, language, file), 'utf8')) as Catalogue])

const english = new Map(filesOf('en'))
const terms = termsOf(readFileSync(resolve(import.meta.dirname, '../../docs/glossary.md'), 'utf8'))

describe.each([...languages])('The texts in %s', (language) => {
  const files = filesOf(language)

  test('are all there', () => expect(files.map(([file]) => file)).toEqual([...english.keys()]))

  test.each(files)('%s says what the English says, of the same values', (file, texts) =>
    expect(translationFaults(language, english.get(file) ?? {}, texts)).toEqual([]),
  )

  if (language !== 'en')
    test('call each thing of the trade by one word', () =>
      expect(files.flatMap(([file, texts]) => otherWords(terms, language, english.get(file) ?? {}, texts))).toEqual([]))

  test('give each key one text, in one file', () => expect(keysInTwoFiles(files)).toEqual([]))
})

test.each(terms.map(({ english: term }) => term))('The term “%s” of the glossary occurs in a text', (term) => {
  const texts = [...english.values()].flatMap((catalogue) => Object.values(catalogue))
  expect(texts.some((text) => hasTerm(text, term))).toBe(true)
})

describe('A term', () => {
  const quote = { english: 'quote', forms: new Map([['de', ['angebot']]]) }
  const faultsOf = (model: string, text: string) => otherWords([quote], 'de', { key: model }, { key: text })

  test('is read from the table of the glossary', () => {
    const table = '| word | meaning |\n|---|---|\n\n| en | de |\n|---|---|\n| due date | fällig, Frist |\n'
    expect(termsOf(table).at(-1)).toEqual({ english: 'due date', forms: new Map([['de', ['fällig', 'frist']]]) })
  })

  test('that is called something else is caught, in the plural too', () => {
    expect(faultsOf('Accept the quote', 'Angebot annehmen')).toEqual([])
    expect(faultsOf('2 quotes', '2 Offerten')).toEqual(['key calls a quote something else: 2 Offerten'])
  })

  test('that is a value, an address, or part of another word is none', () => {
    for (const model of ['Open {quote}', 'A page such as /quotes', 'Quoted prices'])
      expect(faultsOf(model, 'x')).toEqual([])
  })
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

  test('that is a sentence where English has a label is caught: it belongs to another text', () => {
    const faultsOf = (text: string, model: string) => faults(text, model, 'de')
    expect(faultsOf('Geben Sie Ihren Namen ein.', 'Your name')).toEqual([
      'key is a sentence, and no label as in English',
    ])
    expect(faultsOf('Geben Sie Ihren Namen ein.', 'Enter your name.')).toEqual([])
    expect(faultsOf('Positionen, ohne USt.', 'Lines, before tax')).toEqual([])
  })

  test('that lacks plural forms of its language is caught', () =>
    expect(faults('{count, plural, one {# مستند} other {# مستند}}')).toEqual(
      ['zero', 'two', 'few', 'many'].map((form) => `key does not say the plural form ${form}`),
    ))

  test('of a number alone needs no plural forms', () => {
    expect(faults('{count, plural, other {#}}: المزيد', '{count, plural, other {#}}: more')).toEqual([])
    expect(faults('{count, plural, other {# مستند}}', '{count, plural, other {#}}')).toHaveLength(5)
  })

  test('that was copied from the English is caught, a word that both languages share is not', () => {
    expect(faults('Nothing waits for you', 'Nothing waits for you', 'de')).toEqual(['key is still English'])
    expect(faults('Status {name}', 'Status {name}', 'de')).toEqual([])
  })

  test('of a text that the English does not have is caught', () =>
    expect(translationFaults('de', {}, { key: 'Mehr' })).toEqual(['key is not there in English']))

  test('of a key that another file has too is caught', () => {
    const detail = ['detail.json', { 'proof.title': 'Proof of delivery', 'proof.none': 'None' }] as const
    const profile = ['profile.json', { 'proof.title': 'Is it still you?' }] as const
    expect(keysInTwoFiles([detail, profile])).toEqual(['proof.title is in detail.json and in profile.json'])
  })

  test('with another branch than the English is caught', () =>
    expect(faults('{a, select, x {ja} other {nein}}', '{a, select, y {yes} other {no}}', 'de')).toEqual([
      'key takes other values',
    ]))
})
