import type { Language } from './languages.ts'
import { served as arabic } from './messages/ar/served.ts'
import { served as german } from './messages/de/served.ts'
import { served as english } from './messages/en/served.ts'
import { served as spanish } from './messages/es/served.ts'
import { served as french } from './messages/fr/served.ts'
import { served as dutch } from './messages/nl/served.ts'

type Texts = Readonly<Record<keyof typeof english, string>>

/** What the server writes into files and notices, by language. The web fetches its texts part by part instead. */
export const texts: Readonly<Record<Language, Texts>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  nl: dutch,
  ar: arabic,
}
