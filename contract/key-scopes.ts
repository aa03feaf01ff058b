/** What an API key may do, and what that is in words. */
export const keyScopes = {
  'ingest:write':
    'sends documents, files, events and facts of accounts, takes documents back, compares lists, and reads nothing of them',
  'requests:read': 'reads what customers ask, with their names and e-mails, and the files that go along',
  'requests:write': 'takes requests up and answers them',
} as const
export type KeyScope = keyof typeof keyScopes

/** Keys of before there were several scopes: they may do all of it. */
const unrestrictedScope = 'ingest'

const isKeyScope = (text: string): text is KeyScope => Object.hasOwn(keyScopes, text)

/** The scopes that a text names, with spaces or commas between them; undefined when one of them is none. */
export function parseScopes(text: string): ReadonlySet<KeyScope> | undefined {
  const names = text.split(/[\s,]+/).filter((name) => name !== '')
  const scopes = names.flatMap((name) => (name === unrestrictedScope ? Object.keys(keyScopes) : [name]))
  return names.length > 0 && scopes.every(isKeyScope) ? new Set(scopes) : undefined
}

/** The scope that a key needs for a call of the ERP side. */
export function requiredScope({ scope }: { readonly scope?: KeyScope }): KeyScope {
  return scope ?? 'ingest:write'
}
