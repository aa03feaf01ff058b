import { isLanguage, type Language, languageAccepted, localeOf } from '../../contract/languages.ts'

/*
 * In which language and by which clock the person in front of this browser reads. The script theme.js has decided the
 * language before the first paint: the one kept here, or else the first that the browser asks for and the portal speaks.
 */
type Kept = { language?: string; timeZone?: string; chosen?: boolean }

const key = 'reader'

function kept(): Kept {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? '{}') as Kept | null) ?? {}
  } catch {
    return {}
  }
}

const tags = globalThis.navigator?.languages ?? []
const shown = globalThis.document?.documentElement.lang

/** The language of what is shown. A change loads the page anew. */
export const language: Language = isLanguage(shown) ? shown : 'en'

/** The language that the browser asks for; null when the portal speaks none of its languages. */
export const browserLanguage: Language | null = languageAccepted(tags.join(',')) ?? null

export const browserTimeZone: string = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time zone of what is shown. */
export const timeZone: string = (globalThis.localStorage && kept().timeZone) ?? browserTimeZone

/** By which numbers and dates are written: the person's own kind of the language, where the browser tells it. */
export const locale: string = localeOf(
  language,
  tags.find((tag) => tag.split('-')[0] === language && /-[A-Za-z]{2}$/.test(tag))?.slice(-2),
)

/** The language that was chosen in this browser and is not noted with the person yet; null for none. */
export function unnotedChoice(): Language | null {
  const { language: wanted, chosen } = kept()
  return chosen === true && isLanguage(wanted) ? wanted : null
}

/** Shows everything in a language that a person has chosen, from now on. */
export function chooseLanguage(wanted: Language): void {
  keep({ ...kept(), language: wanted, chosen: true })
  location.reload()
}

/**
 * Shows everything as is noted with the person, a null language as the browser asks. The page is loaded anew when that
 * is not what it shows.
 */
export function showAs(noted: { language: Language | null; timeZone: string }): void {
  const kept = keep({ timeZone: noted.timeZone, ...(noted.language ? { language: noted.language } : {}) })
  const wanted = noted.language ?? browserLanguage ?? 'en'
  if (kept && (wanted !== language || noted.timeZone !== timeZone)) location.reload()
}

/** False when the browser keeps nothing: loading anew would change nothing, again and again. */
function keep(reader: Kept): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(reader))
    return true
  } catch {
    return false
  }
}
