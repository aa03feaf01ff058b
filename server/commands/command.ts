import type { ParseArgsOptionsConfig } from 'node:util'
import type { Pools } from '../../database/connect.ts'
import type { OpenDatabase } from '../../database/open-database.ts'
import type { Config } from '../config.ts'

/** What a command works with; everything from outside comes through it. */
export type Context = {
  config: Config
  /** Opens the database on first use: beside a running server, or by starting the embedded one until the command ends. */
  open: () => Promise<Opened>
  /** A line of the result, on standard output. */
  out: (line: string) => void
  /** What is going on: one line that renews itself on a terminal, now and then a plain line elsewhere. */
  progress: (line: string) => void
  /** All of standard input. */
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

/** One command of the portal. `arguments` are named as in the usage line; one that ends in … may come several times. */
export type Command = {
  name: string
  summary: string
  arguments?: readonly string[]
  options?: ParseArgsOptionsConfig
  /** What each option means, in the order of the help. */
  help?: Readonly<Record<string, string>>
  run: (context: Context, args: ParsedArguments) => Promise<void>
}

/** The command line is wrong; the message says how it should be. The process ends with 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The command ran and found something wrong, and has said so itself. The process ends with 1. */
export class Failed extends Error {
  override name = 'Failed'
}

/** An option that must be there, as a text. */
export function requiredOption(args: ParsedArguments, option: string): string {
  const value = args.values[option]
  if (typeof value !== 'string' || value.trim() === '') throw new UsageError(`--${option} is missing.`)
  return value.trim()
}

/** An option that may be absent, as a text. */
export function optionalOption(args: ParsedArguments, option: string): string | undefined {
  const value = args.values[option]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** The argument in a place; its presence was checked before the command ran. */
export function argument(args: ParsedArguments, index: number): string {
  const value = args.positionals[index]
  if (value === undefined) throw new UsageError('An argument is missing.')
  return value
}

/** Rows as columns of equal width, without trailing blanks. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => [...(row[column] ?? '')].length)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - [...cell].length)))
      .join('  ')
      .trimEnd(),
  )
}
