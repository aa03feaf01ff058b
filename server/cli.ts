import { parseArgs } from 'node:util'
import { PortalError } from '../contract/errors.ts'
import { Refusal } from '../database/refusal.ts'
import { accountCommands } from './commands/accounts.ts'
import { backupCommand, restoreCommand } from './commands/backup.ts'
import { type Command, Failed, type Given, UsageError } from './commands/command.ts'
import { processContext } from './commands/context.ts'
import { doctorCommand } from './commands/doctor.ts'
import { commandHelp, overview } from './commands/help.ts'
import { importCommand } from './commands/import.ts'
import { keyCommands } from './commands/keys.ts'
import { migrateCommand } from './commands/migrate.ts'
import { quarantineCommands } from './commands/quarantine.ts'
import { seedCommand } from './commands/seed.ts'
import { userCommands } from './commands/users.ts'

const commands: readonly Command[] = [
  migrateCommand,
  seedCommand,
  importCommand,
  ...accountCommands,
  ...quarantineCommands,
  ...userCommands,
  ...keyCommands,
  backupCommand,
  restoreCommand,
  doctorCommand,
]

/** The command whose name the words begin with; the longest name wins. */
function find(words: readonly string[]): { command: Command; rest: string[] } | undefined {
  for (let count = Math.min(3, words.length); count > 0; count--) {
    const command = commands.find(({ name }) => name === words.slice(0, count).join(' '))
    if (command) return { command, rest: words.slice(count) }
  }
  return undefined
}

function read(command: Command, words: string[]): Given {
  let given: Given
  try {
    const { positionals, values } = parseArgs({ args: words, options: command.options ?? {}, allowPositionals: true })
    given = { positionals, values: values as Given['values'] }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
  }
  const wanted = command.arguments ?? []
  const many = wanted.at(-1)?.endsWith('…') ?? false
  if (given.positionals.length < wanted.length) {
    throw new UsageError(`${wanted.slice(given.positionals.length).join(' and ')} is missing.`)
  }
  if (given.positionals.length > wanted.length && !many) {
    throw new UsageError(`"${given.positionals[wanted.length]}" is one word too many.`)
  }
  return given
}

async function run(words: string[]): Promise<number> {
  const asked = words.filter((word) => word !== '--help' && word !== '-h')
  const wantsHelp = asked.length < words.length || asked[0] === 'help' || asked.length === 0
  if (asked[0] === 'help') asked.shift()
  const found = find(asked)
  if (wantsHelp && (found || asked.length === 0)) {
    process.stdout.write(`${found ? commandHelp(found.command) : overview(commands)}\n`)
    return words.length === 0 ? 2 : 0
  }
  if (!found) {
    process.stderr.write(`There is no command "${asked.join(' ')}". See npm run portal -- help.\n`)
    return 2
  }
  try {
    return await carryOut(found.command, read(found.command, found.rest))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n\n${commandHelp(found.command)}\n`)
    return 2
  }
}

async function carryOut(command: Command, given: Given): Promise<number> {
  const { context, close } = processContext(process)
  // What the command started ends with it, also when it is interrupted.
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => void close().finally(() => process.exit(code)))
  }
  try {
    await command.run(context, given)
    return 0
  } finally {
    await close()
  }
}

/** What an operator can act on is a sentence; anything else is a fault of ours and keeps its stack. */
function sentenceOf(error: unknown): string {
  if (error instanceof Refusal || error instanceof Failed || error instanceof PortalError) return error.message
  if (error instanceof RangeError && !(error instanceof UsageError)) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof Error && /^E[A-Z]+$/.test(code)) return `${error.message}. Mend it and try again.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${sentenceOf(error)}\n`)
  return 1
})
