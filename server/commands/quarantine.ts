import type { PartyIdentifier } from '#contract/identifiers.ts'
import { ingestQuarantined } from '../ingest/trade/trade-messages.ts'
import { assignDocument, dropDocument, eachQuarantined, type QuarantineDeps } from '../quarantine/quarantine.ts'
import { argument, type Command, type Context, Failed, requiredOption } from './command.ts'
import { reportSummary } from './report-summary.ts'
import { withIngest } from './settings/ingest.ts'

const workPoolOf = async ({ open }: Context) => (await open()).pools.work
const identifierList = (identifiers: readonly PartyIdentifier[]) =>
  identifiers.map(({ scheme, value }) => `${scheme} ${value}`).join(', ')

export const quarantineCommands: readonly Command[] = [
  {
    name: 'quarantine list',
    summary: 'Lists the documents whose customer could not be told, oldest first.',
    run: async (context) => {
      let any = false
      for await (const entry of eachQuarantined(await workPoolOf(context))) {
        any = true
        context.out(
          `${entry.id}  ${entry.receivedAt}  ${entry.type} ${entry.number}  ${entry.buyerName ?? 'buyer without a name'}`,
        )
        context.out(
          `    ${entry.reason}${entry.identifiers.length > 0 ? ` It names ${identifierList(entry.identifiers)}.` : ''}`,
        )
      }
      if (!any) context.out('Nothing waits in quarantine.')
    },
  },
  {
    name: 'quarantine assign',
    summary: 'Gives a waiting document to an account.',
    arguments: ['ID'],
    options: { account: { type: 'string' }, learn: { type: 'boolean', default: false } },
    help: {
      account: 'The account’s number in the ERP.',
      learn: 'From now on the account goes by the identifiers of this document that nobody else goes by.',
    },
    run: async (context, args) => {
      const { out } = context
      const [id, account] = [argument(args, 0), requiredOption(args, 'account')]
      const result = await withIngest(context, (ingest) => {
        const feed: QuarantineDeps['feed'] = (content, number) => ingestQuarantined(ingest, content, number)
        return assignDocument({ workPool: ingest.workPool, feed }, id, account, args.values.learn === true)
      })
      for (const { path, message } of result.report.errors) out(`  error  ${path}  ${message}`)
      if (result.report.rejected > 0) throw new Failed('The document was rejected and goes on waiting.')
      out(`The document is ${account}’s now (${reportSummary(result.report, false)}).`)
      if (result.learned.length > 0) out(`${account} goes by ${identifierList(result.learned)} from now on.`)
      if (result.learnable.length > 0)
        out(`It names ${identifierList(result.learnable)}: with --learn the next one finds its way.`)
      for (const { scheme, value, account: other } of result.foreign)
        out(`Beware: ${other} goes by ${scheme} ${value}.`)
    },
  },
  {
    name: 'quarantine drop',
    summary: 'Forgets a waiting document.',
    arguments: ['ID'],
    run: async (context, args) => {
      await dropDocument(await workPoolOf(context), argument(args, 0))
      context.out('The document is forgotten.')
    },
  },
]
