const key = 'returnTo'

/** The signed-in pages; any other address leads to the home page. */
const pages =
  /^\/(dashboard|(quotes|orders|shipments|invoices)(\/[^/]+)?|itemTracker(\/[^/]+|\/units\/[^/]+)?|masterSearch\/[^/]+|faq|vouch|profile(\/(security|company|appearance|views|data|terms|notifications|statement|requests|requests\/new))?)\/?$/

/** Whether the portal has a page under this path. */
export function isPage(pathname: string): boolean {
  return pages.test(pathname)
}

/** Stores, for this tab, the page that a signed-out person asked for, if it exists. */
export function rememberReturnPath({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): void {
  if (isPage(pathname)) sessionStorage.setItem(key, pathname + search + hash)
  else sessionStorage.removeItem(key)
}

/** Whether a page is to be opened after the sign-in. */
export function hasReturnPath(): boolean {
  return sessionStorage.getItem(key) !== null
}

/** Returns the page to open after the sign-in and forgets it; always a page of this portal. */
export function takeReturnPath(): string {
  const path = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return path && /^\/(?![/\\])/.test(path) ? path : '/'
}
