/** The name of the server's time zone, which is the supplier's. */
export const serverTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
