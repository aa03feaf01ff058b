/** The name of the server's time zone, which is the supplier's. */
export const serverTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The date in the server's time zone, which is the supplier's. */
export function calendarDate(now: Date): string {
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`
}
