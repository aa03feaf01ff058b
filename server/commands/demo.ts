import { join } from 'node:path'
import type { Pool } from 'pg'
import type { Seller } from '#contract/seller.ts'
import { type DemoPerson, demoPeople } from '#database/seed/people.ts'
import { demoSeller } from '#database/seed/supplier.ts'
import { disableUser, type UserDeps } from '../auth/administration/users.ts'
import { normaliseEmail } from '../auth/users/email.ts'
import { findUser } from '../auth/users/queries.ts'
import { type Config, whyNoDemo } from '../config.ts'
import { demoFolder, portalFolder } from '../data-folder.ts'
import { localDate } from './context.ts'
import { insertDemoContent } from './demo-content/insert-demo-content.ts'
import { isDemo, isEmpty, isUntouched, type SeedDeps, seedDemo, signInLine } from './seed.ts'

/** Whether this e-mail belongs to a person of the demo, whose password everybody knows. */
export function isDemoPerson(email: string): boolean {
  return demoPeople().some((person) => person.email === normaliseEmail(email))
}

/** The demo's people who can currently sign in to this database. */
export async function activeDemoPeople(db: Pool): Promise<DemoPerson[]> {
  const people = await Promise.all(
    demoPeople().map(async (person) => ({ person, user: await findUser(db, person.email) })),
  )
  return people.filter(({ user }) => user && !user.disabled).map(({ person }) => person)
}

/**
 * Disables the demo's people, which ends their sessions on all servers, and returns those who could sign in until now.
 */
async function disableDemoPeople(deps: UserDeps): Promise<DemoPerson[]> {
  const active = await activeDemoPeople(deps.db)
  for (const { email } of active) await disableUser(deps, email)
  return active
}

/** The demo's supplier where a portal that starts is the demo: in its database, or in a new one that it will fill. */
export async function sellerOfDemo(db: Pool, config: Config): Promise<Seller | undefined> {
  const startsDemo = whyNoDemo(config) === undefined && ((await isDemo(db)) || (await isUntouched(db)))
  return startsDemo ? demoSeller : undefined
}

/**
 * Prepares the demo at the start of a portal: fills the new database of a trial with the demo company, and disables its
 * people everywhere else. Returns the lines to print for the operator once the portal listens.
 */
export async function prepareDemo(
  deps: SeedDeps,
  config: Config,
  log: { info: (line: string) => void },
): Promise<string[]> {
  const { server: db } = deps.pools
  const reason = whyNoDemo(config)
  if (reason !== undefined) {
    const disabled = await disableDemoPeople({ ...deps, db })
    if (disabled.length > 0) return [disabledMessage(reason, disabled)]
    const expectsDemo = config.DEMO !== 'off' && (await isEmpty(db))
    return expectsDemo ? [`The database is empty. There is no demo company in it, because ${reason}.`] : []
  }
  const inPortalFolder = config.DATA_DIR === portalFolder
  if (!(await isDemo(db))) {
    if (!(await isUntouched(db))) {
      if (!inPortalFolder) return []
      return [`The database in ${portalFolder} is your own: start it with DEMO=off. Without it the demo is meant.`]
    }
    log.info('The database is new: filling it with the demo company…')
  }
  const today = localDate(deps.clock())
  await seedDemo(deps, { size: 'S', today })
  await insertDemoContent(deps, today)
  return [...(inPortalFolder ? [oldFolderHint] : []), signInMessage(await activeDemoPeople(db))]
}

const oldFolderHint = `This demo lies in ${portalFolder}, where an earlier version put it and where DEMO=off looks for a portal of your own. Before you start one, stop this and move all that is in the folder to ${join(portalFolder, demoFolder)}, or delete it.`

function disabledMessage(reason: string, people: readonly DemoPerson[]): string {
  const names = people.map(({ email }) => email).join(', ')
  return `The demo company is in this database. Everybody knows its passwords and ${reason}, so its people are disabled: ${names}. Its documents stay. For a portal of your own start in an empty folder (DATA_DIR) or database.`
}

function signInMessage(people: readonly DemoPerson[]): string {
  if (people.length > 0) return ['Sign in to the demo company as:', ...people.map(signInLine)].join('\n  ')
  return 'The demo’s people are disabled since this database was opened for others. On this machine alone they may come back: npm run portal -- user enable EMAIL'
}
