const key = 'openAccount'

/** Stores, for this tab, the account that a sign-in through another region is for, and takes it out of the address. */
export function rememberAccount({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): void {
  const values = new URLSearchParams(hash.slice(1))
  const account = values.get('account')
  if (account === null || (pathname !== '/' && pathname !== '/2fa')) return
  sessionStorage.setItem(key, account)
  values.delete('account')
  history.replaceState(null, '', pathname + search + (values.size === 0 ? '' : `#${values}`))
}

/** Returns the account to show after the sign-in, and forgets it. */
export function takeAccount(): string | null {
  const account = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return account
}
