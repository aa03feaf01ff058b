import { assignEvent, dropEvent, eachWaitingEvent } from '../ingest/events/waiting.ts'
import type { WaitingEventRow } from '../ingest/events/waiting-queries.ts'
import { argument, type Command, type Context, requiredOption } from './command.ts'

const workPoolOf = async ({ open }: Context) => (await open()).pools.work
const withoutControls = (text: string) => text.replace(/\p{Cc}/gu, ' ')

/** Why an event waits, in words. */
function reasonOf({ keys, leads }: WaitingEventRow): string {
  if (keys.length === 0) return 'It names no despatch advice, package or piece.'
  const description = `It names ${keys.slice(0, 4).map(withoutControls).join(', ')}${keys.length > 4 ? ' and more' : ''}`
  if (leads.length === 0) return `${description}; no shipment is known by that.`
  return `${description}; that leads to ${leads.map(({ account, number }) => `${account} ${withoutControls(number)}`).join(', ')}, and to no one for sure.`
}

export const epcisCommands: readonly Command[] = [
  {
    name: 'epcis waiting',
    summary: 'Lists the EPCIS events that wait for their shipment, oldest first, with the reason.',
    run: async (context) => {
      let any = false
      for await (const event of eachWaitingEvent(await workPoolOf(context))) {
        any = true
        context.out(`${withoutControls(event.id)}  received ${event.receivedAt}  ${event.code} at ${event.at}`)
        context.out(`    ${reasonOf(event)}`)
      }
      if (!any) context.out('No event waits for its shipment.')
    },
  },
  {
    name: 'epcis assign',
    summary: 'Puts a waiting event on a shipment.',
    arguments: ['ID'],
    options: { account: { type: 'string' }, shipment: { type: 'string' } },
    help: { account: 'The account’s number in the ERP.', shipment: 'The shipment’s number.' },
    run: async (context, args) => {
      const { clock, newId, out } = context
      const [account, shipment] = [requiredOption(args, 'account'), requiredOption(args, 'shipment')]
      const workPool = await workPoolOf(context)
      await assignEvent({ workPool, clock, newId }, argument(args, 0), account, shipment)
      out(`The event stands on the shipment ${shipment} of ${account} now.`)
    },
  },
  {
    name: 'epcis drop',
    summary: 'Forgets a waiting event.',
    arguments: ['ID'],
    run: async (context, args) => {
      const { clock, newId, out } = context
      await dropEvent({ workPool: await workPoolOf(context), clock, newId }, argument(args, 0))
      out('The event is forgotten.')
    },
  },
]
