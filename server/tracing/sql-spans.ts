import { type Span, SpanKind, type SpanOptions, SpanStatusCode, type Tracer } from '@opentelemetry/api'
import type { Scope, Scopes } from './scopes.ts'

type Outcome = { error?: Error | undefined; rows?: number | null | undefined }
type Statement = { name?: string | undefined; text: string }

/** Shorter waits are those of a free connection. Milliseconds. */
const leastWait = 1

/**
 * Makes spans of the SQL of a call or job: one for what is sent in one message, by the names of its statements, and one
 * for each wait for a connection. Neither the text of a statement nor a value is in them.
 */
export function createSqlSpans(tracer: Tracer, scopes: Scopes) {
  const begin = ({ context }: Scope, name: string, poolName: string, more: SpanOptions) =>
    tracer.startSpan(
      name,
      { kind: SpanKind.CLIENT, ...more, attributes: { ...more.attributes, ...poolOf(poolName) } },
      context,
    )
  return {
    waits: (poolName: string) => {
      const scope = scopes.current()
      if (!scope?.span.isRecording()) return undefined
      const startTime = performance.now()
      return ({ error }: Outcome) => {
        const endTime = performance.now()
        if (!error && endTime - startTime < leastWait) return
        const span = begin(scope, 'wait for a connection', poolName, { startTime })
        if (error) fail(span, error)
        span.end(endTime)
      }
    },
    sends: (poolName: string, statements: readonly Statement[]) => {
      const scope = scopes.current()
      if (!scope?.span.isRecording()) return undefined
      const summary = statements.map(nameOf).join(', ')
      const span = begin(scope, summary, poolName, { attributes: { 'db.query.summary': summary } })
      return ({ error, rows }: Outcome) => {
        if (typeof rows === 'number') span.setAttribute('db.response.returned_rows', rows)
        if (error) fail(span, error)
        span.end()
      }
    },
  }
}

const poolOf = (poolName: string) => ({
  'db.system.name': 'postgresql',
  'db.client.connection.pool.name': poolName,
})

/** The name of a statement, else its first word. */
const nameOf = ({ name, text }: Statement) => name ?? /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? 'statement'

/** The code of an error; its message may hold what was sent. */
function fail(span: Span, error: Error): void {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  span.setAttribute('error.type', code ?? error.name)
  if (code !== undefined && /^[0-9A-Z]{5}$/.test(code)) span.setAttribute('db.response.status_code', code)
  span.setStatus({ code: SpanStatusCode.ERROR })
}
