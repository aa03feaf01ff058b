import { hash } from 'node:crypto'

/**
 * The ids of API keys that were recently valid, by their hash: they decide which caller a lookup counts for, never
 * whether a key is valid.
 */
export type KeyIdCache = {
  /** The key's id, if it is cached. */
  get: (token: string) => string | undefined
  /** Stores a lookup's result. */
  note: (token: string, id: string | undefined) => void
}

const maxKeys = 1_000

/** Creates a cache for the ids of valid keys. */
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
