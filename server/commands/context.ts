import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { connect } from '#database/connect.ts'
import { readOrCreateSecret } from '#database/files.ts'
import { openDatabase } from '#database/open-database.ts'
import { databaseAddresses, readConfig } from '../config.ts'
import { withCommandFolder } from '../data-folder.ts'
import type { Context, Opened } from './command.ts'

/** Milliseconds between progress lines of a long command when standard error is no terminal. */
const progressInterval = 5_000

/** The process in which a command runs: its environment, streams and signals. */
export type CommandProcess = {
  env: NodeJS.ProcessEnv
  stdin: Readable & { isTTY?: boolean }
  stdout: Output
  stderr: Output
  /** Has `close` run, which ends what the command has opened, before the process ends by a signal. */
  onInterrupt: (close: () => Promise<void>) => void
}
type Output = { write: (text: string) => unknown; isTTY?: boolean }

/** The context of a process: its environment, its streams, the system clock. `close` ends what was opened. */
export function processContext(process: CommandProcess): { context: Context; close: () => Promise<void> } {
  const config = withCommandFolder(readConfig(process.env), process.env)
  const terminal = process.stderr.isTTY
  let lastShown = 0
  let hasOpenLine = false
  let opened: Promise<Opened> | undefined
  let closing = false
  const undoing = new Set<() => Promise<void>>()
  const clear = () => {
    if (hasOpenLine) process.stderr.write('\r\u001b[K')
    hasOpenLine = false
  }
  const printLine = (line: string) => {
    clear()
    process.stderr.write(`${line}\n`)
  }
  const context: Context = {
    config,
    open: () => {
      opened ??= open(config, (line) => {
        // The command itself ends the embedded database; that needs no message.
        if (!closing) printLine(line)
      })
      return opened
    },
    out: (line) => {
      clear()
      process.stdout.write(`${line}\n`)
    },
    ifInterrupted: (undo) => {
      undoing.add(undo)
      return () => void undoing.delete(undo)
    },
    progress: (line) => {
      const now = performance.now()
      if (now - lastShown < (terminal ? 100 : progressInterval)) return
      lastShown = now
      if (!terminal) return printLine(line)
      process.stderr.write(`\r\u001b[K${line}`)
      hasOpenLine = true
    },
    input: () => text(process.stdin),
    secrets: () => config.TOKEN_SECRET ?? [readOrCreateSecret(config.DATA_DIR, 'token-secret')],
    clock: () => new Date(),
    newId: () => randomUUIDv7(),
    random: randomBytes,
    interactive: process.stdin.isTTY === true,
  }
  const close = async () => {
    clear()
    closing = true
    for (const undo of undoing) await undo()
    if (opened === undefined) return
    const { database, pools } = await opened
    await pools.end()
    await database.close()
  }
  return { context, close }
}

async function open(config: Context['config'], printLine: (line: string) => void): Promise<Opened> {
  const database = await openDatabase({
    dataDir: config.DATA_DIR,
    ...databaseAddresses(config),
    tokenSecret: config.TOKEN_SECRET?.[0] ?? readOrCreateSecret(config.DATA_DIR, 'token-secret', { warn: printLine }),
    partitions: config.DATABASE_PARTITIONS,
    log: { info: () => undefined, warn: printLine },
    what: 'a command',
    beside: true,
  })
  const pools = connect(database.urls, {
    onLost: (error) => printLine(`A connection was lost: ${error.message}`),
    size: 4,
  })
  return { database, pools }
}

/** The date in the server's time zone, which is the supplier's. */
export function localDate(now: Date): string {
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`
}
