import { hash } from 'node:crypto'

/** Which API keys were found good of late, by their hash: it decides whose calls their lookups are, never whether they are good. */
export type KeyIdCache = {
  /** The id of the key. */
  get: (token: string) => string | undefined
  /** What a lookup gave. */
  note: (token: string, id: string | undefined) => void
}

const maxKeys = 1_000

/** Remembers the ids of keys that were found good. */
export function createKeyIdCache(): KeyIdCache {
  const ids = new Map<string, string>()
  return {
    get: (token) => ids.get(hash('sha256', token)),
    note: (token, id) => {
      const tokenHash = hash('sha256', token)
      if (id === undefined) ids.delete(tokenHash)
      else if (ids.has(tokenHash) || ids.size < maxKeys) ids.set(tokenHash, id)
    },
  }
}
