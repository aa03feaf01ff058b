import { type Body, type Endpoint, type Params, pathWithQuery, type Query, type Reply } from '#contract/endpoint.ts'
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

type ReadReply = { response: Response; content: unknown }
/** `arrived` is undefined until the reply is there. */
type SentAhead = { reply: Promise<ReadReply>; arrived?: ReadReply }

/** The calls that left before the code that needs their replies was loaded, by their paths. */
const sentAhead = new Map<string, SentAhead>()

/** Sends a signed-in person's call whose reply is needed soon: whoever makes it for the first time takes the reply. */
export function sendAhead(path: string): void {
  const headers = { Accept: 'application/json', ...versionTracker.requestHeaders() }
  const sent: SentAhead = { reply: session.authorised(path, { headers }).then(readReply) }
  sent.reply.then(
    (arrived) => {
      sent.arrived = arrived
    },
    // Whoever takes the reply learns of the failure.
    () => undefined,
  )
  sentAhead.set(path, sent)
}

/** Forgets the replies that nobody has taken. */
export function forgetSentAhead(): void {
  sentAhead.clear()
}

/** Resolves when each call that was sent ahead is answered or has failed. */
export async function answeredAhead(): Promise<void> {
  await Promise.allSettled([...sentAhead.values()].map(({ reply }) => reply))
}

/**
 * The reply to a call that was sent ahead, if it is there and no error: data with which a page can be drawn at once. A
 * reply that is still on its way is left to `call`.
 */
export function arrivedAhead<E extends Endpoint>(endpoint: E, input: CallInput<E>): Reply<E> | undefined {
  const path = pathOfCall(endpoint, input)
  const { arrived } = sentAhead.get(path) ?? {}
  if (!arrived?.response.ok) return undefined
  sentAhead.delete(path)
  return arrived.content as Reply<E>
}

/**
 * Calls an endpoint of the contract. Throws CallError for an error reply, Unreachable when there is no reply,
 * SessionEnded when the session is over.
 */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Reply<E>> {
  const { body, signal } = input as { body?: unknown; signal?: AbortSignal }
  const path = pathOfCall(endpoint, input)
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
  const { response, content } = await (ahead?.reply ??
    (endpoint.access === 'viewer' ? session.authorised(path, init) : session.open(path, init)).then(readReply))
  if (!response.ok) throw new CallError(response.status, (content ?? {}) as Partial<ErrorReply>)
  reportReply(response.status, endpoint.method, content)
  return content as Reply<E>
}

/** Reads a reply, and what it says of the connection and of the account's version. */
async function readReply(response: Response): Promise<ReadReply> {
  // A reply without JSON, of a proxy for example: its status says enough.
  const content: unknown = await response.json().catch(() => null)
  const keptAt = response.headers.get('x-kept-at')
  // The version of a kept reply is not noted: asking anew would bring the same. It is asked anew when the connection is back.
  if (keptAt) connection.servedFromCache(keptAt)
  else {
    versionTracker.noteReply(response)
    if (response.status < 500) connection.back()
  }
  return { response, content }
}

function pathOfCall<E extends Endpoint>(endpoint: E, input: CallInput<E>): string {
  const { params, query } = input as { params?: Params<E>; query?: Record<string, string | undefined> }
  return pathWithQuery(endpoint, params ?? ({} as Params<E>), query)
}
