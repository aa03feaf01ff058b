import { type Language, languages } from '#contract/languages.ts'
import { isLong } from '#database/testing/long-form.ts'

/** The browser's locale for each language of the portal. */
const localeOf = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR', es: 'es-ES', nl: 'nl-NL', ar: 'ar-AE' } as const

/** The languages, with the browser's locale, in which something is tried that is written in English; all of them in the long form. */
export const triedIn = (...short: readonly Exclude<Language, 'en'>[]): [Language, string][] =>
  languages
    .filter((language) => language !== 'en' && (isLong || short.includes(language)))
    .map((language) => [language, localeOf[language]])
