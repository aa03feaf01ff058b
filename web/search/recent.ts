import { session } from '../api/browser.ts'
import { recentSearchesKey } from '../api/session.ts'

const most = 6

type Kept = Record<string, string[]>

/** Who does not want to stay signed in leaves nothing behind. */
const store = () => (session.remembered() ? localStorage : sessionStorage)

/** What was looked for lately in this browser, newest first, by the number of the account; gone at sign-out. */
export function recentSearches(account: string): string[] {
  return read()[account] ?? []
}

/** Notes a search; the same text in another case takes the place of the older one. */
export function keepSearch(account: string, text: string): void {
  const kept = read()
  const others = (kept[account] ?? []).filter((one) => one.toLowerCase() !== text.toLowerCase())
  write({ ...kept, [account]: [text, ...others].slice(0, most) })
}

/** Forgets the searches of an account. */
export function forgetSearches(account: string): void {
  const { [account]: _, ...others } = read()
  write(others)
}

function read(): Kept {
  try {
    const kept: unknown = JSON.parse(store().getItem(recentSearchesKey) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    const lists = Object.entries(kept).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
    return Object.fromEntries(
      lists.map(([account, texts]) => [account, texts.filter((text) => typeof text === 'string').slice(0, most)]),
    )
  } catch {
    return {}
  }
}

function write(kept: Kept): void {
  try {
    store().setItem(recentSearchesKey, JSON.stringify(kept))
  } catch {
    // Storage is full or closed: the search itself works all the same.
  }
}
