import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runCommandLine } from '../commands/command-line.ts'
import { programEnvironment } from './process.ts'

type CommandOptions = { input?: string; env?: Record<string, string> }
/** How a command ended and what it printed. */
export type CommandOutcome = { code: number | null; out: string; err: string }

/** The operator's commands with these settings. */
export function testCommands(settings: Record<string, string>) {
  /** Runs a command in this process: starting one for each would take a second of processor time. */
  async function run(words: string[], { input = '', env = {} }: CommandOptions = {}): Promise<CommandOutcome> {
    let [out, err] = ['', '']
    const code = await runCommandLine(words, {
      env: { ...settings, ...env },
      stdin: Readable.from(input === '' ? [] : [input]),
      stdout: { write: (line) => (out += line) },
      stderr: { write: (line) => (err += line) },
      onInterrupt: () => undefined,
    })
    return { code, out, err }
  }

  /** Runs a command as npm does, in a process of its own. */
  async function start(words: string[], { input = '', env = {} }: CommandOptions = {}): Promise<CommandOutcome> {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../cli.ts'), ...words], {
      env: { ...programEnvironment, ...settings, ...env },
    })
    child.stdin.end(input)
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
    return { code, out, err }
  }

  return { run, start }
}
