import { searchReader } from '#contract/search-parameters.ts'

/** How the audit log is narrowed, as its address says; the dates are days of the reader's calendar. */
export type AuditSearch = { [Name in 'person' | 'account' | 'act' | 'from' | 'to']?: string | undefined }

const day = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** How the audit log is narrowed by an address. */
export const readAuditSearch = searchReader<AuditSearch>({
  person: /^.{1,100}$/,
  account: /^.{1,100}$/,
  act: /^[a-z_]{1,60}$/,
  from: day,
  to: day,
})

/** The query of the calls: the last day is meant whole. */
export function auditQueryOf({ person, account, act, from, to }: AuditSearch): Record<string, string> {
  const since = startOf(from, 0)
  const before = startOf(to, 1)
  return {
    ...(person ? { person } : {}),
    ...(account ? { account } : {}),
    ...(act ? { act } : {}),
    ...(since ? { since } : {}),
    ...(before ? { before } : {}),
  }
}

/** The moment at which a day begins here, some days later; undefined for a day that the calendar does not have. */
function startOf(date: string | undefined, later: number): string | undefined {
  if (date === undefined) return undefined
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number)
  const moment = new Date(year, month - 1, dayOfMonth + later)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}
