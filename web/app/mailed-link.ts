const pages = /^\/(register|forgotPassword|changePassword|unsubscribe)$/

/** Whether an address is that of a mailed link, which has something behind its #: it opens for who is signed in, too. */
export function isMailedLink({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): boolean {
  return hash !== '' && pages.test(pathname)
}
