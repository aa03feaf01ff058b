const pages = /^\/(register|forgotPassword|changePassword|unsubscribe)$/

/** Whether an address is a mailed link with a token behind its #: such a page opens for signed-in people too. */
export function isMailedLink({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): boolean {
  return hash !== '' && pages.test(pathname)
}
