import type { FastifyInstance } from 'fastify'
import { type CountedThing, countedThings } from '#contract/console/insight.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Counters } from './counters.ts'

/** What a call of an endpoint is counted as. */
const things: Readonly<Record<string, CountedThing>> = {
  showDashboard: 'open.dashboard',
  showItem: 'open.items',
  showStatement: 'open.statement',
  showFaq: 'open.help',
  downloadPaper: 'download.papers',
  printStatement: 'download.papers',
  printReturn: 'download.papers',
  downloadAttachment: 'download.files',
  downloadUbl: 'download.files',
  downloadOriginal: 'download.files',
  downloadRelated: 'download.files',
  downloadDocuments: 'download.files',
  downloadRequestFile: 'download.files',
  exportDocuments: 'download.lists',
  exportSelected: 'download.lists',
  exportLines: 'download.lists',
  downloadStatement: 'download.lists',
  downloadComing: 'download.lists',
  downloadItemLines: 'download.lists',
  writeMessage: 'ask.message',
  writeAccountMessage: 'ask.message',
}

/**
 * Counts what customers open, take along and ask, by the calls that succeeded. `requests` are the endpoints by which
 * customers ask for something. Who looked is remembered for half an hour in memory, and stored nowhere; staff who see the
 * portal as somebody else are not counted.
 */
export function countUse(app: FastifyInstance, counters: Pick<Counters, 'count'>, requests: ReadonlySet<string>): void {
  const viewed = new Set(endpoints.filter(({ access }) => access === 'viewer').map(({ name }) => name))
  app.addHook('onResponse', async (request, reply) => {
    const { endpoint } = request.routeOptions.config
    if (endpoint === undefined || !viewed.has(endpoint) || reply.statusCode >= 300) return
    const who = request.principal?.id
    if (who === undefined || !who.startsWith('person ')) return
    if (requests.has(endpoint)) return counters.count('ask.request')
    const thing = things[endpoint] ?? (endpoint === 'showDocument' ? openedType(request.params) : undefined)
    if (thing === undefined) return
    // What was asked or written counts each time; what was looked at counts once in half an hour.
    counters.count(thing, thing.startsWith('ask.') ? undefined : `${who} ${request.url}`)
  })
}

function openedType(params: unknown): CountedThing | undefined {
  const { type } = params as { type?: string }
  return countedThings.find((thing) => thing === `open.${type}`)
}
