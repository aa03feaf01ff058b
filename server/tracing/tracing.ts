import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import type { Log } from '#database/log.ts'
import { traceCalls } from './call-spans.ts'
import { createProvider } from './export.ts'
import { createScopes } from './scopes.ts'
import type { TracingSettings } from './settings.ts'
import { createSqlSpans } from './sql-spans.ts'

/** The traces of this server. */
export type Tracing = {
  /** Traces the calls of an application; before its routes are registered. */
  observe: (app: FastifyInstance) => void
  /** Traces what the pools do for calls and jobs. */
  pools: ReturnType<typeof createSqlSpans>
  /** Runs a job in a trace of its own. */
  runJob: (name: string, run: () => Promise<void>) => Promise<void>
  /** What the lines of the log have of the trace in which they are written. */
  logFields: () => { trace_id?: string }
  /** Exports what is pending, as far as the collector takes it. */
  stop: () => Promise<void>
}

/** Makes the traces of one server. A collector that is slow or away costs calls nothing: what does not fit the queue is lost. */
export function createTracing(settings: TracingSettings, deps: { version: string; log: Log }): Tracing {
  const provider = createProvider(settings, deps)
  const tracer = provider.getTracer('portal', deps.version)
  const scopes = createScopes(tracer)
  return {
    observe: (app) => traceCalls(app, scopes),
    pools: createSqlSpans(tracer, scopes),
    runJob: (name, run) => {
      const scope = scopes.begin(`job ${name}`, { kind: SpanKind.CONSUMER })
      return scopes.run(scope, async () => {
        try {
          await run()
        } catch (error) {
          scope.span.setStatus({ code: SpanStatusCode.ERROR })
          throw error
        } finally {
          scopes.end(scope)
        }
      })
    },
    logFields: () => {
      const scope = scopes.current()
      return scope ? { trace_id: scope.span.spanContext().traceId } : {}
    },
    // What could not be exported is in the log.
    stop: () => provider.shutdown().catch(() => undefined),
  }
}
