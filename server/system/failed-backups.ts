import type { Pool } from 'pg'
import type { Outbox } from '#contract/mail.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { selectLastEnd } from './run-queries.ts'

export type BackupAlarmDeps = {
  db: Pool
  mail: Outbox<Db>
  backupAlarm: {
    isFirst: (db: Db, at: string) => Promise<boolean>
    end: (db: Db, at: string) => Promise<void>
    staff: (db: Db) => Promise<{ name: string; email: string }[]>
  }
}

const longestFault = 400

/**
 * Mails those of the staff who look after the portal when a backup that it makes by itself has failed: once, until one
 * has been made.
 */
export async function mailFailedBackup({ db, mail, backupAlarm }: BackupAlarmDeps): Promise<void> {
  const last = await selectLastEnd(db, 'backup')
  if (!last) return
  const { fault, finishedAt, isOfPortal, failsSince } = last
  if (fault === null) return backupAlarm.end(db, finishedAt)
  // Whoever began one in the console sees there how it ends.
  if (!isOfPortal) return
  await withTransaction(db, async (client) => {
    if (!(await backupAlarm.isFirst(client, finishedAt))) return
    for (const to of await backupAlarm.staff(client))
      await mail.send(client, {
        ...{ kind: 'backupFailed', to, path: '/console/system' },
        values: { when: failsSince ?? finishedAt, problem: fault.slice(0, longestFault) },
      })
  })
}

/** Since when backups fail, and why the last did; undefined: it did not. */
export async function readFailedBackup(db: Db): Promise<{ since: string; fault: string } | undefined> {
  const last = await selectLastEnd(db, 'backup')
  if (!last || last.fault === null) return undefined
  return { since: last.failsSince ?? last.finishedAt, fault: last.fault.slice(0, longestFault) }
}
