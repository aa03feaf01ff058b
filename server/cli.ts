import { parseArgs } from 'node:util'
import { PortalError } from '../contract/errors.ts'
import { Refusal } from '../database/refusal.ts'
import { type Command, Failed, type Given, UsageError } from './commands/command.ts'
import { commandHelp, overview } from './commands/help.ts'

/** Commands by their first word, in the order of the help. Loaded when asked for: most calls need one of them. */
const topics: Readonly<Record<string, () => Promise<readonly Command[]>>> = {
  migrate: async () => [(await import('./commands/migrate.ts')).migrateCommand],
  seed: async () => [(await import('./commands/seed.ts')).seedCommand],
  import: async () => [(await import('./commands/import.ts')).importCommand],
  account: async () => [
    ...(await import('./commands/accounts.ts')).accountCommands,
    (await import('./commands/second-factors.ts')).requireCommand,
  ],
  quarantine: async () => (await import('./commands/quarantine.ts')).quarantineCommands,
  ubl: async () => (await import('./commands/ubl.ts')).ublCommands,
  epcis: async () => (await import('./commands/epcis.ts')).epcisCommands,
  user: async () => [
    ...(await import('./commands/users.ts')).userCommands,
    (await import('./commands/second-factors.ts')).resetCommand,
  ],
  request: async () => (await import('./commands/requests.ts')).requestCommands,
  faq: async () => [(await import('./commands/faq.ts')).faqCommand],
  document: async () => (await import('./commands/documents.ts')).documentCommands,
  key: async () => (await import('./commands/keys.ts')).keyCommands,
  mail: async () => (await import('./commands/mails.ts')).mailCommands,
  jobs: async () => (await import('./commands/jobs.ts')).jobCommands,
  registration: async () => (await import('./commands/registrations.ts')).registrationCommands,
  audit: async () => [(await import('./commands/audit.ts')).auditCommand],
  backup: async () => [(await import('./commands/backup.ts')).backupCommand],
  restore: async () => [(await import('./commands/backup.ts')).restoreCommand],
  doctor: async () => [(await import('./commands/doctor.ts')).doctorCommand],
}

/** The command whose name the words begin with; the longest name wins. */
async function find(words: readonly string[]): Promise<{ command: Command; rest: string[] } | undefined> {
  const topic = words[0] !== undefined && Object.hasOwn(topics, words[0]) ? topics[words[0]] : undefined
  const commands = topic ? await topic() : []
  for (let count = Math.min(3, words.length); count > 0; count--) {
    const command = commands.find(({ name }) => name === words.slice(0, count).join(' '))
    if (command) return { command, rest: words.slice(count) }
  }
  return undefined
}

async function allCommands(): Promise<Command[]> {
  return (await Promise.all(Object.values(topics).map((topic) => topic()))).flat()
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
  const found = await find(asked)
  if (wantsHelp && (found || asked.length === 0)) {
    process.stdout.write(`${found ? commandHelp(found.command) : overview(await allCommands())}\n`)
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
  const { processContext } = await import('./commands/context.ts')
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

// Whoever reads on, such as `head`, may have read enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${sentenceOf(error)}\n`)
  return 1
})
