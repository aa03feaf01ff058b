import { answerTimeDays, type InboxRequest, type listAnswerTimes, mostSnoozeDays } from '#contract/console/inbox.ts'
import type { Staff } from '#contract/console/staff.ts'
import type { Reply } from '#contract/endpoint.ts'
import { PortalError, translatable } from '#contract/errors.ts'
import { withTransaction } from '#database/transaction.ts'
import { type Caller, record } from '#server/audit/record.ts'
import { type InboxDeps, requireVisible, showRequestToStaff } from './inbox.ts'
import { notifyConsole } from './queries.ts'
import { deleteSnooze, selectAnswerTimes, upsertSnooze } from './snooze-queries.ts'

const day = 86_400_000

/**
 * Puts a request off until a moment, or takes it back with null. It is back by itself then, or when anything of it changes.
 * Throws not_found, invalid_input for a moment that is past or too far away, conflict when it waits for nobody here.
 */
export async function snoozeAsStaff(
  deps: InboxDeps,
  staff: Staff,
  { request, until, caller }: { request: string; until: string | null; caller: Caller },
): Promise<InboxRequest> {
  const accountId = await requireVisible(deps, staff, request)
  const end = until === null ? null : requireSoon(new Date(until), deps.clock())
  await withTransaction(deps.db, async (db) => {
    const before = await (end === null
      ? deleteSnooze(db, accountId, request)
      : upsertSnooze(db, { accountId, request, until: end }))
    if (before === undefined) {
      if (end === null) return
      throw new PortalError('conflict', translatable('inbox.notWaiting'))
    }
    const details = { request, before: before && new Date(before).toISOString(), after: end?.toISOString() ?? null }
    await record(deps, db, { action: 'request_snoozed', caller, staffId: staff.staffId, accountId, details })
    await notifyConsole(db)
  })
  return showRequestToStaff(deps, staff, request)
}

function requireSoon(until: Date, now: Date): Date {
  const wait = until.getTime() - now.getTime()
  if (wait > 0 && wait <= mostSnoozeDays * day) return until
  const message = translatable('inbox.snoozeWhen')
  throw new PortalError('invalid_input', message, { errors: [{ field: 'until', message }] })
}

/** How long the first answers of the last weeks took, of what the member of staff may see. */
export async function readAnswerTimes(
  { consolePool, clock }: Pick<InboxDeps, 'consolePool' | 'clock'>,
  staff: Staff,
): Promise<Omit<Reply<typeof listAnswerTimes>, 'promise'>> {
  const rows = await selectAnswerTimes(consolePool, staff, new Date(clock().getTime() - answerTimeDays * day))
  const all = rows.find(({ kind }) => kind === null)
  return {
    all: all ? { count: all.count, median: all.median } : null,
    kinds: rows.filter(({ kind }) => kind !== null) as Reply<typeof listAnswerTimes>['kinds'],
  }
}
