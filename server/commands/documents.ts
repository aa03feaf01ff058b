import { PortalError } from '#contract/errors.ts'
import { type DocumentType, documentTypes, isDocumentType } from '#contract/values.ts'
import { commandLine, record } from '../audit/record.ts'
import {
  type DocumentSelector,
  findFormerHolders,
  findHeldDocuments,
  readmit,
} from '../ingest/maintenance/held-document-queries.ts'
import { moveDocument } from '../ingest/maintenance/move-document.ts'
import { withdraw } from '../ingest/maintenance/withdraw.ts'
import {
  argument,
  type Command,
  type Context,
  Failed,
  optionalOption,
  type ParsedArguments,
  table,
  UsageError,
} from './command.ts'

const depsOf = async ({ open, clock, newId }: Context) => ({ workPool: (await open()).pools.work, clock, newId })
const sending = { sender: { caller: commandLine, keyId: null } }

const selectionOptions = {
  account: { type: 'string' },
  source: { type: 'string' },
  'invoice-kind': { type: 'string' },
} as const
const selectionHelp = {
  account: 'Whose it is, where several customers have the number.',
  source: 'Of which company or system of yours, where several have the number.',
  'invoice-kind': '380 or 381, where an invoice and a credit note have the number.',
}

/** The document that the command line names. Throws UsageError. */
function documentSelector(args: ParsedArguments): DocumentSelector & { type: DocumentType } {
  const type = argument(args, 0)
  if (!isDocumentType(type)) throw new UsageError(`TYPE is ${anyOf(documentTypes)}, not "${type}".`)
  const invoiceKind = optionalOption(args, 'invoice-kind')
  if (invoiceKind !== undefined && invoiceKind !== '380' && invoiceKind !== '381') {
    throw new UsageError(`--invoice-kind is 380 or 381, not "${invoiceKind}".`)
  }
  const [account, source] = [optionalOption(args, 'account'), optionalOption(args, 'source')]
  return { type, number: argument(args, 1), account, source, invoiceKind }
}

const anyOf = (words: readonly string[]) => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
const formatTime = (instant: string) => instant.slice(0, 19).replace('T', ' ')

export const documentCommands: readonly Command[] = [
  {
    name: 'document show',
    summary: 'Shows who has a document, and who had it.',
    arguments: ['TYPE', 'NUMBER'],
    options: selectionOptions,
    help: selectionHelp,
    run: async (context, args) => {
      const { workPool } = await depsOf(context)
      const selector = documentSelector(args)
      const [holders, formerHolders] = await Promise.all([
        findHeldDocuments(workPool, selector),
        findFormerHolders(workPool, selector),
      ])
      const rows = [
        ...holders.map((holder) => [
          holder.account,
          holder.accountName,
          holder.status,
          holder.modifiedAt === undefined
            ? 'no time of change'
            : `changed ${formatTime(new Date(holder.modifiedAt).toISOString())}`,
          `received ${formatTime(holder.ingestedAt)}`,
          holder.numberedBy === 'customer'
            ? 'number of the customer'
            : holder.source === ''
              ? ''
              : `source ${holder.source}`,
          holder.papers.join(', '),
        ]),
        ...formerHolders.map((holder) => [
          holder.account,
          holder.withdrawnAt === null
            ? 'had it until it moved'
            : `had it until it was withdrawn ${formatTime(holder.withdrawnAt)}`,
        ]),
      ]
      if (rows.length === 0) throw new Failed(`Nobody has or had ${selector.number} among ${selector.type}.`)
      const width = Math.max(...rows.map((row) => row.length))
      for (const line of table(rows.map((row) => [...row, ...Array(width - row.length).fill('')]))) context.out(line)
    },
  },
  {
    name: 'document withdraw',
    summary: 'Takes a document from its customer at once; a message that was late does not bring it back.',
    arguments: ['TYPE', 'NUMBER'],
    options: selectionOptions,
    help: selectionHelp,
    run: async (context, args) => {
      const { number, account, until } = await withdraw(await depsOf(context), documentSelector(args), sending)
      context.out(`${account} has ${number} no more. It comes back only by a change after ${formatTime(until)}.`)
    },
  },
  {
    name: 'document move',
    summary:
      'Moves a document as it stands to another customer; its attachments stay out of it unless --papers says so.',
    arguments: ['TYPE', 'NUMBER'],
    options: { to: { type: 'string' }, papers: { type: 'boolean', default: false }, ...selectionOptions },
    help: {
      to: 'The account that it belongs to.',
      papers: 'Its attachments go along; they may name the former customer.',
      ...selectionHelp,
    },
    run: async (context, args) => {
      const to = optionalOption(args, 'to')
      if (to === undefined) throw new UsageError('--to is missing: the account that it belongs to.')
      const selector = documentSelector(args)
      const papers = args.values.papers === true
      const moved = await moveDocument(await depsOf(context), selector, { to, papers }, sending)
      context.out(`${selector.number} moved from ${moved.from} to ${moved.to}.`)
      if (moved.leftOut.length > 0) context.out(`Left out: ${moved.leftOut.join(', ')}.`)
    },
  },
  {
    name: 'document readmit',
    summary: 'Lets a document come again that was withdrawn, by a message as old as the last.',
    arguments: ['TYPE', 'NUMBER'],
    options: selectionOptions,
    help: selectionHelp,
    run: async (context, args) => {
      const deps = await depsOf(context)
      const selector = documentSelector(args)
      const count = await readmit(deps.workPool, selector)
      if (count === 0) {
        throw new PortalError('not_found', `${selector.number} was neither withdrawn nor moved: it may come as it is.`)
      }
      const details = { type: selector.type, number: selector.number }
      await record(deps, deps.workPool, { action: 'document_readmitted', caller: commandLine, details })
      context.out(`${selector.number} may come again; have it sent.`)
    },
  },
]
