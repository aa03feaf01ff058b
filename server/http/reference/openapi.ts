import type { TSchema } from 'typebox'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { ErrorReply, errorStatus } from '#contract/errors.ts'
import { requiredConsoleScopes } from '#contract/key-scopes.ts'
import { requestContentTitle } from '#contract/requests/request.ts'
import { stabilityOf } from '#contract/stability.ts'
import { storesData } from '../disk-space.ts'
import { bodyReferences } from './body-reference.ts'
import { requestContentSchema } from './request-reference.ts'

/** The ways to be known to a call, each of which suffices. Of keys in the console it names the scopes, all of which are needed. */
function securityOf(endpoint: Endpoint): Record<string, readonly string[]>[] {
  const consoleScopes = requiredConsoleScopes(endpoint)
  const ways: Readonly<Record<Endpoint['access'], Record<string, readonly string[]>[]>> = {
    open: [],
    cookie: [{ refreshCookie: [] }],
    viewer: [{ accessToken: [] }],
    ingest: [{ apiKey: [] }],
    staff: [{ consoleCookie: [] }, ...(consoleScopes ? [{ apiKey: consoleScopes }] : [])],
  }
  return ways[endpoint.access]
}

const failures: Readonly<Record<Endpoint['access'], readonly number[]>> = {
  open: [400, 429, 503],
  cookie: [401, 403, 429, 503],
  viewer: [400, 401, 403, 404, 409, 413, 429, 503],
  ingest: [400, 401, 403, 404, 409, 413, 415, 429, 503],
  staff: [400, 401, 403, 404, 409, 413, 429, 503],
}

/** The failures with which a call may answer, by their status; `default` is any other. */
function failuresOf(endpoint: Endpoint): Record<string, unknown> {
  const statuses = [
    ...failures[endpoint.access],
    ...(endpoint.gives === 'application/pdf' ? [errorStatus.cannot_print] : []),
    ...(storesData(endpoint) ? [errorStatus.storage_full] : []),
  ]
  return {
    ...Object.fromEntries(statuses.map((status) => [status, failure(codesOf(status))])),
    default: failure('Any other failure; its code says which'),
  }
}

/** The OpenAPI 3.1 document of all endpoints, derived from the same table that the server and the web use. */
export function openApi(title: string, version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = `/api${endpoint.path.replace(/:([a-zA-Z]+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description:
        'Amounts and quantities are decimal texts, times are UTC with Z. Calls with `x-stability: stable` change only compatibly; `internal` ones serve the portal’s own pages and may change with any release.',
    },
    paths,
    components: {
      schemas: { Error: ErrorReply, RequestContent: requestContentSchema },
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: { type: 'http', scheme: 'bearer', description: 'A key made in the console or by `portal key create`.' },
        refreshCookie: { type: 'apiKey', in: 'cookie', name: 'refreshToken' },
        consoleCookie: { type: 'apiKey', in: 'cookie', name: 'console' },
      },
    },
  }
}

function operation(endpoint: Endpoint): Record<string, unknown> {
  const hasBody = endpoint.accepts !== undefined || (endpoint.method !== 'GET' && endpoint.access !== 'cookie')
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    'x-stability': stabilityOf(endpoint),
    tags: [endpoint.path.split('/')[1]],
    security: securityOf(endpoint),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(hasBody ? { requestBody: { required: true, ...requestBody(endpoint) } } : {}),
    responses: {
      200: {
        description: 'OK',
        content: { [endpoint.gives ?? 'application/json']: { schema: withContents(endpoint.reply) } },
      },
      ...failuresOf(endpoint),
    },
  }
}

/** A reply in which the content of a request says what it is of each kind. */
function withContents(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withContents)
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node).map(([name, value]) => [name, withContents(value)])
  const isContent = 'title' in node && node.title === requestContentTitle
  return {
    ...Object.fromEntries(entries),
    ...(isContent ? { 'x-by-kind': { $ref: '#/components/schemas/RequestContent' } } : {}),
  }
}

/** The request body of a call; for NDJSON, the schema describes each line. */
function requestBody(endpoint: Endpoint): Record<string, unknown> {
  const type = endpoint.accepts ?? 'application/json'
  const body = bodyReferences[endpoint.name]
  if (!body) return { content: { [type]: { schema: endpoint.body } } }
  const examples = body.examples.map(({ title, text }) => [title, { summary: title, value: text }])
  return {
    description: body.rules.join('\n\n'),
    content: { [type]: { schema: body.schema, examples: Object.fromEntries(examples) } },
  }
}

function parameters(schema: TSchema, location: 'path' | 'query'): unknown[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, TSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }))
}

const codesOf = (status: number): string =>
  Object.entries(errorStatus)
    .filter(([, value]) => value === status)
    .map(([code]) => code)
    .join(' or ')

const failure = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})
