import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from './metrics.ts'

/** Where the metrics are read; apart from the portal's own port, so that no proxy passes them on to customers. */
export type MetricsServer = { port: number; stop: () => Promise<void> }

/**
 * Serves the metrics at `/metrics`, to whoever reaches the port. Calls that come while one is answered share its
 * answer. Rejects with the system's error when the port cannot be had.
 */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  read: Metrics['read'],
  report: (error: unknown) => void,
): Promise<MetricsServer> {
  let pending: ReturnType<Metrics['read']> | undefined
  const readOnce = () => {
    pending ??= read().finally(() => {
      pending = undefined
    })
    return pending
  }
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (request, response) => {
    if (request.url?.split('?', 1)[0] !== '/metrics') return answer(response, 404, 'Metrics are at /metrics.\n')
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(response, 405, 'Only GET.\n')
    readOnce().then(
      ({ contentType, text }) => answer(response, 200, text, contentType),
      (error: unknown) => {
        report(error)
        answer(response, 500, 'The metrics could not be read; the log says why.\n')
      },
    )
  })
  server.listen({ host, port })
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function answer(response: ServerResponse, status: number, text: string, contentType = 'text/plain; charset=utf-8') {
  response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text)
}
