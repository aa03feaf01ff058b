import type { Language } from '../../contract/languages.ts'
import { documents as arabic } from '../../contract/messages/ar/documents.ts'
import { fields as arabicFields } from '../../contract/messages/ar/fields.ts'
import { general as arabicGeneral } from '../../contract/messages/ar/general.ts'
import { list as arabicList } from '../../contract/messages/ar/list.ts'
import { documents as german } from '../../contract/messages/de/documents.ts'
import { fields as germanFields } from '../../contract/messages/de/fields.ts'
import { general as germanGeneral } from '../../contract/messages/de/general.ts'
import { list as germanList } from '../../contract/messages/de/list.ts'
import { documents as english } from '../../contract/messages/en/documents.ts'
import { fields as englishFields } from '../../contract/messages/en/fields.ts'
import { general as englishGeneral } from '../../contract/messages/en/general.ts'
import { list as englishList } from '../../contract/messages/en/list.ts'
import { documents as spanish } from '../../contract/messages/es/documents.ts'
import { fields as spanishFields } from '../../contract/messages/es/fields.ts'
import { general as spanishGeneral } from '../../contract/messages/es/general.ts'
import { list as spanishList } from '../../contract/messages/es/list.ts'
import { documents as french } from '../../contract/messages/fr/documents.ts'
import { fields as frenchFields } from '../../contract/messages/fr/fields.ts'
import { general as frenchGeneral } from '../../contract/messages/fr/general.ts'
import { list as frenchList } from '../../contract/messages/fr/list.ts'
import { documents as dutch } from '../../contract/messages/nl/documents.ts'
import { fields as dutchFields } from '../../contract/messages/nl/fields.ts'
import { general as dutchGeneral } from '../../contract/messages/nl/general.ts'
import { list as dutchList } from '../../contract/messages/nl/list.ts'
import type { DocumentType } from '../../contract/values.ts'

type Texts = Readonly<Record<string, string>>
/** What a list's file says, by language. */
const texts: Readonly<Record<Language, Texts>> = {
  en: { ...englishGeneral, ...english, ...englishList, ...englishFields },
  de: { ...germanGeneral, ...german, ...germanList, ...germanFields },
  fr: { ...frenchGeneral, ...french, ...frenchList, ...frenchFields },
  es: { ...spanishGeneral, ...spanish, ...spanishList, ...spanishFields },
  nl: { ...dutchGeneral, ...dutch, ...dutchList, ...dutchFields },
  ar: { ...arabicGeneral, ...arabic, ...arabicList, ...arabicFields },
}

function text(language: Language, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const found = texts[language][key]
    if (found !== undefined) return found
  }
  return undefined
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
