import { hash } from 'node:crypto'

/** Which API keys were found good of late, by their hash: it decides whose calls their lookups are, never whether they are good. */
export type KeysSeen = {
  /** The id of the key. */
  get: (token: string) => string | undefined
  /** What a lookup gave. */
  note: (token: string, id: string | undefined) => void
}

const most = 1_000

/** Remembers the ids of keys that were found good. */
export function rememberKeys(): KeysSeen {
  const ids = new Map<string, string>()
  return {
    get: (token) => ids.get(hash('sha256', token)),
    note: (token, id) => {
      const name = hash('sha256', token)
      if (id === undefined) ids.delete(name)
      else if (ids.has(name) || ids.size < most) ids.set(name, id)
    },
  }
}
