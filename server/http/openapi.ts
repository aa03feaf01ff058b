import type { TSchema } from 'typebox'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { ErrorReply, errorStatus } from '../../contract/errors.ts'
import { bodies } from './body-reference.ts'

const security: Readonly<Record<Endpoint['access'], Record<string, string[]>[]>> = {
  open: [],
  cookie: [{ refreshCookie: [] }],
  viewer: [{ accessToken: [] }],
  ingest: [{ apiKey: [] }],
}

const failures: Readonly<Record<Endpoint['access'], readonly number[]>> = {
  open: [400, 429, 503],
  cookie: [401, 403, 429, 503],
  viewer: [400, 401, 404, 429, 503],
  ingest: [400, 401, 403, 413, 415, 503],
}

/** The OpenAPI 3.1 document of all endpoints, derived from the same table that the server and the web use. */
export function openApi(title: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const one of endpoints) {
    const path = `/api${one.path.replace(/:([a-zA-Z]+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [one.method.toLowerCase()]: operation(one) }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description: 'Amounts and quantities are decimal texts, times are UTC with Z.' },
    paths,
    components: {
      schemas: { Error: ErrorReply },
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: { type: 'http', scheme: 'bearer', description: 'A key made by `portal key create`.' },
        refreshCookie: { type: 'apiKey', in: 'cookie', name: 'refreshToken' },
      },
    },
  }
}

function operation(one: Endpoint): Record<string, unknown> {
  const hasBody = one.accepts !== undefined || (one.method !== 'GET' && one.access !== 'cookie')
  return {
    operationId: one.name,
    summary: one.summary,
    tags: [one.path.split('/')[1]],
    security: security[one.access],
    parameters: [...parameters(one.params, 'path'), ...parameters(one.query, 'query')],
    ...(hasBody ? { requestBody: { required: true, ...requestBody(one) } } : {}),
    responses: {
      200: { description: 'OK', content: { [one.gives ?? 'application/json']: { schema: one.reply } } },
      ...Object.fromEntries(failures[one.access].map((status) => [status, failure(status)])),
    },
  }
}

/** Of a call that takes no plain JSON: of NDJSON the schema is that of each line. */
function requestBody(one: Endpoint): Record<string, unknown> {
  const type = one.accepts ?? 'application/json'
  const body = bodies[one.name]
  if (!body) return { content: { [type]: { schema: one.body } } }
  const examples = body.examples.map(({ title, text }) => [title, { summary: title, value: text }])
  return {
    description: body.rules.join('\n\n'),
    content: { [type]: { schema: body.schema, examples: Object.fromEntries(examples) } },
  }
}

function parameters(schema: TSchema, place: 'path' | 'query'): unknown[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, TSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: one,
  }))
}

function failure(status: number): unknown {
  const codes = Object.entries(errorStatus)
    .filter(([, one]) => one === status)
    .map(([code]) => code)
  return {
    description: codes.join(' or '),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
}
