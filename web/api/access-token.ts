/** What an access token says; nothing is believed of it that matters, because only the server can check it. */
export function claimsOf(jwt: string): Record<string, unknown> {
  try {
    const payload = jwt.split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
  } catch {
    // Not a token of ours; the server refuses it.
    return {}
  }
}

/** Milliseconds since 1970; null for an unreadable token, which counts as valid until the server refuses it. */
export function expiryOf(jwt: string): number | null {
  const { exp } = claimsOf(jwt)
  return typeof exp === 'number' ? exp * 1000 : null
}

/** Person and account of a token: when either changes, what a tab shows belongs to somebody else. */
export function accountOf(jwt: string): string {
  const { sub, acc } = claimsOf(jwt)
  return JSON.stringify([sub, acc])
}

/** The person of a token; undefined without one. */
export const personOf = (jwt: string | null): unknown => claimsOf(jwt ?? '').sub

/** What sends a token with a request that has no headers of its own. */
export function bearer(jwt: string | null): RequestInit {
  return jwt === null ? {} : { headers: { Authorization: `Bearer ${jwt}` } }
}

/** A request with a token. */
export function withBearer(init: RequestInit, jwt: string): RequestInit {
  const headers = new Headers(init.headers)
  headers.set('Authorization', `Bearer ${jwt}`)
  return { ...init, headers }
}
