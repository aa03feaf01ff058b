import { parseArgs } from 'node:util'
import { PortalError } from '#contract/errors.ts'
import { Refusal } from '#database/refusal.ts'
import { type Command, Failed, type ParsedArguments, UsageError } from './command.ts'
import type { CommandProcess } from './context.ts'
import { commandHelp, overview } from './help.ts'

/** Commands by their first word, in the order of the help. Loaded on demand: most calls need one of them. */
const topics: Readonly<Record<string, () => Promise<readonly Command[]>>> = {
  migrate: async () => [(await import('./migrate.ts')).migrateCommand],
  seed: async () => [(await import('./seed.ts')).seedCommand],
  import: async () => [(await import('./import.ts')).importCommand],
  profile: async () => (await import('./profiles.ts')).profileCommands,
  'file-source': async () => (await import('./file-sources.ts')).fileSourceCommands,
  account: async () => [
    ...(await import('./accounts.ts')).accountCommands,
    (await import('./second-factors.ts')).requireSecondFactorCommand,
  ],
  quarantine: async () => (await import('./quarantine.ts')).quarantineCommands,
  refused: async () => (await import('./refused.ts')).refusedCommands,
  ubl: async () => (await import('./ubl.ts')).ublCommands,
  epcis: async () => (await import('./epcis.ts')).epcisCommands,
  user: async () => [
    ...(await import('./users.ts')).userCommands,
    (await import('./second-factors.ts')).resetSecondFactorsCommand,
  ],
  staff: async () => (await import('./staff.ts')).staffCommands,
  request: async () => (await import('./requests.ts')).requestCommands,
  faq: async () => [(await import('./faq.ts')).faqCommand],
  document: async () => (await import('./documents.ts')).documentCommands,
  key: async () => (await import('./keys.ts')).keyCommands,
  mail: async () => (await import('./mails.ts')).mailCommands,
  jobs: async () => (await import('./jobs.ts')).jobCommands,
  registration: async () => (await import('./registrations.ts')).registrationCommands,
  audit: async () => [(await import('./audit.ts')).auditCommand],
  files: async () => (await import('./object-storage/files.ts')).fileCommands,
  backup: async () => [(await import('./backup/backup.ts')).backupCommand],
  restore: async () => [(await import('./backup/restore.ts')).restoreCommand],
  'test-restore': async () => [(await import('./backup/test-restore.ts')).testRestoreCommand],
  'copy-to': async () => [(await import('./backup/copy-to.ts')).copyToCommand],
  'copy-to-cancel': async () => [(await import('./backup/copy-to.ts')).cancelCommand],
  doctor: async () => [(await import('./doctor/doctor.ts')).doctorCommand],
}

/** The command whose name the command line begins with; the longest name wins. */
async function findCommand(argv: readonly string[]): Promise<{ command: Command; rest: string[] } | undefined> {
  const topic = argv[0] !== undefined && Object.hasOwn(topics, argv[0]) ? topics[argv[0]] : undefined
  const commands = topic ? await topic() : []
  for (let count = Math.min(3, argv.length); count > 0; count--) {
    const command = commands.find(({ name }) => name === argv.slice(0, count).join(' '))
    if (command) return { command, rest: argv.slice(count) }
  }
  return undefined
}

async function allCommands(): Promise<Command[]> {
  return (await Promise.all(Object.values(topics).map((topic) => topic()))).flat()
}

function parseCommandLine(command: Command, argv: string[]): ParsedArguments {
  let parsed: ParsedArguments
  try {
    const { positionals, values } = parseArgs({ args: argv, options: command.options ?? {}, allowPositionals: true })
    parsed = { positionals, values: values as ParsedArguments['values'] }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
  }
  const expected = command.arguments ?? []
  const isVariadic = expected.at(-1)?.endsWith('…') ?? false
  const needed = expected.filter((name) => !name.startsWith('['))
  if (parsed.positionals.length < needed.length) {
    throw new UsageError(`${needed.slice(parsed.positionals.length).join(' and ')} is missing.`)
  }
  if (parsed.positionals.length > expected.length && !isVariadic) {
    throw new UsageError(`"${parsed.positionals[expected.length]}" is one word too many.`)
  }
  return parsed
}

async function run(argv: string[], process: CommandProcess): Promise<number> {
  const commandWords = argv.filter((word) => word !== '--help' && word !== '-h')
  const wantsHelp = commandWords.length < argv.length || commandWords[0] === 'help' || commandWords.length === 0
  if (commandWords[0] === 'help') commandWords.shift()
  const match = await findCommand(commandWords)
  if (wantsHelp && (match || commandWords.length === 0)) {
    process.stdout.write(`${match ? commandHelp(match.command) : overview(await allCommands())}\n`)
    return argv.length === 0 ? 2 : 0
  }
  if (!match) {
    process.stderr.write(`There is no command "${commandWords.join(' ')}". See npm run portal -- help.\n`)
    return 2
  }
  try {
    return await execute(match.command, parseCommandLine(match.command, match.rest), process)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n\n${commandHelp(match.command)}\n`)
    return 2
  }
}

async function execute(command: Command, args: ParsedArguments, process: CommandProcess): Promise<number> {
  const { processContext } = await import('./context.ts')
  const { context, close } = processContext(process)
  process.onInterrupt(close)
  try {
    await command.run(context, args)
    return 0
  } finally {
    await close()
  }
}

/** Errors that an operator can act on become a sentence; any other is a bug and keeps its stack. */
function sentenceOf(error: unknown): string {
  if (error instanceof Refusal || error instanceof Failed || error instanceof PortalError) return error.message
  if (error instanceof RangeError && !(error instanceof UsageError)) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof Error && /^E[A-Z]+$/.test(code)) return `${error.message}. Mend it and try again.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Does what the words of a command line say, in this process; returns its exit code. */
export function runCommandLine(argv: string[], process: CommandProcess): Promise<number> {
  return run(argv, process).catch((error: unknown) => {
    process.stderr.write(`${sentenceOf(error)}\n`)
    return 1
  })
}
