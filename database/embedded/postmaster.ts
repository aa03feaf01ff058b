import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readOptional } from '../files.ts'
import type { Log } from '../log.ts'
import { Refusal } from '../refusal.ts'
import type { Binaries } from './binaries.ts'
import { databaseSettings, thisMachine } from './machine.ts'
import { isPostgresOn, pidExists, waitUntil } from './processes.ts'

/** A PostgreSQL that is restarted when it dies, until `stop`. */
export type Postmaster = { pid: () => number | undefined; stop: () => Promise<void> }

type PostmasterOptions = {
  binaries: Binaries
  folder: string
  port: number
  log: Log
  logFile: string
  settings: Record<string, string>
}

/** Starts PostgreSQL on the folder (stopping any left running) and restarts it whenever it ends unexpectedly. */
export async function supervise(options: PostmasterOptions): Promise<Postmaster> {
  await clearOrphans(options)
  let stopping = false
  let child = await launch(options)
  let recovery: Promise<void> = Promise.resolve()

  const recover = async () => {
    for (let delay = 50; !stopping; delay = Math.min(delay * 2, 2_000)) {
      try {
        await clearOrphans(options)
        child = await launch(options)
        restartOnExit()
        options.log.info(`PostgreSQL is back (process ${child.pid}).`)
        return
      } catch (error) {
        options.log.warn(`PostgreSQL does not start yet: ${error instanceof Error ? error.message : error}`)
      }
      await sleep(delay)
    }
  }
  const restartOnExit = () => {
    child.once('exit', (code, signal) => {
      if (stopping) return
      options.log.warn(`PostgreSQL ended unasked (${signal ?? `code ${code}`}); starting it again.`)
      recovery = recover()
    })
  }
  restartOnExit()

  return {
    pid: () => child.pid,
    stop: async () => {
      stopping = true
      await recovery
      if (child.pid !== undefined && !hasEnded(child)) {
        await stopPostgres(child.pid, options)
      }
    },
  }
}

/**
 * Returns how to run a program on the data folder. Under root the program runs as another user, who may lack access to
 * the folder's parents: its working directory is set to the folder, which it then finds as /proc/self/cwd.
 */
export function runOptionsFor(binaries: Binaries, folder: string): { folder: string; spawn: SpawnOptions } {
  // PostgreSQL's environment has none of the server's secrets, and a fixed locale keeps its log in English.
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC', SystemRoot: process.env.SystemRoot ?? '' }
  const base = { env, windowsHide: true, cwd: folder }
  if (!binaries.user) return { folder, spawn: base }
  return {
    folder: process.platform === 'linux' ? '/proc/self/cwd' : folder,
    spawn: { ...base, ...binaries.user },
  }
}

async function launch({ binaries, folder, port, logFile, settings }: PostmasterOptions): Promise<ChildProcess> {
  const runOptions = runOptionsFor(binaries, folder)
  const log = openLog(logFile)
  const child = spawn(
    binaries.postgres,
    [
      '-D',
      runOptions.folder,
      ...Object.entries({ ...defaultSettings(port), ...settings }).flatMap(([k, v]) => ['-c', `${k}=${v}`]),
    ],
    // Its own process group: Ctrl-C in the terminal must reach only the server, which then stops PostgreSQL in order.
    { ...runOptions.spawn, stdio: ['ignore', log.file, log.file], detached: true },
  )
  closeSync(log.file)
  let failure: Error | undefined
  child.on('error', (error) => {
    failure = error
  })
  // The eighth line of postmaster.pid says when it accepts connections; crash recovery may take long, so there is no
  // limit.
  const isReady = () => {
    const lines = readOptional(join(folder, 'postmaster.pid'))?.split('\n') ?? []
    return Number(lines[0]) === child.pid && lines[7]?.startsWith('ready') === true
  }
  while (!isReady()) {
    if (failure !== undefined) throw failure
    if (hasEnded(child)) throw new Refusal(lastLoggedError(logFile, log.size))
    await sleep(5)
  }
  return child
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function defaultSettings(port: number): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: process.platform === 'win32' ? '' : '.',
    unix_socket_permissions: '0700',
    password_encryption: 'scram-sha-256',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...databaseSettings(thisMachine()),
    max_wal_size: '2GB',
    // PostgreSQL fills these buffers as soon as it has started; left to itself it takes 16 MB.
    wal_buffers: '4MB',
    max_logical_replication_workers: '0',
    random_page_cost: '1.1',
    // For many short queries, compiling them or running them on several cores costs more than it saves.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    // A query whose client is gone stops within two seconds.
    ...(process.platform === 'linux' ? { client_connection_check_interval: '2s' } : {}),
  }
}

function openLog(path: string): { file: number; size: number } {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const full = size > 10 * 2 ** 20
  if (full) renameSync(path, `${path}.1`)
  return { file: openSync(path, 'a', 0o600), size: full ? 0 : size }
}

function lastLoggedError(logFile: string, offset: number): string {
  const lines = readFileSync(logFile).subarray(offset).toString('utf8').split('\n')
  const complaint = lines.findLast((line) => /\b(FATAL|PANIC):/.test(line)) ?? lines.findLast((line) => line !== '')
  return `PostgreSQL did not start: ${complaint ?? 'it gave no reason'} (more in ${logFile}).`
}

/** Ends the PostgreSQL processes that a killed server or postmaster left on this folder, and no others. */
async function clearOrphans(options: PostmasterOptions): Promise<void> {
  const { folder, log } = options
  const content = readOptional(join(folder, 'postmaster.pid'))
  if (content === undefined) return
  const pid = Number.parseInt(content, 10)
  // Windows does not say which folder a process runs on, but `pg_ctl` reaches nothing other than a PostgreSQL.
  if (pid > 0 && (process.platform === 'win32' ? pidExists(pid) : isPostgresOn(pid, folder))) {
    log.warn(`PostgreSQL of an earlier run (process ${pid}) was left behind; stopping it.`)
    await stopPostgres(pid, options)
  }
  // Backends of a killed postmaster end by themselves unless they hang; they can do nothing useful without it, and
  // crash recovery undoes what they had not committed.
  const backends = backendsOn(folder)
  for (const backend of backends) sendSignal(backend, 'SIGKILL')
  await waitUntil(() => !backends.some(pidExists), 5_000)
  // The files name the dead process. Its number may now belong to another process, or to its zombie: PostgreSQL would
  // take either for a running server and refuse to start.
  for (const name of readdirSync(folder)) {
    if (name === 'postmaster.pid' || name.startsWith('.s.PGSQL.')) rmSync(join(folder, name), { force: true })
  }
}

function backendsOn(folder: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isPostgresOn(pid, folder))
}

async function stopPostgres(pid: number, { binaries, folder }: PostmasterOptions): Promise<void> {
  if (process.platform === 'win32') {
    spawnSync(binaries.pgCtl, ['stop', '-D', folder, '-m', 'fast', '-w', '-t', '5'], { stdio: 'ignore' })
    return
  }
  await endProcess(pid)
}

/** Tries a fast shutdown, then an immediate one, then a kill: committed data survives each of them. */
async function endProcess(pid: number): Promise<void> {
  for (const [name, timeout] of [
    ['SIGINT', 4_000],
    ['SIGQUIT', 1_000],
    ['SIGKILL', 1_000],
  ] as const) {
    sendSignal(pid, name)
    // A suspended process handles signals only once it continues.
    sendSignal(pid, 'SIGCONT')
    if (await waitUntil(() => !pidExists(pid), timeout)) return
  }
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already ended, as intended.
  }
}
