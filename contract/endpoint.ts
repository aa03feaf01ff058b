import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { StaffPermission } from './console/staff.ts'
import type { KeyScope } from './key-scopes.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call an endpoint: anyone (`open`), the holder of the refresh cookie (`cookie`), a signed-in user of an
 * account (`viewer`), the ERP with an API key (`ingest`), or the supplier's own people in the console, by
 * session or API key (`staff`).
 */
export type Access = 'open' | 'cookie' | 'viewer' | 'ingest' | 'staff'

/**
 * One endpoint, declared once: the server validates input and serialises replies by these schemas, the web calls it by
 * them, the OpenAPI document lists them. Query values are texts, as in a URL; the code that uses a value parses it, so
 * that no coercion can bypass a limit.
 */
export type Endpoint<
  P extends TObject = TObject,
  Q extends TObject = TObject,
  B extends TSchema = TSchema,
  R extends TSchema = TSchema,
> = {
  readonly name: string
  readonly method: Method
  /** With `:name` for each parameter, without the base /api. */
  readonly path: string
  readonly access: Access
  readonly summary: string
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly reply: R
  /** Media type of a request body that is not JSON and is read as a stream or as bytes. */
  readonly accepts?: string
  /** Media type of a reply that is not JSON. */
  readonly gives?: string
  /** The reply is a file to keep: the server records who downloaded it. */
  readonly download?: true
  /** The call changes nothing although its method says that it may. */
  readonly reads?: true
  /** For the person alone: of `viewer` not for staff who see the portal as that person, of `staff` not for API keys. */
  readonly personal?: true
  /** The scope that an API key needs, for `ingest`; sending documents when absent. For `staff` the permission says it. */
  readonly scope?: KeyScope
  /**
   * For `ingest`: open also to a key that is for some accounts alone, to which the handler keeps. Without it such a key is
   * refused, so that nobody forgets to.
   */
  readonly ofAccounts?: true
  /** What the role of a member of staff must allow, for `staff`; nothing when absent. */
  readonly permission?: StaffPermission
  /**
   * For `staff`: dangerous enough that whoever calls it must lately have shown a factor; an API key needs a scope of its
   * own for it.
   */
  readonly proof?: true
}

type EndpointOptions<P, Q, B, R> = {
  access: Access
  summary: string
  params?: P
  query?: Q
  body?: B
  reply: R
  accepts?: string
  gives?: string
  download?: true
  reads?: true
  personal?: true
  scope?: KeyScope
  ofAccounts?: true
  permission?: StaffPermission
  proof?: true
}

const emptyObject = Type.Object({}, { additionalProperties: false })
type EmptyObject = typeof emptyObject

/** Declares an endpoint; schemas that are not given (params, query, body) are empty. */
export function endpoint<
  P extends TObject = EmptyObject,
  Q extends TObject = EmptyObject,
  B extends TSchema = EmptyObject,
  R extends TSchema = TSchema,
>(name: string, method: Method, path: string, options: EndpointOptions<P, Q, B, R>): Endpoint<P, Q, B, R> {
  // Every page loads this: one object with what is given in place of what is not. The compiler cannot tell that a schema
  // which is left out has the type of the empty one.
  return {
    ...{ params: emptyObject, query: emptyObject, body: emptyObject },
    ...options,
    ...{ name, method, path },
  } as unknown as Endpoint<P, Q, B, R>
}

export type Params<E extends Endpoint> = Static<E['params']>
export type Query<E extends Endpoint> = Static<E['query']>
export type Body<E extends Endpoint> = Static<E['body']>
export type Reply<E extends Endpoint> = Static<E['reply']>
export type Input<E extends Endpoint> = { params: Params<E>; query: Query<E>; body: Body<E> }

/** Whether staff who see the portal as a member may make a call: one that changes nothing and is not for the member alone. */
export function isOpenToViewing({ method, reads, personal }: Endpoint): boolean {
  return personal !== true && (method === 'GET' || reads === true)
}

/** Returns the path of an endpoint with its parameters filled in and encoded, without the base /api. */
export function pathOf<E extends Endpoint>(call: E, params: Params<E>): string {
  return call.path.replace(/:([a-zA-Z]+)/g, (_, name: string) => {
    const value = (params as Record<string, unknown>)[name]
    return encodeURIComponent(String(value))
  })
}

/** Returns the path of a call with its query, without the base /api; parameters without a value are left out. */
export function pathWithQuery<E extends Endpoint>(
  call: E,
  params: Params<E>,
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const entries = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]))
  const path = pathOf(call, params)
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`
}
