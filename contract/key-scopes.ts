/** The scopes of an API key, each with a description. */
export const keyScopes = {
  'ingest:write':
    'sends documents, files, events and facts of accounts, takes documents back, compares lists, and reads nothing of them',
  'requests:read': 'reads what customers ask, with their names and e-mails, and the files that go along',
  'requests:write': 'takes requests up and answers them',
} as const
export type KeyScope = keyof typeof keyScopes

/** The scope of keys made before there were several scopes: it grants all of them. */
const unrestrictedScope = 'ingest'

const isKeyScope = (text: string): text is KeyScope => Object.hasOwn(keyScopes, text)

/**
 * Returns the scopes named in a text, separated by spaces or commas; undefined when there are none or one is unknown.
 */
export function parseScopes(text: string): ReadonlySet<KeyScope> | undefined {
  const names = text.split(/[\s,]+/).filter((name) => name !== '')
  const scopes = names.flatMap((name) => (name === unrestrictedScope ? Object.keys(keyScopes) : [name]))
  return names.length > 0 && scopes.every(isKeyScope) ? new Set(scopes) : undefined
}

/** Returns the scope that a key needs for an endpoint of the ERP. */
export function requiredScope({ scope }: { readonly scope?: KeyScope }): KeyScope {
  return scope ?? 'ingest:write'
}
