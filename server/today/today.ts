import type { Pool } from 'pg'
import type { Staff, StaffPermission } from '#contract/console/staff.ts'
import type { Today } from '#contract/console/today.ts'
import { newForDays } from '#contract/requests/conversation-rules.ts'
import {
  countJobs,
  countMails,
  countPeople,
  countQuarantined,
  countRegistrations,
  selectIntake,
  selectUndelivered,
  selectUnread,
  selectWaitingRequests,
} from './queries.ts'

export type TodayDeps = {
  db: Pool
  consolePool: Pool
  clock: () => Date
  /** By when an answer was promised to who waits since an instant; null: none was. */
  dueAt: (waitingSince: string | null) => string | null
  /** Whether the backups that the portal makes by itself fail; undefined: it makes none. */
  failedBackup: (() => Promise<FailedBackup>) | undefined
  /** Whether changes of the database are not archived; undefined: they need not be. */
  failedArchive: (() => Promise<FailedBackup>) | undefined
}
type FailedBackup = { since: string; fault: string } | undefined

const minute = 60_000
const day = 86_400_000

/** What needs a person and what is going on, each as far as the role of the member of staff lets them see it. */
export async function readToday(
  { db, consolePool, clock, dueAt, failedBackup, failedArchive }: TodayDeps,
  staff: Staff,
): Promise<Today> {
  const now = clock()
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const since = ago(newForDays * day)
  const ifMay = <T>(permission: StaffPermission, read: () => Promise<T>): Promise<T | null> =>
    staff.permissions.has(permission) ? read() : Promise.resolve(null)
  const [requests, unread, undelivered, intake, quarantine, registrations, mails, jobs, people, backups, archive] =
    await Promise.all([
      ifMay('requests.read', () => selectWaitingRequests(consolePool, staff.staffId, { now, newSince: since })),
      ifMay('requests.read', () => selectUnread(consolePool, staff.staffId, since)),
      ifMay('requests.read', () => selectUndelivered(consolePool, staff.staffId, since)),
      ifMay('intake.read', () => selectIntake(consolePool, staff.staffId, now)),
      ifMay('intake.read', () => countQuarantined(db)),
      ifMay('people.write', () => countRegistrations(db)),
      ifMay('system.read', () => countMails(db, ago(7 * day))),
      ifMay('system.read', () => countJobs(db)),
      ifMay('system.read', () =>
        countPeople(db, { online: ago(15 * minute), lately: ago(day), weekAgo: ago(7 * day) }),
      ),
      failedBackup ? ifMay('system.read', async () => pileOf(await failedBackup())) : null,
      failedArchive ? ifMay('system.read', async () => pileOf(await failedArchive())) : null,
    ])
  const silent = intake?.sources.flatMap(({ id, name, silentSince }) =>
    silentSince === null ? [] : [{ id, name, since: silentSince }],
  )
  return {
    now: now.toISOString(),
    ...{ requests: withDueAt(requests, dueAt), unread, undelivered: withDueAt(undelivered, dueAt) },
    ...{ refused: intake?.refused ?? null, quarantine },
    silent: silent ? { sources: silent } : null,
    ...{ mails, jobs, backups, archive, registrations, people },
    speaking: intake ? { sources: intake.sources } : null,
  }
}

const pileOf = (failed: FailedBackup) => ({
  ...{ count: failed ? 1 : 0, oldestAt: failed?.since ?? null, error: failed?.fault ?? null },
})

type Requests = Awaited<ReturnType<typeof selectWaitingRequests>>

function withDueAt(requests: Requests | null, dueAt: TodayDeps['dueAt']): Today['requests'] {
  if (!requests) return null
  const first = requests.first.map(({ waitingSince, ...row }) => ({ ...row, dueAt: dueAt(waitingSince) }))
  return { ...requests, first } as Today['requests']
}
