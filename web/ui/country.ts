import { locale } from './locale.ts'

const countries = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' })

/** The name of a country by its ISO 3166 code; any other text is returned unchanged. */
export function countryName(code: string | null): string | null {
  if (!code) return null
  return /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code
}
