import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openClient } from '../connect.ts'
import { createDataFolder, readOptional, readOrCreateSecret, writePrivateFile } from '../files.ts'
import type { Log } from '../log.ts'
import { Refusal } from '../refusal.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { freePort } from './ports.ts'
import { runOptionsFor, supervise } from './postmaster.ts'

/** A running embedded PostgreSQL. `url` is the owner's, for migrations only. */
export type EmbeddedDatabase = { url: string; pid: () => number | undefined; stop: () => Promise<void> }

/** `settings` override the server's (a test may trade safety for speed); the supervisor writes to `log`. */
export type EmbeddedOptions = {
  dataDir: string
  log: Log
  settings?: Record<string, string>
  /** Whether the segments of the log that are finished are kept for an archive; unset: if the portal itself has them kept. */
  archives?: boolean | undefined
}

const owner = 'owner'
const database = 'portal'

/**
 * Starts the PostgreSQL in `DATA_DIR/postgres`, creating it on first use, and keeps it running until `stop`. A process
 * that an earlier, killed server left running is stopped first. Throws Refusal when the folder cannot be used.
 */
export async function startEmbedded({
  dataDir,
  log,
  settings = {},
  archives,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  createDataFolder(dataDir)
  const folder = join(dataDir, 'postgres')
  const exists = existsSync(join(folder, 'PG_VERSION'))
  if (exists && readOptional(join(dataDir, passwordFile)) === undefined) {
    throw new Refusal(`${join(dataDir, passwordFile)} is missing and the database in ${folder} needs it: restore it.`)
  }
  const password = readOrCreateSecret(dataDir, passwordFile)
  const binaries = findBinaries(ownerOf(folder))
  if (!exists) initialise(binaries, folder, password)
  checkVersion(folder)

  const archiving = prepareArchive(binaries, dataDir, archives)
  const port = await freePort(portOf(embeddedUrl(dataDir)))
  const postmaster = await supervise({
    ...{ binaries, folder, port, log, logFile: join(dataDir, 'postgres.log') },
    // Three processes that read for the others take 5 MB at rest; what most calls read is in memory. Before PostgreSQL 18,
    // which the tests of other versions start in the same way, there are none.
    settings: { io_method: 'sync', ...archiving, ...settings },
  })
  const url = urlOf(folder, port, password)
  try {
    await ensureDatabase(url)
    writePrivateFile(join(dataDir, addressFile), `${JSON.stringify({ url })}\n`)
  } catch (error) {
    await postmaster.stop()
    throw error
  }
  return { url, pid: postmaster.pid, stop: postmaster.stop }
}

/** The folder in which PostgreSQL puts the segments of its log that are finished, for whoever archives them. */
export const finishedLog = (dataDir: string): string => join(dataDir, 'postgres', finishedName)

const finishedName = 'finished_log'
/** The file by which a portal says to commands that its log is archived. */
const archiveState = 'archive.json'

/**
 * The settings by which finished segments are kept, and their folder; a command follows the portal of the data folder.
 * PostgreSQL copies into a folder of its own, which is always there and where it may write: a disk that is away or full
 * elsewhere never holds it up.
 */
function prepareArchive({ user }: Binaries, dataDir: string, archives: boolean | undefined): Record<string, string> {
  const folder = finishedLog(dataDir)
  if (!(archives ?? existsSync(join(dataDir, archiveState)))) {
    rmSync(folder, { recursive: true, force: true })
    rmSync(join(dataDir, archiveState), { force: true })
    return {}
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (user) chownSync(folder, user.uid, user.gid)
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': finishedName,
  }
}

/** Returns the owner's URL of the PostgreSQL last started in this data folder, for a command run beside the server. */
export function embeddedUrl(dataDir: string): string | undefined {
  const content = readOptional(join(dataDir, addressFile))
  if (content === undefined) return undefined
  try {
    const { url } = JSON.parse(content) as { url?: unknown }
    return typeof url === 'string' ? url : undefined
  } catch {
    // A file that was half written names no database.
    return undefined
  }
}

const passwordFile = 'postgres-password'
const addressFile = 'postgres.json'

function portOf(url: string | undefined): number | undefined {
  return url === undefined ? undefined : Number(new URL(url).port)
}

/** A socket file avoids the network stack; when its path exceeds the limit of about 100 bytes, the loopback is used. */
function urlOf(folder: string, port: number, password: string): string {
  const url = new URL(`postgres://${owner}:${password}@127.0.0.1:${port}/${database}`)
  const short = Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= 100
  if (short && process.platform !== 'win32') url.searchParams.set('host', folder)
  return url.href
}

function ownerOf(folder: string): { uid: number; gid: number } | undefined {
  if (!existsSync(folder)) return undefined
  const { uid, gid } = statSync(folder)
  return { uid, gid }
}

function initialise(binaries: Binaries, folder: string, password: string): void {
  // Created under another name and renamed when complete: one interrupted halfway is deleted and never started.
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  const secrets = mkdtempSync(join(tmpdir(), 'portal-'))
  const passwordPath = join(secrets, 'password')
  writeFileSync(passwordPath, `${password}\n`, { mode: 0o600 })
  if (binaries.user) {
    for (const path of [draft, secrets, passwordPath]) chownSync(path, binaries.user.uid, binaries.user.gid)
  }
  const runOptions = runOptionsFor(binaries, draft)
  const initdbRun = spawnSync(
    binaries.initdb,
    [
      `--pgdata=${runOptions.folder}`,
      `--username=${owner}`,
      `--pwfile=${passwordPath}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
    ],
    { ...runOptions.spawn, encoding: 'utf8' },
  )
  rmSync(secrets, { recursive: true, force: true })
  if (initdbRun.status !== 0) {
    rmSync(draft, { recursive: true, force: true })
    const reason = (initdbRun.stderr || String(initdbRun.error ?? initdbRun.signal)).trim()
    throw new Refusal(`The database could not be made in ${folder}: ${reason}`)
  }
  try {
    renameSync(draft, folder)
  } catch (error) {
    throw new Refusal(`${folder} holds something that is not a database. Move it away or choose another DATA_DIR.`, {
      cause: error,
    })
  }
}

function checkVersion(folder: string): void {
  const version = readOptional(join(folder, 'PG_VERSION'))?.trim()
  if (version !== '18') {
    throw new Refusal(`${folder} was made by PostgreSQL ${version}; this version runs 18. Restore a backup instead.`)
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const maintenance = new URL(url)
  maintenance.pathname = '/postgres'
  const client = await openClient({ connectionString: maintenance.href, connectionTimeoutMillis: 5_000 })
  try {
    const existing = await client.query('select from pg_database where datname = $1', [database])
    if (existing.rowCount === 0) await client.query(`create database ${database}`)
  } finally {
    await client.end()
  }
}
