import type { Outbox } from '#contract/mail.ts'
import { isReadOnly } from '#database/copy/read-only.ts'
import { demoStaff } from '#database/seed/people.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { commandLine } from '../audit/record.ts'
import { codeNow } from '../auth/factors/totp.ts'
import { addDemoOwner, changeStaff } from '../auth/staff/administration.ts'
import { inviteStaff } from '../auth/staff/invitations.ts'
import { findStaff, hasStaffBeside } from '../auth/staff/queries.ts'
import { tokenKeys } from '../auth/tokens/token-keys.ts'
import { type Config, whyNoDemo } from '../config.ts'
import { keepRegionKeys, type RegionKey } from '../ingest/region-keys.ts'
import { prepareDemo } from './demo.ts'
import { isDemo, type SeedDeps } from './seed.ts'

export type StartDeps = SeedDeps & {
  mail: Outbox<Db>
  secrets: readonly string[]
  /** Other regions, which have keys here; undefined for a portal alone. */
  regions: { keys: readonly RegionKey[] } | undefined
}

/**
 * Prepares the demo, the console and the keys of other regions at the start of a portal; nothing of that on a database that
 * was copied to another and is only read. Returns the lines to print for the operator once the portal listens, by its address.
 */
export async function prepareStart(
  deps: StartDeps,
  config: Config,
  log: { info: (line: string) => void },
): Promise<(address: string) => string[]> {
  if (await withTransaction(deps.pools.server, isReadOnly)) return () => [copiedLine]
  const demoLines = await prepareDemo(deps, config, log)
  const consoleLines = await prepareConsole(deps, config)
  await keepRegionKeys({ ...deps, db: deps.pools.server }, deps.regions?.keys ?? [])
  return (address) => [...demoLines, ...consoleLines(address)]
}

/**
 * The demo has a member of staff whose password and app everybody knows; everywhere else they are disabled, also
 * where a database of one's own is opened without DEMO=off, and as long as nobody has joined the staff, each start prints a
 * link by which the first owner does.
 */
async function prepareConsole(deps: StartDeps, config: Config): Promise<(address: string) => string[]> {
  const keys = tokenKeys(deps.secrets)
  const { clock, newId, random, mail } = deps
  const db = deps.pools.server
  const sol = await findStaff(db, demoStaff.email)
  if (whyNoDemo(config) === undefined && (await isDemo(db))) {
    if (!sol) await addDemoOwner({ db, clock, newId, random, keys }, demoStaff)
    return config.CONSOLE === 'on' && !sol?.disabled ? (address) => [demoLine(address, clock())] : () => []
  }
  const operator = { staffId: null, caller: commandLine }
  if (sol && !sol.disabled) await changeStaff({ db, clock, newId }, sol.id, { disabled: true }, operator)
  if (config.CONSOLE === 'off' || (await hasStaffBeside(db, demoStaff.email))) return () => []
  const invite = { email: undefined, role: 'owner' as const, by: { id: null, name: config.BRAND_NAME } }
  const path = await withTransaction(db, (client) =>
    inviteStaff({ clock, newId, random, keys, mail }, client, { ...invite, caller: commandLine }),
  )
  return (address) => [
    `Nobody has joined the console yet. Its first owner opens this link, once, within 7 days; the next start prints another: ${address}${path}`,
  ]
}

const copiedLine =
  'Everything can be read and nothing new is taken, because this database was copied to another. Start the portal on that one; or stay with this one: npm run portal -- copy-to-cancel'

const demoLine = (address: string, now: Date) =>
  `Sign in to the console at ${address}/console/ as:\n  ${demoStaff.email}   ${demoStaff.password}   code ${codeNow(demoStaff.appKey, now)}   (the supplier; for the next code: npm run portal -- staff code)`
