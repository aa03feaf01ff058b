import { session } from '../api/browser-session.ts'
import { recentSearchesKey } from '../api/personal-storage.ts'

const maxSearches = 6

type SearchesByAccount = Record<string, string[]>

/** For a person who does not stay signed in, nothing outlasts the browser session. */
const searchStorage = () => (session.remembered() ? localStorage : sessionStorage)

/** The recent searches in this browser, newest first, by account number; deleted at sign-out. */
export function recentSearches(account: string): string[] {
  return readSearches()[account] ?? []
}

/** Saves a search; it replaces an older one that differs only in case. */
export function addRecentSearch(account: string, text: string): void {
  const searches = readSearches()
  const otherTexts = (searches[account] ?? []).filter((other) => other.toLowerCase() !== text.toLowerCase())
  writeSearches({ ...searches, [account]: [text, ...otherTexts].slice(0, maxSearches) })
}

/** Deletes the recent searches of an account. */
export function clearRecentSearches(account: string): void {
  const { [account]: _, ...otherAccounts } = readSearches()
  writeSearches(otherAccounts)
}

function readSearches(): SearchesByAccount {
  try {
    const parsed: unknown = JSON.parse(searchStorage().getItem(recentSearchesKey) ?? '{}')
    if (typeof parsed !== 'object' || parsed === null) return {}
    const lists = Object.entries(parsed).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
    return Object.fromEntries(
      lists.map(([account, texts]) => [
        account,
        texts.filter((text) => typeof text === 'string').slice(0, maxSearches),
      ]),
    )
  } catch {
    // Storage is blocked, or was written by something else: there are no searches.
    return {}
  }
}

function writeSearches(searches: SearchesByAccount): void {
  try {
    searchStorage().setItem(recentSearchesKey, JSON.stringify(searches))
  } catch {
    // Storage is full or unavailable: the search itself still works.
  }
}
