import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll } from 'vitest'
import { openPool } from '#database/connect.ts'
import { readAddress } from '#database/connection/hosts.ts'
import { embeddedUrl } from '#database/embedded/embedded.ts'
import { portalProcesses, programEnvironment, type RunningPortal } from '#server/testing/process.ts'
import { sendDocuments } from './ledger.ts'

const cli = join(import.meta.dirname, '../server/cli.ts')
const annsEmail = 'ann@better.example'
const password = 'nine barges on a slow river'

/** `killAt`: the command is killed (SIGKILL) when its output matches. */
export type CommandOptions = { input?: string; environment?: Record<string, string>; killAt?: RegExp }
export type CommandResult = { code: number | null; output: string }

/** A portal for the tests of a file, with an API key of the ERP and a person who may read. */
export type FaultPortal = {
  dataDir: string
  /** What each start and each command is given besides DATA_DIR. */
  settings: Record<string, string>
  processes: ReturnType<typeof portalProcesses>
  /** Starts the portal on the data folder, with the settings of `environment` added. */
  start: (environment?: Record<string, string>) => Promise<RunningPortal>
  /** Runs an operator's command beside the portal; returns its exit code and its output. */
  command: (args: readonly string[], options?: CommandOptions) => Promise<CommandResult>
  /** A pool of the owner, which bypasses row-level security. */
  owner: () => pg.Pool
  key: () => string
  /** Signs a person in, Ann unless another is named, and returns their access token. */
  signIn: (portal: Pick<RunningPortal, 'address'>, email?: string) => Promise<string>
  /** Adds a person with this e-mail to the account of the documents. */
  addPerson: (email: string) => Promise<void>
  /** Makes the key and the person, once. */
  prepare: (portal: Pick<RunningPortal, 'address'>) => Promise<void>
  /** Ends every process and removes the data folder; may be called twice. */
  end: () => Promise<void>
}

/**
 * Makes a portal for a file of tests. `settings` apply to each start and each command; without DATABASE_URL the portal
 * runs its embedded PostgreSQL. It ends after the tests of the file when it is made while they are collected. Vitest drops
 * the hook of one that is made later, in a hook or a test: whoever makes that calls `end`.
 */
export function faultPortal(settings: Record<string, string> = {}): FaultPortal {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-faults-'))
  const processes = portalProcesses(dataDir)
  const environment = { LOG_LEVEL: 'warn', DEMO: 'off', ...settings }
  const owners = new Map<string, pg.Pool>()
  let key = ''
  const end = async () => {
    const ending = [...owners.values()].map((owner) => owner.end())
    owners.clear()
    await Promise.all(ending)
    await processes.endAll()
    rmSync(dataDir, { recursive: true, force: true })
  }
  afterAll(end)
  const owner = () => {
    // A database that starts while its killed predecessor still holds the port takes another port.
    const url = settings.DATABASE_URL ?? embeddedUrl(dataDir) ?? ''
    const opened = owners.get(url) ?? ownerPool(url)
    owners.set(url, opened)
    return opened
  }
  const command: FaultPortal['command'] = async (
    args,
    { input = '', environment: extraEnvironment = {}, killAt } = {},
  ) => {
    const env = { ...programEnvironment, DATA_DIR: dataDir, ...environment, ...extraEnvironment }
    const child = spawn(process.execPath, [cli, ...args], { env, timeout: 120_000 })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk
        if (killAt?.test(output)) child.kill('SIGKILL')
      })
    child.stdin.end(input)
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, output }
  }
  const addPerson = async (email: string) => {
    const person = ['--email', email, '--name', 'Ann', '--account', 'C-1', '--role', 'admin']
    requireSuccess(await command(['user', 'add', ...person, '--password-stdin'], { input: password }))
  }
  return {
    dataDir,
    settings: environment,
    processes,
    start: (extraEnvironment = {}) => processes.start({ ...environment, ...extraEnvironment }),
    command,
    owner,
    key: () => key,
    signIn: async ({ address }, email = annsEmail) => {
      const reply = await fetch(`${address}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: address },
        body: JSON.stringify({ email, password, remember: true }),
        signal: AbortSignal.timeout(20_000),
      })
      if (!reply.ok) throw new Error(`The sign-in was answered ${reply.status}: ${await reply.text()}`)
      return (await reply.json()) as string
    },
    prepare: async (portal) => {
      key = lastLine(requireSuccess(await command(['key', 'create', '--name', 'erp'])))
      // The first document of an account creates it.
      await sendDocuments(portal.address, key, [{ type: 'orders', number: 'FIRST', account: 'C-1' }])
      await addPerson(annsEmail)
    },
    addPerson,
    end,
  }
}

function requireSuccess({ code, output }: CommandResult): string {
  if (code !== 0) throw new Error(output)
  return output
}

const lastLine = (output: string) => output.trimEnd().split('\n').at(-1) ?? ''

function ownerPool(url: string): pg.Pool {
  // Its connections break together with the portal's.
  const config = { connectionString: readAddress(url), max: 2, connectionTimeoutMillis: 10_000 }
  return openPool(config, () => undefined)
}
