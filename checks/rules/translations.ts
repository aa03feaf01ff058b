import { type MessageFormatElement, type PluralElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'

export type Catalogue = Readonly<Record<string, string>>

const parseText = (text: string) => parse(text, { ignoreTag: false })

/** The arguments of a text and the kind of each: plain, number, plural, or select with its branches. */
function argumentsOf(elements: readonly MessageFormatElement[], kinds: Record<string, string> = {}): Catalogue {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue
    if (element.type === TYPE.tag) throw new Error(`<${element.value}> is taken for a tag: write it another way`)
    const kind = element.type === TYPE.select ? `select ${Object.keys(element.options).sort()}` : TYPE[element.type]
    if (element.type !== TYPE.argument || kinds[element.value] === undefined) kinds[element.value] = kind
    if (element.type !== TYPE.select && element.type !== TYPE.plural) continue
    for (const option of Object.values(element.options)) argumentsOf(option.value, kinds)
  }
  return kinds
}

/** An exact number stands for a plural form that has no other number in these languages. */
const exactly: Catalogue = { zero: '=0', two: '=2' }

/** `{count, plural, other {#}}` sets a number as the language does and has no word that could change with it. */
function isOnlyNumber({ options }: PluralElement): boolean {
  const [form, ...others] = Object.entries(options)
  return others.length === 0 && form?.[0] === 'other' && form[1].value.every(({ type }) => type === TYPE.pound)
}

/** The plural forms of the language that a text lacks. */
function missingPlurals(elements: readonly MessageFormatElement[], language: string): string[] {
  return elements.flatMap((element) => {
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return []
    if (element.type === TYPE.plural && isOnlyNumber(element)) return []
    const present = Object.keys(element.options)
    const required =
      element.type === TYPE.plural ? new Intl.PluralRules(language).resolvedOptions().pluralCategories : ['other']
    // French and Spanish have a form of their own for "a million of", which a number written in digits does not need.
    const optional = language === 'fr' || language === 'es' ? ['many'] : []
    const missing = required.filter(
      (form) =>
        ![form, exactly[form] ?? form].some((candidate) => present.includes(candidate) || optional.includes(candidate)),
    )
    return [...missing, ...Object.values(element.options).flatMap((option) => missingPlurals(option.value, language))]
  })
}

/** Four equal words in a row are no accident: the text was not translated. */
function isCopied(translation: string, english: string): boolean {
  const words = (text: string) => text.match(/\p{L}{2,}/gu) ?? []
  return (
    translation === english &&
    parseText(translation).some((element) => element.type === TYPE.literal && words(element.value).length >= 4)
  )
}

/** Whether a text is a sentence: at least four words and a full stop; a shorter label may end with an abbreviation. */
const isSentence = (text: string) => /[.!?؟]$/.test(text) && text.split(/\s+/).length >= 4

const signature = (kinds: Catalogue) => JSON.stringify(Object.entries(kinds).sort())

/** The faults in a language's texts, compared with the English ones; English is compared with itself. */
export function translationFaults(language: string, english: Catalogue, translations: Catalogue): string[] {
  const keys = [...new Set([...Object.keys(english), ...Object.keys(translations)])]
  return keys.flatMap((key) => {
    const [model, text] = [english[key], translations[key]]
    if (model === undefined) return [`${key} is not there in English`]
    if (text === undefined) return [`${key} is missing`]
    if (text.trim() === '') return [`${key} is empty`]
    const faults = missingPlurals(parseText(text), language).map(
      (form) => `${key} does not say the plural form ${form}`,
    )
    if (signature(argumentsOf(parseText(text))) !== signature(argumentsOf(parseText(model))))
      faults.push(`${key} takes other values`)
    if (language !== 'en' && isCopied(text, model)) faults.push(`${key} is still English`)
    if (isSentence(text) && !/[.!?:…}”"]$/.test(model)) faults.push(`${key} is a sentence, and no label as in English`)
    return faults
  })
}

/**
 * Keys that more than one file has. Which file brings a key must be certain: pages load the files of the keys that they
 * show, and a later text would replace an earlier one.
 */
export function keysInTwoFiles(catalogues: readonly (readonly [file: string, Catalogue])[]): string[] {
  const first = new Map<string, string>()
  return catalogues.flatMap(([file, catalogue]) =>
    Object.keys(catalogue).flatMap((key) => {
      const earlier = first.get(key)
      first.set(key, earlier ?? file)
      return earlier === undefined ? [] : [`${key} is in ${earlier} and in ${file}`]
    }),
  )
}

/** What a term of the trade is called: its English words, and how the words for it begin in each language. */
export type Term = { english: string; forms: ReadonlyMap<string, readonly string[]> }

/** The terms of the table in the glossary whose first column is headed `en`. */
export function termsOf(glossary: string): Term[] {
  const rows = glossary.split('\n').filter((line) => line.startsWith('| '))
  const cellsOf = (row: string) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
  const head = rows.findIndex((row) => row.startsWith('| en |'))
  const [, ...languages] = cellsOf(rows[head] ?? '')
  return rows.slice(head + 1).map((row) => {
    const [english = '', ...cells] = cellsOf(row)
    const formsOf = (cell: string) => cell.split(', ').map((form) => form.toLowerCase())
    return { english, forms: new Map(languages.map((language, index) => [language, formsOf(cells[index] ?? '')])) }
  })
}

/** Whether an English text has a term, in the plural too. Values and addresses are no words. */
export function hasTerm(text: string, term: string): boolean {
  return new RegExp(`\\b${term}s?\\b`).test(text.replace(/\{\w+\}|\/\w+/g, '').toLowerCase())
}

/** Texts whose English has a term and which call it something else. */
export function otherWords(
  terms: readonly Term[],
  language: string,
  english: Catalogue,
  translations: Catalogue,
): string[] {
  return terms.flatMap((term) => {
    const forms = term.forms.get(language) ?? []
    return Object.entries(english)
      .filter(([, text]) => hasTerm(text, term.english))
      .filter(([key]) => !forms.some((form) => translations[key]?.toLowerCase().includes(form)))
      .map(([key]) => `${key} calls a ${term.english} something else: ${translations[key]}`)
  })
}
