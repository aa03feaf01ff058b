import { withTransaction } from '#database/transaction.ts'
import { commandLine } from '../audit/record.ts'
import { takeIn } from '../ingest/intake.ts'
import { findRefused, selectReasons, selectRefused } from '../ingest/refused/queries.ts'
import { discardRefused, type RefusedDeps, replayReason, replayRefused } from '../ingest/refused/replay.ts'
import { argument, type Command, type Context, Failed, optionalOption, requiredOption, UsageError } from './command.ts'
import { withIngest } from './settings/ingest.ts'

const operator = { staffId: null, name: 'command line', caller: commandLine }
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const dbOf = async ({ open }: Context) => (await open()).pools.server

/** Runs what sends messages through again. */
const withReplay = <Result>(context: Context, run: (deps: RefusedDeps) => Promise<Result>): Promise<Result> =>
  withIngest(context, async (ingest) => {
    const { clock, newId } = context
    return run({ db: await dbOf(context), clock, newId, intake: { take: takeIn.bind(undefined, ingest) } })
  })

async function replayAll(deps: RefusedDeps, id: string): Promise<{ taken: number; refused: number }> {
  const message = await withTransaction(deps.db, (client) => findRefused(client, id))
  if (!message) throw new Failed(`There is no refused message "${id}".`)
  const total = { taken: 0, refused: 0 }
  let after: string | null = null
  do {
    const part: Awaited<ReturnType<typeof replayReason>> = await replayReason(
      deps,
      { reason: message.reason, source: null, after },
      operator,
    )
    total.taken += part.taken
    total.refused += part.refused
    after = part.next
  } while (after !== null)
  return total
}

function idOf(args: Parameters<Command['run']>[1]): string {
  const id = argument(args, 0)
  if (!uuid.test(id)) throw new UsageError(`"${id}" is no id. \`refused list\` names them.`)
  return id
}

/** What was refused: looked at, sent through again, or put aside. */
export const refusedCommands: readonly Command[] = [
  {
    name: 'refused list',
    summary:
      'Lists the messages that were refused and wait, the last first, at most 500, and why how many are refused.',
    options: { text: { type: 'string' } },
    help: { text: 'A part of the number, of the account, or of the reason.' },
    run: async (context, args) => {
      const db = await dbOf(context)
      const filter = { source: null, reason: null, type: null, text: optionalOption(args, 'text') ?? null, open: true }
      const rows = await withTransaction(db, (client) =>
        selectRefused(client, filter, { limit: 500, after: undefined }),
      )
      if (rows.length === 0) return context.out('Nothing that was refused waits.')
      for (const { id, lastAt, source, times, type, number, line, reason } of rows) {
        const what = number === null ? `line ${line}` : `${type ?? 'document'} ${number}`
        context.out(`${id}  ${lastAt}  ${source ?? 'import'}  ${what}${times > 1 ? `  ${times} times` : ''}`)
        context.out(`    ${reason}`)
      }
      context.out('')
      for (const { reason, messages } of await withTransaction(db, (client) => selectReasons(client, null)))
        context.out(`${String(messages).padStart(6)}  ${reason}`)
    },
  },
  {
    name: 'refused show',
    summary: 'Shows why a message was refused, and its text.',
    arguments: ['ID'],
    run: async (context, args) => {
      const db = await dbOf(context)
      const id = idOf(args)
      const message = await withTransaction(db, (client) => findRefused(client, id))
      if (!message) throw new Failed(`There is no refused message "${id}".`)
      for (const { path, message: words } of message.problems) context.out(`${path}  ${words}`)
      if (message.settledAt !== null) context.out(`Settled ${message.settledAt}: ${message.outcome}.`)
      context.out('')
      context.out(message.content)
    },
  },
  {
    name: 'refused replay',
    summary:
      'Sends a refused message through again; with --mended its text is read from the input. With --reason all of a reason.',
    arguments: ['ID'],
    options: { mended: { type: 'boolean', default: false }, reason: { type: 'boolean', default: false } },
    help: {
      mended: 'Reads the mended text from the standard input.',
      reason: 'Sends all through that were refused for the same reason as this one.',
    },
    run: async (context, args) => {
      const id = idOf(args)
      if (args.values.reason === true) {
        const { taken, refused } = await withReplay(context, (deps) => replayAll(deps, id))
        context.out(`${taken} taken, ${refused} refused again.`)
        if (refused > 0)
          throw new Failed('Some still wait: they were refused again, or their key was revoked (`refused show`).')
        return
      }
      const text = args.values.mended === true ? await context.input() : undefined
      const { rejected, quarantined, errors } = await withReplay(context, (deps) =>
        replayRefused(deps, id, operator, text),
      )
      for (const { path, message } of errors) context.out(`${path}  ${message}`)
      if (rejected > 0) throw new Failed('It was refused again: see above.')
      context.out(quarantined > 0 ? 'It waits for its customer: quarantine list.' : 'It was taken.')
    },
  },
  {
    name: 'refused discard',
    summary: 'Puts a refused message aside, for a reason; the same one that comes again stays there.',
    arguments: ['ID'],
    options: { note: { type: 'string' } },
    help: { note: 'Why.' },
    run: async (context, args) => {
      const [id, note] = [idOf(args), requiredOption(args, 'note').slice(0, 500)]
      const { clock, newId } = context
      await discardRefused({ db: await dbOf(context), clock, newId }, id, operator, note)
      context.out('It is put aside.')
    },
  },
]
