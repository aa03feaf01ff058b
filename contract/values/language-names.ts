import type { Language } from '../languages.ts'

/** Each language's own name, so that a person who cannot read the current language still finds theirs. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  nl: 'Nederlands',
  ar: 'العربية',
}
