import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Compile } from 'typebox/compile'
import { FileSource } from '#contract/imports/file-sources.ts'
import { selectLastEntries } from '../imports/sources/entry-queries.ts'
import { createFindAddress } from '../imports/sources/network.ts'
import { makeDue } from '../imports/sources/queries.ts'
import { deleteSource, listSources, readSource, saveSource } from '../imports/sources/sources.ts'
import { trySource } from '../imports/sources/try-source.ts'
import { createMailboxOpener } from '../mail/mailbox-opener.ts'
import { createSecretBox } from '../mail/seal.ts'
import { argument, type Command, type Context, Failed, table } from './command.ts'

const depsOf = async (context: Context) => {
  const { open, clock, newId, random, secrets, config } = context
  const db = (await open()).pools.server
  return {
    ...{ db, clock, newId, secretBox: createSecretBox({ secrets: secrets(), random }) },
    ...{ findAddress: createFindAddress(config.IMPORT_NETWORKS), openMailbox: createMailboxOpener(clock) },
  }
}

const secretOption = { 'secret-stdin': { type: 'boolean', default: false } } as const
const secretHelp = {
  'secret-stdin': 'Reads the password, token or key from standard input; without it the kept one stays.',
}

const sourceSchema = Compile(FileSource)

/** A source as its JSON file says. Throws Failed. */
async function readSourceFile(path: string): Promise<FileSource> {
  const text = await readFile(path, 'utf8')
  let source: unknown
  try {
    source = JSON.parse(text)
  } catch (error) {
    throw new Failed(`${basename(path)} is not JSON: ${error instanceof Error ? error.message : String(error)}.`)
  }
  if (sourceSchema.Check(source)) return source
  const [problem] = sourceSchema.Errors(source)
  throw new Failed(`${basename(path)}: ${problem?.instancePath || 'the source'} ${problem?.message ?? ''}.`)
}

async function enteredSecret(context: Context, isGiven: unknown): Promise<string | undefined> {
  if (isGiven !== true) return undefined
  const secret = (await context.input()).replace(/\r?\n$/, '')
  if (secret === '') throw new Failed('Standard input is empty.')
  return secret
}

export const fileSourceCommands: readonly Command[] = [
  {
    name: 'file-source list',
    summary: 'Lists where the portal fetches files by itself, and how each source goes.',
    run: async (context) => {
      const { db } = await depsOf(context)
      const sources = await listSources(db)
      if (sources.length === 0) return context.out('There is no source of files yet: file-source save FILE')
      const rows = sources.map(({ source, kind, state, lookedAt, failure }) => [
        ...[source.name, kind, `profile ${source.profile}`, state],
        ...[lookedAt === null ? 'never looked at' : `looked at ${lookedAt}`, failure ?? ''],
      ])
      for (const line of table(rows)) context.out(line)
    },
  },
  {
    name: 'file-source show',
    summary: 'Prints what came of the files of a source, the newest last.',
    arguments: ['NAME'],
    run: async (context, args) => {
      const { db } = await depsOf(context)
      const { id } = await readSource(db, argument(args, 0))
      const entries = await selectLastEntries(db, id)
      const rows = entries
        .toReversed()
        .map(({ at, files, outcome, reason }) => [at, outcome, files.join(', '), reason ?? ''])
      for (const line of table(rows)) context.out(line)
    },
  },
  {
    name: 'file-source export',
    summary: 'Prints a source as JSON without its secret, as it can be saved again.',
    arguments: ['NAME'],
    run: async (context, args) => {
      const { db } = await depsOf(context)
      const { settings } = await readSource(db, argument(args, 0))
      context.out(JSON.stringify(settings, null, 2))
    },
  },
  {
    name: 'file-source save',
    summary: 'Saves a source from its JSON file; one of that name is replaced.',
    arguments: ['FILE'],
    options: secretOption,
    help: secretHelp,
    run: async (context, args) => {
      const source = await readSourceFile(argument(args, 0))
      const secret = await enteredSecret(context, args.values['secret-stdin'])
      await saveSource(await depsOf(context), { source, secret })
      context.out(`${source.name} is saved.`)
    },
  },
  {
    name: 'file-source test',
    summary: 'Opens a source from its JSON file, or a saved one, and says what waits there. Nothing is read.',
    arguments: ['SOURCE'],
    options: secretOption,
    help: secretHelp,
    run: async (context, args) => {
      const word = argument(args, 0)
      const deps = await depsOf(context)
      const source = word.endsWith('.json') ? await readSourceFile(word) : (await readSource(deps.db, word)).settings
      const secret = await enteredSecret(context, args.values['secret-stdin'])
      const { failure, waiting, files, hostKey } = await trySource(deps, { source, secret })
      if (hostKey !== null) context.out(`The server's key: ${hostKey}`)
      if (failure !== null) throw new Failed(failure)
      context.out(waiting === 1 ? 'It works: 1 waits there.' : `It works: ${waiting} wait there.`)
      for (const name of files) context.out(`  ${name}`)
    },
  },
  {
    name: 'file-source look',
    summary: 'Has the running portal look at a source within ten seconds.',
    arguments: ['NAME'],
    run: async (context, args) => {
      const { db, clock } = await depsOf(context)
      const name = argument(args, 0)
      await readSource(db, name)
      await makeDue(db, name, clock().toISOString())
      context.out(`The running portal looks at ${name} within ten seconds.`)
    },
  },
  {
    name: 'file-source delete',
    summary: 'Deletes a source with its secret; what was taken in from it stays.',
    arguments: ['NAME'],
    run: async (context, args) => {
      const name = argument(args, 0)
      const deps = await depsOf(context)
      await readSource(deps.db, name)
      await deleteSource(deps, name)
      context.out(`${name} is deleted.`)
    },
  },
]
