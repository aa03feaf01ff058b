import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type { TextValue } from '#contract/message.ts'

/*
 * Formats a message that was parsed when the web was built: texts, arguments, plurals and selects, which is all that
 * the catalogues use. The library that does the same on the server is five times as large as the code for a list's
 * first rows may be.
 */

type Values = Readonly<Record<string, TextValue>>

// The element types by their numbers: importing the parser's enum would import the parser.
const kinds = { literal: 0, argument: 1, select: 5, plural: 6, pound: 7 } as const

const plurals = new Map<string, Intl.PluralRules>()

function pluralCategory(locale: string, type: Intl.PluralRuleType | undefined, count: number): string {
  const key = `${locale} ${type}`
  const rules = plurals.get(key) ?? new Intl.PluralRules(locale, type ? { type } : {})
  plurals.set(key, rules)
  return rules.select(count)
}

/** The text of a parsed message. `count` is the number of the plural that encloses the elements. */
export function formatMessage(
  elements: readonly MessageFormatElement[],
  values: Values,
  locale: string,
  count = 0,
): string {
  return elements.map((element) => formatElement(element, values, locale, count)).join('')
}

function formatElement(element: MessageFormatElement, values: Values, locale: string, count: number): string {
  const kind: number = element.type
  if (kind === kinds.pound) return new Intl.NumberFormat(locale).format(count)
  if (!('value' in element)) return ''
  if (kind === kinds.literal) return element.value
  const value = values[element.value]
  if (!('options' in element)) return String(value ?? '')
  const { options } = element
  const isPlural = kind === kinds.plural
  const number = Number(value)
  const type = 'pluralType' in element ? element.pluralType : undefined
  const branch = isPlural
    ? (options[`=${number}`] ?? options[pluralCategory(locale, type, number)] ?? options.other)
    : (options[String(value)] ?? options.other)
  return branch ? formatMessage(branch.value, values, locale, isPlural ? number : count) : ''
}
