import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findBinaries } from '#database/embedded/binaries.ts'
import { freePort, runConfigured } from '../proxies.ts'

/* PgBouncer with the configuration of deploy/pgbouncer, in which only addresses and passwords are others. */

/** Where PgBouncer may be: what the caller names, with commas, and Debian's package. */
const programs = [...(process.env.PGBOUNCER?.split(',') ?? []), '/usr/sbin/pgbouncer'].filter((path) =>
  existsSync(path),
)

const versionOf = (program: string) =>
  Number(/PgBouncer 1\.(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[1] ?? 0)

/** The first that keeps named statements (1.21 or later), and the first that does not; undefined where there is none. */
export const pgbouncers = {
  usable: programs.find((program) => versionOf(program) >= 21),
  tooOld: programs.find((program) => versionOf(program) < 21),
}

const shipped = (name: string) => readFileSync(join(import.meta.dirname, '../../deploy/pgbouncer', name), 'utf8')

/** Lines of userlist.txt with what PostgreSQL stores of the passwords of the portal's roles. */
export async function rolesFor(superuserUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  const { rows } = await client.query<{ name: string; verifier: string }>(
    `select rolname as name, rolpassword as verifier from pg_authid where rolname in ('portal', 'portal_server', 'portal_console')`,
  )
  await client.end()
  return rows.map(({ name, verifier }) => `"${name}" "${verifier}"\n`).join('')
}

/** Lets PgBouncer read the passwords of the portal's roles, as a superuser of a primary does once. */
export async function allowLookup(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  await client.query(shipped('lookup.sql'))
  await client.end()
}

type PgBouncerOptions = {
  /** The port of its PostgreSQL. */
  postgres: number
  settings?: Readonly<Record<string, string>>
  /** Lines of userlist.txt besides its own. */
  users?: string
}
export type PgBouncer = { port: number; stop: () => Promise<void> }

/**
 * Starts a PgBouncer before the PostgreSQL at a port; `settings` replace those of the shipped configuration, and take out
 * those that are empty.
 */
export async function startPgBouncer(
  program: string,
  { postgres, settings = {}, users = '' }: PgBouncerOptions,
): Promise<PgBouncer> {
  const port = await freePort()
  const ownSettings: Record<string, string> = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    auth_file: 'userlist.txt',
    ...settings,
  }
  let configuration = shipped('pgbouncer.ini').replaceAll('port=5432', `port=${postgres}`)
  for (const [name, value] of Object.entries(ownSettings)) {
    // A version that is too old does not know each of them.
    const line = value === '' ? '' : `${name} = ${value}`
    configuration = configuration.replace(new RegExp(`^${name} = .*$`, 'm'), line)
  }
  const stop = await runConfigured(
    {
      program,
      files: { 'pgbouncer.ini': configuration, 'userlist.txt': `"pgbouncer" "the password"\n${users}` },
      args: (folder) => [join(folder, 'pgbouncer.ini')],
      user: findBinaries().user,
    },
    () => listens(port),
  )
  return { port, stop }
}

async function listens(port: number): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'pgbouncer', password: 'none', database: 'portal' })
  // Whoever it is, it is answered; nobody listens where it is not.
  const error = await client.connect().catch((reason: Error & { code?: string }) => reason)
  await client.end().catch(() => undefined)
  if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') throw error
}
