/** A storage of the browser. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The storage key of the access token. */
export const tokenKey = 'accessToken'
/** The storage keys of the recent searches, and of messages that were begun and not sent. */
export const recentSearchesKey = 'recentSearches'
export const draftsKey = 'drafts'

/** Deletes the recent searches and drafts in a store. */
export function forget(store: Store): void {
  for (const key of [recentSearchesKey, draftsKey]) store.removeItem(key)
}

/** Deletes the token, too. */
export function empty(store: Store): void {
  store.removeItem(tokenKey)
  forget(store)
}
