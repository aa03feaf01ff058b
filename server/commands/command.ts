import type { ParseArgsOptionsConfig } from 'node:util'
import type { Pools } from '#database/connect.ts'
import type { OpenDatabase } from '#database/open-database.ts'
import type { Config } from '../config.ts'

/** What a command works with; it reaches everything outside through this. */
export type Context = {
  config: Config
  /** Opens the database on first use: that of a running server, or an embedded one started until the command ends. */
  open: () => Promise<Opened>
  /** Prints a line of the result on standard output. */
  out: (line: string) => void
  /** Has `undo` run if the command is interrupted from now on; returns what takes this back. */
  ifInterrupted: (undo: () => Promise<void>) => () => void
  /** Shows progress: one line that is rewritten on a terminal, otherwise a plain line now and then. */
  progress: (line: string) => void
  /** Reads all of standard input. */
  input: () => Promise<string>
  /** The operator's secrets, the current one first. */
  secrets: () => readonly string[]
  clock: () => Date
  newId: () => string
  random: (size: number) => Buffer
  /** Whether somebody is typing at the terminal. */
  interactive: boolean
}

export type Opened = { database: OpenDatabase; pools: Pools }

/** The words of a command line as parseArgs read them. */
export type ParsedArguments = { positionals: string[]; values: Record<string, string | boolean | undefined> }

/** One command of the portal. `arguments` are named as in the usage line; one that ends in … can be repeated, one in [brackets] left out. */
export type Command = {
  name: string
  summary: string
  arguments?: readonly string[]
  options?: ParseArgsOptionsConfig
  /** What each option means, in the order of the help. */
  help?: Readonly<Record<string, string>>
  run: (context: Context, args: ParsedArguments) => Promise<void>
}

/** The command line is wrong; the message says how to correct it. The process exits with 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The command ran, found a problem and reported it. The process exits with 1. */
export class Failed extends Error {
  override name = 'Failed'
}

/** The value of a required option, trimmed. Throws UsageError when it is missing. */
export function requiredOption(args: ParsedArguments, option: string): string {
  const value = args.values[option]
  if (typeof value !== 'string' || value.trim() === '') throw new UsageError(`--${option} is missing.`)
  return value.trim()
}

/** The value of an optional option, trimmed; undefined when it is missing or blank. */
export function optionalOption(args: ParsedArguments, option: string): string | undefined {
  const value = args.values[option]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** The positional argument at an index. Throws UsageError when it is missing. */
export function argument(args: ParsedArguments, index: number): string {
  const value = args.positionals[index]
  if (value === undefined) throw new UsageError('An argument is missing.')
  return value
}

/** Rows as lines with columns of equal width, without trailing blanks. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => [...(row[column] ?? '')].length)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - [...cell].length)))
      .join('  ')
      .trimEnd(),
  )
}
