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

/** The password of the superuser and of an owner. */
export const debianPassword = 'what only this test knows'
/** Where Debian's package has the programs of PostgreSQL. */
export const debianPrograms = join(packages, newest ?? '', 'bin')
const bin = (tool: string) => join(debianPrograms, tool)

/** A folder for data of PostgreSQL, of the user as whom it runs, since it does not run as root. */
export type PostgresFolder = {
  path: string
  runAs: (tool: string, args: readonly string[]) => void
  remove: () => void
}

/** Makes a folder with an empty database cluster in `data`, whose superuser is `postgres`. */
export function createPostgresFolder(): PostgresFolder {
  const { user } = findBinaries()
  const path = mkdtempSync(join(tmpdir(), 'portal-debian-'))
  const data = join(path, 'data')
  const passwordFile = join(path, 'password')
  mkdirSync(data)
  writeFileSync(passwordFile, debianPassword)
  if (user) for (const owned of [path, data, passwordFile]) chownSync(owned, user.uid, user.gid)
  // What is started must not keep a pipe open.
  const runAs = (tool: string, args: readonly string[]) =>
    void execFileSync(bin(tool), args, { ...user, cwd: path, stdio: 'ignore', env: { PGPASSWORD: debianPassword } })
  const login = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  runAs('initdb', [`--pgdata=${data}`, ...login, '--encoding=UTF8', '--locale=C.UTF-8'])
  return { path, runAs, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Starts the PostgreSQL of a folder below `path`, on a port of this machine; resolves when it answers. */
export function launchPostgres(
  { path, runAs }: PostgresFolder,
  { data, port, settings = [] }: { data: string; port: number; settings?: readonly string[] },
): void {
  const all = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${path}`,
    'fsync=off',
    ...settings,
  ]
  const options = all.map((setting) => `-c ${setting}`).join(' ')
  runAs('pg_ctl', ['start', '-w', `--pgdata=${data}`, `--log=${data}.log`, `--options=${options}`])
}

/** Kills all processes that work on a folder of data, and these others, at once, as a power cut would. */
export function killPostgres(data: string, others: readonly number[] = []): void {
  const listed = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const processes = listed
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  // The postmaster has the folder in its arguments, its children have other titles.
  const works = (words: readonly string[]) => words.some((word) => word === data || word.endsWith(`=${data}`))
  const parents = processes.filter(([, , ...words]) => works(words)).map(([pid]) => pid)
  const children = processes.filter(([, parent]) => parents.includes(parent)).map(([pid]) => pid)
  for (const pid of new Set([...others, ...parents.map(Number), ...children.map(Number)])) killNow(pid)
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // It has ended since it was listed.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Where a role reaches a database on a port of this machine. */
export const debianUrl = (role: string, database: string, port: number): string =>
  `postgres://${role}:${encodeURIComponent(debianPassword)}@127.0.0.1:${port}/${database}`

/** Makes an empty database of an owner who may create roles and is no superuser; returns the owner's URL. */
export async function createOwned(name: string, port: number): Promise<string> {
  const admin = new pg.Client({ connectionString: debianUrl('postgres', 'postgres', port) })
  await admin.connect()
  try {
    const { rowCount } = await admin.query(`select from pg_roles where rolname = 'owner'`)
    if (rowCount === 0)
      await admin.query(`create role owner login createrole nosuperuser password ${pg.escapeLiteral(debianPassword)}`)
    await admin.query(`create database ${name} owner owner`)
  } finally {
    await admin.end()
  }
  return debianUrl('owner', name, port)
}

/** Starts one in a folder that is gone when it stops; `settings` are PostgreSQL's. */
export async function startPostgres(settings: readonly string[] = []): Promise<DebianPostgres> {
  const folder = createPostgresFolder()
  const port = await freePort()
  const data = join(folder.path, 'data')
  launchPostgres(folder, { data, port, settings })
  return {
    create: (name) => createOwned(name, port),
    run: (tool, args) => {
      const { status, stdout, stderr } = spawnSync(bin(tool), args, { cwd: folder.path, encoding: 'utf8' })
      if (status !== 0) throw new Error(`${tool}: ${stderr}`)
      return `${stdout}${stderr}`
    },
    stop: () => {
      folder.runAs('pg_ctl', ['stop', '-w', '-m', 'immediate', `--pgdata=${data}`])
      folder.remove()
    },
  }
}
