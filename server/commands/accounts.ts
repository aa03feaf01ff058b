import { PortalError } from '#contract/errors.ts'
import { readAddress, writtenAddress } from '#contract/values/electronic-addresses.ts'
import { languageNames } from '#contract/values/language-names.ts'
import {
  addIdentifier,
  eachAccount,
  listIdentifiers,
  removeIdentifier,
  setCreditLimit,
  setElectronicAddress,
  setLanguage,
  setTimeZone,
  showAccount,
} from '../accounts/accounts.ts'
import { renameAccount } from '../accounts/rename.ts'
import { commandLine } from '../audit/record.ts'
import { mergeAccounts } from '../ingest/maintenance/merge-accounts.ts'
import { argument, type Command, type Context, optionalOption, table, UsageError } from './command.ts'

const workPoolOf = async ({ open }: Context) => (await open()).pools.work
const depsOf = async (context: Context) => {
  const { clock, newId } = context
  return { workPool: await workPoolOf(context), clock, newId }
}

export const accountCommands: readonly Command[] = [
  {
    name: 'account list',
    summary: 'Lists all accounts by number.',
    run: async (context) => {
      let any = false
      for await (const { number, name, mergedInto } of eachAccount(await workPoolOf(context))) {
        any = true
        context.out(`${number.padEnd(16)}  ${mergedInto === null ? name : `is part of ${mergedInto}`}`)
      }
      if (!any) context.out('There is no account yet: the first document of a customer makes one.')
    },
  },
  {
    name: 'account rename',
    summary:
      'Gives an account another name, another number, or both; what is sent for its former number still reaches it.',
    arguments: ['ACCOUNT'],
    options: { name: { type: 'string' }, number: { type: 'string' } },
    help: { name: 'The new name. A later document that states another holds again.', number: 'The new number.' },
    run: async (context, args) => {
      const account = argument(args, 0)
      const [name, number] = [optionalOption(args, 'name'), optionalOption(args, 'number')]
      if (name === undefined && number === undefined) throw new UsageError('Give --name, --number, or both.')
      await renameAccount(await depsOf(context), account, { name, number })
      if (name !== undefined) context.out(`${account} is called ${name} now.`)
      if (number !== undefined) context.out(`${account} is ${number} now; what is sent for ${account} goes there.`)
    },
  },
  {
    name: 'account merge',
    summary: 'Makes an account part of another, with its documents, people and requests. This cannot be undone.',
    arguments: ['ACCOUNT', 'INTO'],
    run: async (context, args) => {
      const [from, into] = [argument(args, 0), argument(args, 1)]
      const merged = await mergeAccounts(await depsOf(context), { from, into }, { caller: commandLine, keyId: null })
      const duplicates =
        merged.doubles === 0 ? '' : ` ${merged.doubles} that both had are there once, the newer of the two.`
      context.out(`${from} is part of ${merged.into} now, with ${merged.moved} documents.${duplicates}`)
      context.out(`Its people sign in as before and find ${merged.into}; what is sent for ${from} goes there.`)
    },
  },
  {
    name: 'account show',
    summary: 'Shows an account: its documents and the identifiers that it goes by.',
    arguments: ['ACCOUNT'],
    run: async (context, args) => {
      const account = await showAccount(await workPoolOf(context), argument(args, 0))
      const documents = Object.entries(account.documents).map(([type, count]) => `${count} ${type}`)
      const rows = [
        ['number', account.number],
        ['name', account.name],
        ...(account.mergedInto === null ? [] : [['is part of', account.mergedInto]]),
        ['since', account.createdAt],
        ['language', account.language === null ? 'as each browser asks' : languageNames[account.language]],
        ['time zone', account.timeZone ?? 'as the server’s'],
        ['documents', documents.length > 0 ? documents.join(', ') : 'none'],
        ...account.identifiers.map(({ scheme, value }) => ['identifier', `${scheme} ${value}`]),
      ]
      for (const line of table(rows)) context.out(line)
    },
  },
  {
    name: 'account language',
    summary: 'Sets the language of those of its people who have chosen none: en, de, fr, es, nl, ar, or browser.',
    arguments: ['ACCOUNT', 'LANGUAGE'],
    run: async (context, args) => {
      const account = argument(args, 0)
      const language = await setLanguage(await depsOf(context), account, argument(args, 1))
      context.out(
        language === null
          ? `${account}: each of its people reads in the language of their browser.`
          : `${account}: its people read in ${languageNames[language]} unless they choose another language.`,
      )
    },
  },
  {
    name: 'account credit',
    summary: 'States the most that an account may owe in a currency, such as 50000 EUR; none takes it away.',
    arguments: ['ACCOUNT', 'AMOUNT', 'CURRENCY'],
    run: async (context, args) => {
      const [account, amountText, currency] = [argument(args, 0), argument(args, 1), argument(args, 2).toUpperCase()]
      if (!/^(none|[0-9]{1,14}(\.[0-9]{1,4})?)$/.test(amountText) || !/^[A-Z]{3}$/.test(currency)) {
        throw new PortalError(
          'invalid_input',
          'Give an amount such as 50000 or 99.50, or none, and a currency such as EUR.',
        )
      }
      const amount = amountText === 'none' ? null : amountText
      const { server: db } = (await context.open()).pools
      await setCreditLimit(db, account, { currency, amount }, context.clock())
      context.out(
        amount === null
          ? `${account} has no credit limit in ${currency}.`
          : `${account} may owe ${amount} ${currency}.`,
      )
    },
  },
  {
    name: 'account zone',
    summary:
      'Sets by whose clock its people are reminded of what is due: a time zone such as Europe/Berlin, or server.',
    arguments: ['ACCOUNT', 'ZONE'],
    run: async (context, args) => {
      const account = argument(args, 0)
      const zone = await setTimeZone(await depsOf(context), account, argument(args, 1))
      context.out(`${account}: days begin by the clock of ${zone ?? 'the server'}.`)
    },
  },
  {
    name: 'account identifier list',
    summary: 'Lists the identifiers that an account goes by in UBL documents.',
    arguments: ['ACCOUNT'],
    run: async (context, args) => {
      const identifiers = await listIdentifiers(await workPoolOf(context), argument(args, 0))
      for (const line of table(identifiers.map(({ scheme, value }) => [scheme, value]))) context.out(line)
      if (identifiers.length === 0) context.out(`${argument(args, 0)} goes by no identifier yet.`)
    },
  },
  {
    name: 'account electronic-address',
    summary:
      'Says where an account is reached in networks such as Peppol: a scheme of the list EAS and the value, as in 9930:DE123456788; none for nowhere.',
    arguments: ['ACCOUNT', 'ADDRESS'],
    run: async (context, args) => {
      const [account, written] = [argument(args, 0), argument(args, 1)]
      const entered = written === 'none' ? null : readAddress(written)
      if (entered === undefined)
        throw new UsageError('An electronic address is a scheme and a value: 9930:DE123456788.')
      const address = await setElectronicAddress(await depsOf(context), account, entered)
      context.out(
        address ? `${account} is reached at ${writtenAddress(address)}.` : `${account} has no electronic address.`,
      )
    },
  },
  {
    name: 'account identifier add',
    summary: 'Lets an account go by an identifier, such as GLN 4012345000009.',
    arguments: ['ACCOUNT', 'SCHEME', 'VALUE'],
    run: async (context, args) => {
      const [account, scheme, value] = [argument(args, 0), argument(args, 1), argument(args, 2)]
      const added = await addIdentifier(await depsOf(context), account, { scheme, value })
      context.out(`${account} goes by ${added.scheme} ${added.value}.`)
    },
  },
  {
    name: 'account identifier remove',
    summary: 'Takes an identifier from an account.',
    arguments: ['ACCOUNT', 'SCHEME', 'VALUE'],
    run: async (context, args) => {
      const [account, scheme, value] = [argument(args, 0), argument(args, 1), argument(args, 2)]
      const removed = await removeIdentifier(await depsOf(context), account, { scheme, value })
      context.out(`${account} no longer goes by ${removed.scheme} ${removed.value}.`)
    },
  },
]
