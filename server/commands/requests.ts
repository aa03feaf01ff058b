import { type RequestState, requestStates } from '#contract/requests/rules.ts'
import type { SupplierRequest } from '#contract/requests/supplier-endpoints.ts'
import { commandLine } from '../audit/record.ts'
import { createOutbox } from '../mail/outbox.ts'
import { answerRequest } from '../requests/answer.ts'
import { eachRequestInState, findRequest } from '../requests/list-requests.ts'
import { argument, type Command, type Context, optionalOption, UsageError } from './command.ts'

const dbOf = async ({ open }: Context) => (await open()).pools.server

function lineOf({ id, madeAt, kind, type, number, account, madeBy, state }: SupplierRequest): string {
  return `${id}  ${madeAt}  ${state}  ${account}  ${kind} ${type}/${number}  ${madeBy.name} <${madeBy.email}>`
}

/** Lists, shows and answers the requests of customers. */
export const requestCommands: readonly Command[] = [
  {
    name: 'request list',
    summary: 'Lists what customers have asked and nobody has answered, oldest first.',
    options: { state: { type: 'string' } },
    help: { state: `Those in another state: ${requestStates.join(', ')}.` },
    run: async (context, args) => {
      const state = optionalOption(args, 'state')
      if (state !== undefined && !(requestStates as readonly string[]).includes(state))
        throw new UsageError(`There is no state "${state}": it is one of ${requestStates.join(', ')}.`)
      const states: readonly RequestState[] = state === undefined ? ['open', 'taken'] : [state as RequestState]
      let any = false
      for (const requestState of states)
        for await (const request of eachRequestInState(await dbOf(context), requestState)) {
          any = true
          context.out(lineOf(request))
        }
      if (!any) context.out('There are none.')
    },
  },
  {
    name: 'request show',
    summary: 'Shows one request whole.',
    arguments: ['ID'],
    run: async (context, args) => {
      context.out(JSON.stringify(await findRequest(await dbOf(context), argument(args, 0)), null, 2))
    },
  },
  {
    name: 'request answer',
    summary: 'Answers a request; the customer gets the words by mail and in the portal.',
    arguments: ['ID'],
    options: {
      taken: { type: 'boolean' },
      ask: { type: 'boolean' },
      close: { type: 'boolean' },
      accept: { type: 'boolean' },
      decline: { type: 'boolean' },
      text: { type: 'string' },
      by: { type: 'string' },
    },
    help: {
      taken: 'It is being worked on: no answer yet.',
      ask: 'The customer has to answer first; ask with --text.',
      close: 'Nothing more is needed.',
      accept: 'It will be done as asked.',
      decline: 'It will not be done; say why with --text.',
      text: 'The words of the answer.',
      by: 'Who answers, as the customer should read it.',
    },
    run: async (context, args) => {
      const { clock, newId, random, secrets, out } = context
      const outcomes = {
        taken: 'taken',
        ask: 'asked',
        close: 'closed',
        accept: 'accepted',
        decline: 'declined',
      } as const
      const said = Object.entries(outcomes).filter(([option]) => args.values[option])
      if (said.length > 1)
        throw new UsageError('Only one of --taken, --ask, --close, --accept and --decline can be said.')
      const db = await dbOf(context)
      const answered = await answerRequest(
        { db, clock, newId, mail: createOutbox({ clock, newId, random, secrets: secrets() }) },
        {
          id: argument(args, 0),
          state: said[0]?.[1] ?? 'answered',
          text: optionalOption(args, 'text'),
          by: optionalOption(args, 'by'),
          caller: commandLine,
        },
      )
      out(lineOf(answered))
    },
  },
]
