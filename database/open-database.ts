import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { openClient } from './connect.ts'
import { readRoles } from './connection/role-names.ts'
import { embeddedUrl, startEmbedded } from './embedded/embedded.ts'
import { type Hold, holdFolder, isHeld } from './lock.ts'
import type { Log } from './log.ts'
import { migrate } from './migrate.ts'
import { Refusal } from './refusal.ts'
import { type OtherAddresses, type RoleUrls, roleUrls } from './roles.ts'

/** An open, migrated database. `close` stops the embedded PostgreSQL if this process started it. */
export type OpenDatabase = { ownerUrl: string; urls: RoleUrls; hold: Hold | undefined; close: () => Promise<void> }

/**
 * `what` names the process to others; with `beside`, a command may use the database of a running server on the same
 * data folder, where a server would be refused.
 */
export type OpenOptions = OtherAddresses & {
  dataDir: string
  databaseUrl: string | undefined
  tokenSecret: string
  /** How many partitions each large table of a new database has; unset: none. */
  partitions?: number | undefined
  log: Log
  what: string
  beside: boolean
  /** Whether the embedded database keeps its log for an archive; unset: if the portal itself has it kept. */
  archives?: boolean | undefined
  /** What the operator calls `databaseUrl`, for messages; DATABASE_URL unless it comes from elsewhere. */
  urlName?: string
}

/**
 * Opens the operator's PostgreSQL (`databaseUrl`) or the embedded one, and migrates it to this version. Throws Refusal.
 */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const { ownerUrl, hold, close } = await reachDatabase(options)
  try {
    const { tokenSecret, partitions, log } = options
    await migrate({ url: ownerUrl, tokenSecret, partitions, log })
    const roles = await asOwner(ownerUrl, readRoles)
    return { ownerUrl, urls: roleUrls(ownerUrl, tokenSecret, options, roles), hold, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Opens the operator's PostgreSQL or the embedded one as it is, without migrating it. Throws Refusal. */
export async function reachDatabase({
  dataDir,
  databaseUrl,
  log,
  what,
  beside,
  archives,
  urlName = 'DATABASE_URL',
}: Omit<OpenOptions, 'tokenSecret' | 'partitions'>): Promise<Omit<OpenDatabase, 'urls'>> {
  if (databaseUrl !== undefined) {
    await checkServer(databaseUrl, urlName)
    return { ownerUrl: databaseUrl, hold: undefined, close: async () => undefined }
  }
  if (beside && isHeld(dataDir)) {
    return { ownerUrl: await waitForServer(dataDir), hold: undefined, close: async () => undefined }
  }
  const hold = await holdFolder(dataDir, what)
  try {
    const embedded = await startEmbedded({ dataDir, log, archives })
    const close = async () => {
      await embedded.stop()
      hold.release()
    }
    return { ownerUrl: embedded.url, hold, close }
  } catch (error) {
    hold.release()
    throw error
  }
}

async function checkServer(url: string, name: string): Promise<void> {
  const version = await versionOf(url).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Refusal(`${name}: the database does not answer (${reason}). Mend the address or start the database.`, {
      cause: error,
    })
  })
  if (version < 15 || version >= 19) {
    throw new Refusal(`${name}: it is PostgreSQL ${version}; versions 15 to 18 are supported.`)
  }
}

/** The server beside which a command runs may still be starting. */
async function waitForServer(dataDir: string): Promise<string> {
  const deadline = performance.now() + 10_000
  let cause: unknown
  while (performance.now() < deadline) {
    const url = embeddedUrl(dataDir)
    try {
      if (url !== undefined) {
        await versionOf(url)
        return url
      }
    } catch (error) {
      cause = error
    }
    await sleep(100)
  }
  throw new Refusal(`The database of the server on ${dataDir} does not answer. Look at its log.`, { cause })
}

async function versionOf(url: string): Promise<number> {
  return asOwner(url, async (client) => {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    )
    return rows[0]?.version ?? 0
  })
}

async function asOwner<T>(url: string, read: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await openClient({ connectionString: url, connectionTimeoutMillis: 3_000, query_timeout: 3_000 })
  try {
    return await read(client)
  } finally {
    // What was asked is known; how the connection ends does not matter.
    await client.end().catch(() => undefined)
  }
}
