import { type KeyState, keyStates, type listKeys } from '#contract/console/keys.ts'
import type { Query } from '#contract/endpoint.ts'
import { searchReader } from '#contract/search-parameters.ts'

/** How the address narrows the list of keys. */
export type KeysSearch = { [Name in 'text' | 'state']?: string | undefined }

/** What an address asks of the page of keys. */
export const readKeysSearch = searchReader<KeysSearch>({ text: /^.{1,100}$/, state: /^[a-z]{1,10}$/ })

/** The filters of a call, as the address has them. */
export function keyFiltersOf({ text, state }: KeysSearch): Query<typeof listKeys> {
  const known: KeyState | undefined = keyStates.find((name) => name === state)
  return { ...(text ? { text } : {}), ...(known ? { state: known } : {}) }
}
