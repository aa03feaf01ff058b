import { Compile } from 'typebox/compile'
import { dateOrders } from '#contract/imports/profile.ts'
import { Leniency } from '#contract/ingest/leniency.ts'
import { grantableScopes, keyScopes, parseScopes, regionScope } from '#contract/key-scopes.ts'
import { accountNumbersIn } from '#contract/values/account-numbers.ts'
import { changeLeniency, createKey, listKeys, readingsOfKeys, revokeKey } from '../ingest/keys.ts'
import {
  argument,
  type Command,
  type Context,
  Failed,
  optionalOption,
  requiredOption,
  table,
  UsageError,
} from './command.ts'
import { readJsonFile } from './json-file.ts'
import { numberingHelp, numberingOf, numberingOptions } from './numbering.ts'

const schema = Compile(Leniency)

const depsOf = async ({ open, clock, newId, random }: Context) => ({
  db: (await open()).pools.server,
  clock,
  newId,
  random,
})

// Only changeLeniency writes it.
const leniencyOf = ({ leniency }: { leniency: unknown }) => leniency as Leniency | null

/** What was taken leniently, in words. */
const takenAs = {
  ...{ property: 'unknown property, left out', number: 'JSON number' },
  ...{ date: 'date in another order', status: 'status by the table of the key' },
} as const

export const keyCommands: readonly Command[] = [
  {
    name: 'key create',
    summary: 'Makes an API key. It is the last line of the output, and is never shown again.',
    options: {
      name: { type: 'string' },
      scope: { type: 'string', default: 'ingest:write' },
      accounts: { type: 'string' },
      ...numberingOptions,
    },
    help: {
      name: 'Who will use it, such as erp.',
      scope: `What it may do, with commas: ${grantableScopes
        .map((scope) => `${scope} ${keyScopes[scope]}`)
        .join('; ')}. The default is ingest:write; ingest stands for the three without console.`,
      accounts:
        'The numbers of the customers that it is for, with commas; all when absent. Of the console, such a key may have what salespeople do.',
      ...numberingHelp,
    },
    run: async (context, args) => {
      const name = requiredOption(args, 'name')
      const scope = requiredOption(args, 'scope')
      const scopes = parseScopes(scope)
      if (!scopes || scopes.has(regionScope)) {
        throw new UsageError(`There is no scope "${scope}": choose of ${grantableScopes.join(', ')}.`)
      }
      const named = optionalOption(args, 'accounts')
      const accounts = named === undefined ? undefined : accountNumbersIn(named)
      if (accounts?.length === 0) throw new UsageError('--accounts names at least one customer, such as K-1001.')
      const limit = accounts ? { accounts } : {}
      const key = { name, scope: [...scopes].join(' '), ...limit, numbering: numberingOf(args) }
      context.out(await createKey(await depsOf(context), key))
    },
  },
  {
    name: 'key list',
    summary: 'Lists the API keys, those that work first, then the newest first; the keys themselves are not kept.',
    run: async (context) => {
      const keys = await listKeys(await depsOf(context))
      if (keys.length === 0) return context.out('There is no key yet: npm run portal -- key create --name erp')
      const rows = keys.map((key) => [
        key.id,
        key.name,
        key.scope,
        key.accounts === null ? '' : `only ${key.accounts.join(', ') || 'nobody'}`,
        key.numberedBy === 'customer' ? 'numbers repeat per customer' : key.source === '' ? '' : `source ${key.source}`,
        leniencyOf(key)?.always ? 'lenient' : '',
        key.revokedAt ? `revoked ${key.revokedAt}` : key.lastUsedAt ? `last used ${key.lastUsedAt}` : 'never used',
      ])
      for (const line of table(rows)) context.out(line)
    },
  },
  {
    name: 'key lenient',
    summary:
      'Says how documents of a key are read that are not quite as the format has them; with --off strictly again, but for calls with ?lenient=true.',
    arguments: ['KEY'],
    options: { off: { type: 'boolean', default: false }, dates: { type: 'string' }, statuses: { type: 'string' } },
    help: {
      off: 'Only calls with ?lenient=true are lenient.',
      dates: `The order of dates that are not YYYY-MM-DD: ${dateOrders.map((order) => `"${order}"`).join(', ')}.`,
      statuses: 'A JSON file with what statuses mean: {"offen": "confirmed"}.',
    },
    run: async (context, args) => {
      const key = argument(args, 0)
      const statuses = optionalOption(args, 'statuses')
      const leniency: unknown = {
        always: args.values.off !== true,
        ...(args.values.dates === undefined ? {} : { dates: args.values.dates }),
        ...(statuses === undefined ? {} : { statuses: await readJsonFile(statuses) }),
      }
      if (!schema.Check(leniency)) {
        const message = `--dates is one of ${dateOrders.join(', ')}; --statuses a JSON file of texts, such as {"offen": "confirmed"}.`
        throw new UsageError(message)
      }
      if (!(await changeLeniency(await depsOf(context), key, leniency)))
        throw new Failed(`There is no key "${key}" that still works. See key list.`)
      context.out(leniency.always ? 'Calls with the key are lenient.' : 'Calls with ?lenient=true are lenient.')
    },
  },
  {
    name: 'key show',
    summary:
      'Says how documents of a key are read, and what of them was not as the format has it and was taken all the same.',
    arguments: ['KEY'],
    run: async (context, args) => {
      const deps = await depsOf(context)
      const word = argument(args, 0)
      const keys = (await listKeys(deps)).filter(({ id, name }) => id === word || name === word)
      if (keys.length === 0) throw new Failed(`There is no key "${word}". See key list.`)
      const readings = await readingsOfKeys(deps, keys)
      for (const key of keys) {
        const { always = false, dates, statuses = {} } = leniencyOf(key) ?? {}
        context.out(`${key.id}  ${key.name}  ${always ? 'lenient' : 'strict, unless a call says ?lenient=true'}`)
        if (dates !== undefined) context.out(`  dates: ${dates}`)
        for (const [from, to] of Object.entries(statuses)) context.out(`  status ${from} = ${to}`)
        const rows = (readings.get(key.id) ?? []).map(({ kind, path, documents, lastAt }) => [
          ...[`  ${takenAs[kind]}`, path, documents === 1 ? '1 document' : `${documents} documents`, `last ${lastAt}`],
        ])
        for (const line of table(rows)) context.out(line)
      }
    },
  },
  {
    name: 'key revoke',
    summary: 'Ends a key at once, by its id, or all keys of a name.',
    arguments: ['KEY'],
    run: async (context, args) => {
      const count = await revokeKey(await depsOf(context), argument(args, 0))
      if (count === 0) throw new Failed(`There is no key "${argument(args, 0)}" that still works. See key list.`)
      context.out(count === 1 ? 'The key no longer works.' : `${count} keys no longer work.`)
    },
  },
]
