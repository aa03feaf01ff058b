import { staffRoles } from '#contract/console/staff.ts'
import type { Outbox } from '#contract/mail.ts'
import type { Db } from '#database/transaction.ts'
import { noteRefusals, selectStaffOfRoles } from './queries.ts'

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

const rolesOfIntake = Object.entries(staffRoles)
  .filter(([, permissions]) => (permissions as readonly string[]).includes('intake.write'))
  .map(([role]) => role)

/** Those of the staff who look after the intake, at most 100. */
export const selectStaffOfIntake = (db: Db): Promise<{ name: string; email: string }[]> =>
  selectStaffOfRoles(db, rolesOfIntake)

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
