import { parseArgs } from 'node:util'
import { PortalError } from '#contract/errors.ts'
import { Refusal } from '#database/refusal.ts'
import { type Command, Failed, type ParsedArguments, UsageError } from './commands/command.ts'
import { commandHelp, overview } from './commands/help.ts'

/** Commands by their first word, in the order of the help. Loaded on demand: most calls need one of them. */
const topics: Readonly<Record<string, () => Promise<readonly Command[]>>> = {
  migrate: async () => [(await import('./commands/migrate.ts')).migrateCommand],
  seed: async () => [(await import('./commands/seed.ts')).seedCommand],
  import: async () => [(await import('./commands/import.ts')).importCommand],
  profile: async () => (await import('./commands/profiles.ts')).profileCommands,
  account: async () => [
    ...(await import('./commands/accounts.ts')).accountCommands,
    (await import('./commands/second-factors.ts')).requireSecondFactorCommand,
  ],
  quarantine: async () => (await import('./commands/quarantine.ts')).quarantineCommands,
  refused: async () => (await import('./commands/refused.ts')).refusedCommands,
  ubl: async () => (await import('./commands/ubl.ts')).ublCommands,
  epcis: async () => (await import('./commands/epcis.ts')).epcisCommands,
  user: async () => [
    ...(await import('./commands/users.ts')).userCommands,
    (await import('./commands/second-factors.ts')).resetSecondFactorsCommand,
  ],
  staff: async () => (await import('./commands/staff.ts')).staffCommands,
  request: async () => (await import('./commands/requests.ts')).requestCommands,
  faq: async () => [(await import('./commands/faq.ts')).faqCommand],
  document: async () => (await import('./commands/documents.ts')).documentCommands,
  key: async () => (await import('./commands/keys.ts')).keyCommands,
  mail: async () => (await import('./commands/mails.ts')).mailCommands,
  jobs: async () => (await import('./commands/jobs.ts')).jobCommands,
  registration: async () => (await import('./commands/registrations.ts')).registrationCommands,
  audit: async () => [(await import('./commands/audit.ts')).auditCommand],
  backup: async () => [(await import('./commands/backup/backup.ts')).backupCommand],
  restore: async () => [(await import('./commands/backup/restore.ts')).restoreCommand],
  'copy-to': async () => [(await import('./commands/backup/copy-to.ts')).copyToCommand],
  'copy-to-cancel': async () => [(await import('./commands/backup/copy-to.ts')).cancelCommand],
  doctor: async () => [(await import('./commands/doctor/doctor.ts')).doctorCommand],
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
  if (parsed.positionals.length < expected.length) {
    throw new UsageError(`${expected.slice(parsed.positionals.length).join(' and ')} is missing.`)
  }
  if (parsed.positionals.length > expected.length && !isVariadic) {
    throw new UsageError(`"${parsed.positionals[expected.length]}" is one word too many.`)
  }
  return parsed
}

async function run(argv: string[]): Promise<number> {
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
    return await execute(match.command, parseCommandLine(match.command, match.rest))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n\n${commandHelp(match.command)}\n`)
    return 2
  }
}

async function execute(command: Command, args: ParsedArguments): Promise<number> {
  const { processContext } = await import('./commands/context.ts')
  const { context, close } = processContext(process)
  // Ends what the command has opened, also when it is interrupted.
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => void close().finally(() => process.exit(code)))
  }
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

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${sentenceOf(error)}\n`)
  return 1
})
