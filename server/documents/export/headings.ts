import type { Language } from '#contract/languages.ts'
import { isTextKey, texts } from '#contract/texts.ts'
import type { DocumentType } from '#contract/values.ts'

/** The text of the first key that has a text. */
export function firstText(language: Language, ...keys: readonly string[]): string | undefined {
  const known = keys.find(isTextKey)
  return known && texts[language][known]
}

/** The title of a list, as its page shows it. */
export function titleOf(language: Language, type: DocumentType): string {
  return firstText(language, `list.title.${type}`) ?? type
}

/** The heading of a column, as the list on the screen or the page of a document shows it. */
export function headingOf(language: Language, type: DocumentType, name: string): string {
  return firstText(language, `field.${type}.${name}`, `field.${name}`) ?? name
}

/** The label of a status. */
export function statusLabel(language: Language, type: DocumentType, status: string): string {
  return firstText(language, `status.${type}.${status}`) ?? status
}

/** The label of one of a closed list of values, or of yes and no. */
export function valueLabel(language: Language, word: string): string {
  return firstText(language, `word.${word}`, `value.${word}`) ?? word
}
