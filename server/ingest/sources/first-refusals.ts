import { rolesThatMay } from '#contract/console/staff.ts'
import type { Outbox } from '#contract/mail.ts'
import type { Db } from '#database/transaction.ts'
import { forgetRefusals, noteRefusals, selectStaffOfRoles } from './queries.ts'

/** The last that was refused of a source. */
export type SourceRefusal = {
  /** The same for the same source, whichever way it sends. */
  source: string
  name: string
  at: string
  problem: string
  /** The page of the console that shows what was refused. */
  path: string
}

/** Those of the staff who look after the intake, at most 100. */
export const selectStaffOfIntake = (db: Db): Promise<{ name: string; email: string }[]> =>
  selectStaffOfRoles(db, rolesThatMay('intake.write'))

/**
 * Mails those of the staff who look after the intake about each source that was refused something for the first time, or
 * after a week without a refusal. Returns how many sources these are.
 */
export async function mailFirstRefusals(
  db: Db,
  { mail }: { mail: Outbox<Db> },
  refusals: readonly SourceRefusal[],
): Promise<number> {
  if (refusals.length === 0) return 0
  const first = await noteRefusals(db, refusals)
  if (first.size === 0) return 0
  const staff = await selectStaffOfIntake(db)
  for (const { source, name, at, problem, path } of refusals)
    for (const to of first.has(source) ? staff : [])
      await mail.send(db, {
        ...{ kind: 'documentsRefused', to, path },
        values: { source: name, when: at, problem },
      })
  return first.size
}

/** The same for backups that fail: told once to those who may mend it, until one was made. */
export const backupAlarm = {
  /** Whether one that failed at the instant is the first; of several servers that ask, one hears yes. */
  isFirst: async (db: Db, at: string): Promise<boolean> =>
    (await noteRefusals(db, [{ source: 'backup', at }])).has('backup'),
  /** One was made at the instant: the next that fails is the first again. */
  end: (db: Db, at: string): Promise<void> => forgetRefusals(db, 'backup', at),
  staff: (db: Db): Promise<{ name: string; email: string }[]> => selectStaffOfRoles(db, rolesThatMay('system.write')),
}
