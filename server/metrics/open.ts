import type { Log } from '#database/log.ts'
import type { Metrics, MetricsDeps } from './metrics.ts'

/** A port, perhaps with an address before it. */
type ListenAddress = { host: string | undefined; port: number }

type Listening = {
  log: Log
  /** What an operator is told of an address that cannot be listened on. */
  explain: (at: { setting: string; host: string; port: number }, error: unknown) => unknown
}

type OpenMetrics = Pick<Metrics, 'observe'> & {
  /** Begins to listen, and gives what ends it. Throws what `explain` makes of the system's error. */
  serve: (listening: Listening) => Promise<() => Promise<void>>
}

/**
 * The metrics of a server, to be read at an address: by default on this machine alone. What counts them is loaded with
 * the call, because most portals have nobody who reads them.
 */
export async function openMetrics({
  at: { host = '127.0.0.1', port },
  ...deps
}: MetricsDeps & { at: ListenAddress }): Promise<OpenMetrics> {
  const { createMetrics } = await import('./metrics.ts')
  const { serveMetrics } = await import('./serve.ts')
  const { observe, read } = createMetrics(deps)
  return {
    observe,
    serve: async ({ log, explain }) => {
      const failed = (error: unknown) =>
        log.warn(`The metrics could not be read: ${error instanceof Error ? error.message : String(error)}`)
      const server = await serveMetrics({ host, port }, read, failed).catch((error: unknown) => {
        throw explain({ setting: 'METRICS_LISTEN', host, port }, error)
      })
      log.info(`Metrics for Prometheus are at port ${server.port} of ${host}, /metrics`)
      return server.stop
    },
  }
}
