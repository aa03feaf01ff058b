import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export type Portal = {
  address: string
  /** Runs an operator's command beside the portal; returns what it printed. Throws when it fails. */
  command: (args: string[], input?: string) => string
  /** All mails that the portal has sent so far, oldest first, as text. */
  mails: () => string[]
  stop: () => Promise<void>
}

/**
 * Starts the real server as an operator would: with data as after a first start, in a temporary folder or in DATA_DIR,
 * which is kept.
 */
export async function startPortal(environment: Record<string, string> = {}): Promise<Portal> {
  const existingDataDir = environment.DATA_DIR
  const dataDir = existingDataDir ?? mkdtempSync(join(tmpdir(), 'portal-e2e-'))
  if (!existsSync(join(dataDir, 'postgres'))) copyPreparedData(environment.DEMO, dataDir)
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(await freePort()), HOST: '127.0.0.1', ...environment }
  const server = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const address = await announcedAddress(server)
  return {
    address,
    command: (args, input = '') => {
      const result = spawnSync(process.execPath, [join(root, 'dist/server/cli.js'), ...args], {
        env,
        input,
        encoding: 'utf8',
      })
      if (result.status !== 0) throw new Error(`portal ${args.join(' ')}: ${result.stdout}${result.stderr}`)
      return result.stdout
    },
    mails: () => readMails(join(dataDir, 'outbox')),
    stop: async () => {
      if (server.exitCode === null && server.signalCode === null) {
        const ended = new Promise((resolve) => server.once('exit', resolve))
        server.kill('SIGTERM')
        await ended
      }
      if (existingDataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Copies the prepared data, if there is any, into a folder without a database; PostgreSQL's files keep their owner. */
function copyPreparedData(demo: string | undefined, folder: string): void {
  const prepared = join(process.env.PREPARED_DATA ?? '', demo ?? '')
  if (!process.env.PREPARED_DATA || !demo || !existsSync(prepared)) return
  const copy = spawnSync('cp', ['-Rp', `${prepared}/.`, folder], { encoding: 'utf8' })
  if (copy.status !== 0) throw new Error(`The prepared data could not be copied: ${copy.stderr}`)
  // It contains the port of the prepared database, which two copies could not share.
  rmSync(join(folder, 'postgres.json'), { force: true })
}

function readMails(folder: string): string[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.eml')) : []
  return files.sort().map((file) => {
    const bytes = readFileSync(join(folder, file), 'latin1').replace(/=\r?\n/g, '')
    return bytes.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  })
}

async function announcedAddress(server: ChildProcess): Promise<string> {
  let printed = ''
  return new Promise((resolve, reject) => {
    const onOutput = (chunk: Buffer) => {
      printed += chunk.toString()
      const address = / is at (http:\S+)/.exec(printed)?.[1]
      if (address) resolve(address)
    }
    server.stdout?.on('data', onOutput)
    server.stderr?.on('data', onOutput)
    server.once('exit', (code) => reject(new Error(`The portal ended with ${code}: ${printed}`)))
  })
}

const usedPorts = new Set<number>()

/** A port that is free at the moment, and another one each time. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port')
  if (usedPorts.has(address.port)) return freePort()
  usedPorts.add(address.port)
  return address.port
}
