const key = 'returnTo'

/** Remembers, for this tab, the page that a signed-out person asked for. */
export function rememberReturn(path: string): void {
  sessionStorage.setItem(key, path)
}

/** Whether a page waits to be opened after the sign-in. */
export function returnWaits(): boolean {
  return sessionStorage.getItem(key) !== null
}

/** The page to open after the sign-in, once; only ever a page of this portal. */
export function takeReturn(): string {
  const path = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return path && /^\/(?![/\\])/.test(path) ? path : '/'
}
