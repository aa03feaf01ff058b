/** The languages of the portal, in the order in which they are offered. */
export const languages = ['en', 'de', 'fr', 'es', 'nl', 'ar'] as const
export type Language = (typeof languages)[number]

/** Whether a value is the code of one of the languages. */
export function isLanguage(text: unknown): text is Language {
  return (languages as readonly unknown[]).includes(text)
}

/** Returns a language's writing direction. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/** Returns the language of a tag such as "de-AT"; undefined when the portal does not have it. */
export function languageOfTag(tag: string): Language | undefined {
  const code = tag.trim().split('-')[0]?.toLowerCase()
  return languages.find((language) => language === code)
}

/**
 * Returns the most preferred language of an Accept-Language header that the portal has; undefined when there is none.
 */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  return parseAcceptLanguage(header)
    .map(languageOfTag)
    .find((language) => language !== undefined)
}

/** Returns the tags of an Accept-Language header, most preferred first; tags of weight 0 are left out. */
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

/** The country used when none is known; for English one that writes the day before the month. */
const standardCountry: Readonly<Record<Language, string>> = {
  en: 'GB',
  de: 'DE',
  fr: 'FR',
  es: 'ES',
  nl: 'NL',
  ar: 'AE',
}

/**
 * Returns the locale for numbers and dates: that of the reader's country where it is known (two letters). All
 * languages, Arabic too, use Latin digits and the Gregorian calendar, as the documents do.
 */
export function localeOf(language: Language, country?: string | null): string {
  const region = language !== 'ar' && country && /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : undefined
  return `${language}-${region ?? standardCountry[language]}-u-ca-gregory-nu-latn`
}
