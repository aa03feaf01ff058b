import { acceptedLanguage, isLanguage, type Language, localeOf } from '../../contract/languages.ts'

/*
 * In which language and by which clock the person in front of this browser reads. The script theme.js has decided the
 * language before the first paint: the one kept here, or else the first that the browser asks for and the portal speaks.
 */
type StoredPreferences = { language?: string; timeZone?: string; chosen?: boolean }

const key = 'reader'

function storedPreferences(): StoredPreferences {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? '{}') as StoredPreferences | null) ?? {}
  } catch {
    return {}
  }
}

const tags = globalThis.navigator?.languages ?? []
const documentLanguage = globalThis.document?.documentElement.lang

/** The language of what is shown. A change loads the page anew. */
export const language: Language = isLanguage(documentLanguage) ? documentLanguage : 'en'

/** The language that the browser asks for; null when the portal speaks none of its languages. */
export const browserLanguage: Language | null = acceptedLanguage(tags.join(',')) ?? null

export const browserTimeZone: string = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time zone of what is shown. */
export const timeZone: string = (globalThis.localStorage && storedPreferences().timeZone) ?? browserTimeZone

/** By which numbers and dates are written: the person's own kind of the language, where the browser tells it. */
export const locale: string = localeOf(
  language,
  tags.find((tag) => tag.split('-')[0] === language && /-[A-Za-z]{2}$/.test(tag))?.slice(-2),
)

/** The language that was chosen in this browser and is not noted with the person yet; null for none. */
export function unsavedLanguage(): Language | null {
  const { language: storedLanguage, chosen } = storedPreferences()
  return chosen === true && isLanguage(storedLanguage) ? storedLanguage : null
}

/** Shows everything in a language that a person has chosen, from now on. */
export function chooseLanguage(newLanguage: Language): void {
  store({ ...storedPreferences(), language: newLanguage, chosen: true })
  location.reload()
}

/**
 * Shows everything as is noted with the person, a null language as the browser asks. The page is loaded anew when that
 * is not what it shows.
 */
export function applyPreferences(saved: { language: Language | null; timeZone: string }): void {
  const isStored = store({ timeZone: saved.timeZone, ...(saved.language ? { language: saved.language } : {}) })
  const newLanguage = saved.language ?? browserLanguage ?? 'en'
  if (isStored && (newLanguage !== language || saved.timeZone !== timeZone)) location.reload()
}

/** False when the browser keeps nothing: loading anew would change nothing, again and again. */
function store(reader: StoredPreferences): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(reader))
    return true
  } catch {
    return false
  }
}
