import type { Language } from '../../contract/languages.ts'
import { isTextKey, texts } from '../../contract/texts.ts'
import type { DocumentType } from '../../contract/values.ts'

/** The text of the first key that has one, as a list's file says it. */
function text(language: Language, ...keys: readonly string[]): string | undefined {
  const known = keys.find(isTextKey)
  return known && texts[language][known]
}

/** The name of a list, as its page has it. */
export function titleOf(language: Language, type: DocumentType): string {
  return text(language, `list.title.${type}`) ?? type
}

/** The heading of a column, as the list on the screen has it. */
export function headingOf(language: Language, type: DocumentType, name: string): string {
  return text(language, `field.${type}.${name}`, `field.${name}`) ?? name
}

/** A status in words. */
export function statusWord(language: Language, type: DocumentType, status: string): string {
  return text(language, `status.${type}.${status}`) ?? status
}

/** One of the words of a closed list, yes and no among them. */
export function wordOf(language: Language, word: string): string {
  return text(language, `word.${word}`, `value.${word}`) ?? word
}
