import type { Language } from './languages.ts'
import { served as arabic } from './served/ar.ts'
import { served as german } from './served/de.ts'
import { served as english } from './served/en.ts'
import { served as spanish } from './served/es.ts'
import { served as french } from './served/fr.ts'
import { served as dutch } from './served/nl.ts'

/** The key of a text that the server writes. */
export type TextKey = keyof typeof english

/** The server's texts by language. The web loads its texts in parts instead. */
export const texts: Readonly<Record<Language, Readonly<Record<TextKey, string>>>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  nl: dutch,
  ar: arabic,
}

/** Whether a composed key is the key of a server text. */
export function isTextKey(key: string): key is TextKey {
  return Object.hasOwn(english, key)
}
