/** The languages that the portal speaks, in the order in which they are offered. */
export const languages = ['en', 'de', 'fr', 'es', 'nl', 'ar'] as const
export type Language = (typeof languages)[number]

/** Each by its own name: who has landed in a language that they cannot read finds theirs. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  nl: 'Nederlands',
  ar: 'العربية',
}

/** Whether a text is the code of one of the languages. */
export function isLanguage(text: unknown): text is Language {
  return (languages as readonly unknown[]).includes(text)
}

/** Which way a language is written. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/** The language that a tag such as "de-AT" names; undefined when the portal does not speak it. */
export function languageOfTag(tag: string): Language | undefined {
  const code = tag.trim().split('-')[0]?.toLowerCase()
  return languages.find((language) => language === code)
}

/** The first language of an Accept-Language header that the portal speaks, the most wanted first; undefined for none. */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  return parseAcceptLanguage(header)
    .map(languageOfTag)
    .find((language) => language !== undefined)
}

/** The tags of an Accept-Language header, the most wanted first; a tag of weight 0 is not wanted. */
function parseAcceptLanguage(header: string | undefined): string[] {
  const entries = (header ?? '').slice(0, 500).split(',')
  return entries
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim())
      const weight = parameters.find((part) => part.startsWith('q='))?.slice(2)
      return { tag, weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

/** Where no country is known: English as it is written outside America, the day first. */
const standardCountry: Readonly<Record<Language, string>> = {
  en: 'GB',
  de: 'DE',
  fr: 'FR',
  es: 'ES',
  nl: 'NL',
  ar: 'AE',
}

/**
 * The locale by which numbers and dates are written: of the reader's country where it is known (two letters). Arabic too
 * has the digits of references, bank accounts and packages, and every language the calendar of the documents.
 */
export function localeOf(language: Language, country?: string | null): string {
  const region = language !== 'ar' && country && /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : undefined
  return `${language}-${region ?? standardCountry[language]}-u-ca-gregory-nu-latn`
}
