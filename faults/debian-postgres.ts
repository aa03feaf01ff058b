import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findBinaries } from '#database/embedded/binaries.ts'
import { freePort } from './proxies.ts'

/* A PostgreSQL of Debian's packages, with its tools, as an operator runs one. */

const packages = '/usr/lib/postgresql'
const newest = existsSync(packages)
  ? readdirSync(packages)
      .filter((version) => existsSync(join(packages, version, 'bin/initdb')))
      .sort((a, b) => Number(b) - Number(a))[0]
  : undefined

/** Whether this machine has Debian's package postgresql. */
export const hasPostgres = (): boolean => newest !== undefined

export type DebianPostgres = {
  /** Makes an empty database of an owner who may create roles and is no superuser; returns the owner's URL. */
  create: (name: string) => Promise<string>
  /** Runs one of its tools; returns what it says. Throws when it fails. */
  run: (tool: string, args: readonly string[]) => string
  stop: () => void
}

const password = 'what only this test knows'

/** Starts one in a folder that is gone when it stops. */
export async function startPostgres(): Promise<DebianPostgres> {
  const bin = (tool: string) => join(packages, newest ?? '', 'bin', tool)
  const { user } = findBinaries()
  const folder = mkdtempSync(join(tmpdir(), 'portal-debian-'))
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  mkdirSync(data)
  writeFileSync(passwordFile, password)
  if (user) for (const path of [folder, data, passwordFile]) chownSync(path, user.uid, user.gid)
  const asUser = { ...user, cwd: folder, stdio: 'pipe' as const }
  const login = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  execFileSync(bin('initdb'), [`--pgdata=${data}`, ...login, '--encoding=UTF8', '--locale=C.UTF-8'], asUser)
  const port = await freePort()
  const settings = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off`
  // Its output must not be a pipe that its server keeps open.
  const log = join(folder, 'log')
  execFileSync(bin('pg_ctl'), ['start', '-w', `--pgdata=${data}`, `--log=${log}`, `--options=${settings}`], {
    ...asUser,
    stdio: 'ignore',
  })
  const urlOf = (role: string, database: string) =>
    `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
  return {
    create: async (name) => {
      const admin = new pg.Client({ connectionString: urlOf('postgres', 'postgres') })
      await admin.connect()
      try {
        const { rowCount } = await admin.query(`select from pg_roles where rolname = 'owner'`)
        if (rowCount === 0)
          await admin.query(`create role owner login createrole nosuperuser password ${pg.escapeLiteral(password)}`)
        await admin.query(`create database ${name} owner owner`)
      } finally {
        await admin.end()
      }
      return urlOf('owner', name)
    },
    run: (tool, args) => {
      const { status, stdout, stderr } = spawnSync(bin(tool), args, { cwd: folder, encoding: 'utf8' })
      if (status !== 0) throw new Error(`${tool}: ${stderr}`)
      return `${stdout}${stderr}`
    },
    stop: () => {
      execFileSync(bin('pg_ctl'), ['stop', '-w', '-m', 'immediate', `--pgdata=${data}`], asUser)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
