import { keyScopes, parseScopes } from '#contract/key-scopes.ts'
import { createKey, listKeys, revokeKey } from '../ingest/keys.ts'
import { argument, type Command, type Context, Failed, requiredOption, table, UsageError } from './command.ts'
import { numberingHelp, numberingOf, numberingOptions } from './numbering.ts'

const depsOf = async ({ open, clock, newId, random }: Context) => ({
  db: (await open()).pools.server,
  clock,
  newId,
  random,
})

export const keyCommands: readonly Command[] = [
  {
    name: 'key create',
    summary: 'Makes an API key. It is the last line of the output, and is never shown again.',
    options: {
      name: { type: 'string' },
      scope: { type: 'string', default: 'ingest:write' },
      ...numberingOptions,
    },
    help: {
      name: 'Who will use it, such as erp.',
      scope: `What it may do, with commas: ${Object.entries(keyScopes)
        .map(([scope, meaning]) => `${scope} ${meaning}`)
        .join('; ')}. The default is ingest:write; ingest stands for all of them.`,
      ...numberingHelp,
    },
    run: async (context, args) => {
      const name = requiredOption(args, 'name')
      const scope = requiredOption(args, 'scope')
      const scopes = parseScopes(scope)
      if (!scopes) {
        throw new UsageError(`There is no scope "${scope}": choose of ${Object.keys(keyScopes).join(', ')}.`)
      }
      const key = { name, scope: [...scopes].join(' '), numbering: numberingOf(args) }
      context.out(await createKey(await depsOf(context), key))
    },
  },
  {
    name: 'key list',
    summary: 'Lists the API keys, the newest first; the keys themselves are not kept.',
    run: async (context) => {
      const keys = await listKeys(await depsOf(context))
      if (keys.length === 0) return context.out('There is no key yet: npm run portal -- key create --name erp')
      const rows = keys.map((key) => [
        key.id,
        key.name,
        key.scope,
        key.numberedBy === 'customer' ? 'numbers repeat per customer' : key.source === '' ? '' : `source ${key.source}`,
        key.revokedAt ? `revoked ${key.revokedAt}` : key.lastUsedAt ? `last used ${key.lastUsedAt}` : 'never used',
      ])
      for (const line of table(rows)) context.out(line)
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
