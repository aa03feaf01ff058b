import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import { type Language, languages, shipped } from '../languages.ts'

type Catalogue = Readonly<Record<string, string>>
type Kinds = Readonly<Record<string, string>>

const filesOf = (language: Language) =>
  readdirSync(join(import.meta.dirname, language)).filter((file) => file.endsWith('.ts'))

/** All texts of one file of a language: it exports one catalogue. */
async function read(language: Language, file: string): Promise<Catalogue> {
  const exported = (await import(/* @vite-ignore */ join(import.meta.dirname, language, file))) as Record<
    string,
    Catalogue
  >
  const [catalogue = {}] = Object.values(exported)
  return catalogue
}

const texts = new Map<Language, Map<string, Catalogue>>()
for (const language of languages) {
  const files = await Promise.all(filesOf(language).map(async (file) => [file, await read(language, file)] as const))
  texts.set(language, new Map(files))
}
const english = texts.get('en') ?? new Map<string, Catalogue>()
const others = languages.filter((language) => language !== 'en')

/** The arguments of a text and what each is: plain, number, plural, or select with its branches. */
function argumentsOf(elements: readonly MessageFormatElement[], found: Record<string, string> = {}): Kinds {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue
    if (element.type === TYPE.tag) throw new Error(`<${element.value}> is taken for a tag: write it another way`)
    const kind = element.type === TYPE.select ? `select ${Object.keys(element.options).sort()}` : TYPE[element.type]
    if (element.type !== TYPE.argument || found[element.value] === undefined) found[element.value] = kind
    if (element.type !== TYPE.select && element.type !== TYPE.plural) continue
    for (const option of Object.values(element.options)) argumentsOf(option.value, found)
  }
  return found
}

/** The plural forms that a language has and a text does not say. */
function unsaidPlurals(elements: readonly MessageFormatElement[], language: Language): string[] {
  return elements.flatMap((element) => {
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return []
    const said = Object.keys(element.options)
    const needed =
      element.type === TYPE.plural ? new Intl.PluralRules(language).resolvedOptions().pluralCategories : ['other']
    // An exact number stands for a form that has no other number in these languages; French and Spanish have a form of
    // their own for "a million of", which a number written in digits does not need.
    const spare = language === 'fr' || language === 'es' ? ['many'] : []
    const lacks = needed.filter(
      (form) => ![form, exactly[form] ?? form].some((one) => said.includes(one) || spare.includes(one)),
    )
    return [...lacks, ...Object.values(element.options).flatMap((option) => unsaidPlurals(option.value, language))]
  })
}
const exactly: Readonly<Record<string, string>> = { zero: '=0', two: '=2' }

const syntax = (text: string) => parse(text, { ignoreTag: false })

describe.each(others)('In %s', (language) => {
  const files = texts.get(language) ?? new Map<string, Catalogue>()

  test('no file stands alone', () => {
    expect([...files.keys()].filter((file) => !english.has(file))).toEqual([])
  })

  test.runIf(shipped.includes(language))('every file is there', () => {
    expect([...files.keys()].sort()).toEqual([...english.keys()].sort())
  })

  test.each([...files.keys()])('%s says what the English says, of the same values', (file) => {
    const whole = !/^signed-(in|out)\.ts$/.test(file) || shipped.includes(language)
    const own = files.get(file) ?? {}
    const model = english.get(file) ?? {}
    if (whole) expect(Object.keys(own).sort()).toEqual(Object.keys(model).sort())
    for (const [key, text] of Object.entries(own)) {
      expect(text.trim(), key).not.toBe('')
      expect({ key, ...argumentsOf(syntax(text)) }).toEqual({ key, ...argumentsOf(syntax(model[key] ?? '')) })
      expect({ key, unsaid: unsaidPlurals(syntax(text), language) }).toEqual({ key, unsaid: [] })
    }
  })
})

test('English says each plural form', () => {
  for (const catalogue of english.values())
    for (const [key, text] of Object.entries(catalogue))
      expect({ key, unsaid: unsaidPlurals(syntax(text), 'en') }).toEqual({ key, unsaid: [] })
})
