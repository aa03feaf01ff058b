import type { Language } from '../../contract/languages.ts'
import { isTextKey, texts } from '../../contract/texts.ts'
import type { DocumentType } from '../../contract/values.ts'

/** The text of the first key that has one, as a list's file says it. */
function firstText(language: Language, ...keys: readonly string[]): string | undefined {
  const known = keys.find(isTextKey)
  return known && texts[language][known]
}

/** The name of a list, as its page has it. */
export function titleOf(language: Language, type: DocumentType): string {
  return firstText(language, `list.title.${type}`) ?? type
}

/** The heading of a column, as the list on the screen has it. */
export function headingOf(language: Language, type: DocumentType, name: string): string {
  return firstText(language, `field.${type}.${name}`, `field.${name}`) ?? name
}

/** A status in words. */
export function statusLabel(language: Language, type: DocumentType, status: string): string {
  return firstText(language, `status.${type}.${status}`) ?? status
}

/** One of the words of a closed list, yes and no among them. */
export function valueLabel(language: Language, word: string): string {
  return firstText(language, `word.${word}`, `value.${word}`) ?? word
}
