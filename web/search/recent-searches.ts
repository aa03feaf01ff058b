import { session } from '../api/browser-session.ts'
import { recentSearchesKey } from '../api/session.ts'

const maxSearches = 6

type SearchesByAccount = Record<string, string[]>

/** Who does not want to stay signed in leaves nothing behind. */
const searchStorage = () => (session.remembered() ? localStorage : sessionStorage)

/** What was looked for lately in this browser, newest first, by the number of the account; gone at sign-out. */
export function recentSearches(account: string): string[] {
  return readSearches()[account] ?? []
}

/** Notes a search; the same text in another case takes the place of the older one. */
export function addRecentSearch(account: string, text: string): void {
  const searches = readSearches()
  const otherTexts = (searches[account] ?? []).filter((other) => other.toLowerCase() !== text.toLowerCase())
  writeSearches({ ...searches, [account]: [text, ...otherTexts].slice(0, maxSearches) })
}

/** Forgets the searches of an account. */
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
    return {}
  }
}

function writeSearches(searches: SearchesByAccount): void {
  try {
    searchStorage().setItem(recentSearchesKey, JSON.stringify(searches))
  } catch {
    // Storage is full or closed: the search itself works all the same.
  }
}
