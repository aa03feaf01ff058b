import { type Body, type Endpoint, type Params, pathOf, type Query, type Reply } from '#contract/endpoint.ts'
import type { ErrorReply, FieldError } from '#contract/errors.ts'
import { session } from './browser-session.ts'
import { connection } from './connection.ts'
import { reportReply } from './report-error.ts'
import { versionTracker } from './version-tracker.ts'

/** An error reply. `message` is a sentence for the person. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: readonly FieldError[]
  readonly requestId: string | null

  constructor(status: number, reply: Partial<ErrorReply>) {
    super(reply.message ?? '')
    this.name = 'CallError'
    this.status = status
    this.code = reply.code ?? 'unexpected'
    this.errors = reply.errors ?? []
    this.requestId = reply.requestId ?? null
  }
}

type RequestPart<Name extends string, Value> = keyof Value extends never
  ? { [N in Name]?: never }
  : Record<string, never> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value }
type CallInput<E extends Endpoint> = RequestPart<'params', Params<E>> &
  RequestPart<'query', Query<E>> &
  RequestPart<'body', Body<E>> & { signal?: AbortSignal }

/** The calls that left before the code that needs their replies was loaded, by their paths. */
const sentAhead = new Map<string, Promise<Response>>()

/** Sends a signed-in person's call whose reply is needed soon: the first `call` with this path takes it. */
export function sendAhead(path: string): void {
  const reply = session.authorised(path, {
    headers: { Accept: 'application/json', ...versionTracker.requestHeaders() },
  })
  // Whoever takes the reply learns of the failure.
  reply.catch(() => undefined)
  sentAhead.set(path, reply)
}

/** Forgets the replies that nobody has taken. */
export function forgetSentAhead(): void {
  sentAhead.clear()
}

/**
 * Calls an endpoint of the contract. Throws CallError for an error reply, Unreachable when there is no reply,
 * SessionEnded when the session is over.
 */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Reply<E>> {
  const { params, query, body, signal } = input as {
    params?: Params<E>
    query?: Record<string, string | undefined>
    body?: unknown
    signal?: AbortSignal
  }
  const path = `${pathOf(endpoint, params ?? ({} as Params<E>))}${queryText(query)}`
  const init: RequestInit = {
    method: endpoint.method,
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(endpoint.access === 'viewer' ? versionTracker.requestHeaders() : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }
  const ahead = endpoint.method === 'GET' ? sentAhead.get(path) : undefined
  sentAhead.delete(path)
  const response = await (ahead ??
    (endpoint.access === 'viewer' ? session.authorised(path, init) : session.open(path, init)))
  // A reply without JSON, of a proxy for example: its status says enough.
  const content: unknown = await response.json().catch(() => null)
  versionTracker.noteReply(response)
  const keptAt = response.headers.get('x-kept-at')
  if (keptAt) connection.servedFromCache(keptAt)
  else if (response.status < 500) connection.back()
  if (!response.ok) throw new CallError(response.status, (content ?? {}) as Partial<ErrorReply>)
  reportReply(response.status, endpoint.method, content)
  return content as Reply<E>
}

function queryText(query: Record<string, string | undefined> | undefined): string {
  const entries = Object.entries(query ?? {}).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`
}
