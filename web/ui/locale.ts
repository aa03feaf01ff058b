import { isLanguage, type Language, languageOfTag, localeOf } from '#contract/languages.ts'

/*
 * The language and time zone of the person at this browser. The script theme.js has chosen the language before the
 * first paint: the one stored here, or else the first that the browser asks for and the portal has.
 */
type StoredPreferences = { language?: string; timeZone?: string; chosen?: boolean }

const key = 'reader'

function storedPreferences(): StoredPreferences {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? '{}') as StoredPreferences | null) ?? {}
  } catch {
    // Storage is blocked, or was written by something else: nothing was chosen.
    return {}
  }
}

const tags = globalThis.navigator?.languages ?? []
const documentLanguage = globalThis.document?.documentElement.lang

/** The language of the page. A change reloads the page. */
export const language: Language = isLanguage(documentLanguage) ? documentLanguage : 'en'

/** The language that the browser asks for; null when the portal has none of its languages. */
export const browserLanguage: Language | null = tags.map(languageOfTag).find((code) => code !== undefined) ?? null

export const browserTimeZone: string = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time zone of the times shown. */
export const timeZone: string = (globalThis.localStorage && storedPreferences().timeZone) ?? browserTimeZone

/** The locale of numbers and dates: the language with the region that the browser names, where it names one. */
export const locale: string = localeOf(
  language,
  tags.find((tag) => tag.split('-')[0] === language && /-[A-Za-z]{2}$/.test(tag))?.slice(-2),
)

/** The language that was chosen in this browser and is not saved in the person's profile yet; null for none. */
export function unsavedLanguage(): Language | null {
  const { language: storedLanguage, chosen } = storedPreferences()
  return chosen === true && isLanguage(storedLanguage) ? storedLanguage : null
}

/** Stores the language that a person has chosen and reloads the page in it. */
export function chooseLanguage(newLanguage: Language): void {
  store({ ...storedPreferences(), language: newLanguage, chosen: true })
  location.reload()
}

/**
 * Applies the saved language and time zone; a null language means the browser's. Reloads the page when it shows others.
 */
export function applyPreferences(saved: { language: Language | null; timeZone: string }): void {
  const isStored = store({ timeZone: saved.timeZone, ...(saved.language ? { language: saved.language } : {}) })
  const newLanguage = saved.language ?? browserLanguage ?? 'en'
  if (isStored && (newLanguage !== language || saved.timeZone !== timeZone)) location.reload()
}

/** Stores the preferences; false when the browser stores nothing, for then each reload would cause the next. */
function store(reader: StoredPreferences): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(reader))
    return true
  } catch {
    // Storage is full or blocked.
    return false
  }
}
