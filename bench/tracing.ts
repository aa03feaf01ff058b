import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { compare, figures } from './harness/compare.ts'
import { atMost, type Finding } from './harness/finding.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { listPath, requestsFor, sampleDocuments } from './harness/requests.ts'
import { startPortal } from './harness/servers.ts'
import type { Settings } from './harness/settings.ts'

/** Compares lists of fifty of a portal that traces every call with those of one that traces none. */
export async function listsTraced(data: MeasuredDatabase, { rounds, seconds }: Settings): Promise<Finding[]> {
  const collector = createServer((request, response) => request.resume().on('end', () => response.end()))
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const { port } = collector.address() as AddressInfo
  const traced = await startPortal(data, { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` })
  const untraced = await startPortal(data)
  try {
    const documents = await sampleDocuments(data, 4000)
    const lists = documents.map(({ accountId }) => ({ accountId, path: listPath('orders') }))
    const requests = {
      portal: (await requestsFor(traced, lists, {})).portal,
      bare: (await requestsFor(untraced, lists, {})).portal,
    }
    const load = { connections: 16, seconds, rounds }
    const comparison = await compare(data, { portal: traced, bare: untraced }, requests, load)
    return [
      atMost('list of 50, traced: CPU per request against untraced', comparison.cpuRatio, 1.5, figures(comparison)),
    ]
  } finally {
    await Promise.all([traced.stop(), untraced.stop()])
    collector.closeAllConnections()
    collector.close()
  }
}
