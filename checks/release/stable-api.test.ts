import { describe, expect, test } from 'vitest'
import { brokenPromises, stablePart } from './stable-api.ts'

const order = {
  type: 'object',
  required: ['number', 'note'],
  properties: {
    number: { type: 'string' },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    status: { enum: ['open', 'done'] },
    lines: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } } } },
  },
}
const message = {
  type: 'object',
  additionalProperties: false,
  required: ['number'],
  properties: {
    number: { type: 'string', maxLength: 50 },
    kind: { enum: ['a', 'b', null] },
    count: { type: 'number', minimum: 0 },
    extra: { type: 'object', patternProperties: { '^.*$': { type: 'string' } } },
  },
}
const description = {
  paths: {
    '/api/orders/{number}': {
      put: {
        operationId: 'putOrder',
        'x-stability': 'stable',
        security: [{ apiKey: [] }],
        parameters: [
          { name: 'number', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'dryRun', in: 'query', required: false, schema: { enum: ['true', 'false'] } },
        ],
        requestBody: { required: true, content: { 'application/json': { schema: message } } },
        responses: {
          200: { content: { 'application/json': { schema: order } } },
          404: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
        },
      },
      get: { operationId: 'seeOrder', 'x-stability': 'internal', responses: {} },
    },
  },
  components: { schemas: { Error: { type: 'object', properties: { message: { type: 'string' } } } } },
}

const path = '/api/orders/{number}'
const { put, get } = description.paths[path]
const operation = ['paths', path, 'put']
const starts = {
  call: operation,
  body: [...operation, 'requestBody', 'content', 'application/json', 'schema'],
  reply: [...operation, 'responses', '200', 'content', 'application/json', 'schema'],
  everything: [],
}
type Change = readonly [what: string, start: keyof typeof starts, path: string, value: unknown]
type Tree = Record<string, unknown>

/** What is said of the description with one value changed, or taken out. */
const faultsAfter = ([, start, names, value]: Change): string[] => {
  const later: Tree = structuredClone(description)
  const way = [...starts[start], ...names.split(' ')]
  const last = way.pop() ?? ''
  const holder = way.reduce((tree, name) => tree[name] as Tree, later)
  if (value === undefined) delete holder[last]
  else holder[last] = value
  return brokenPromises(asDescription(description), asDescription(later))
}
const asDescription = (tree: unknown) => tree as Parameters<typeof stablePart>[0]

describe('a change that would break a program of a customer or an ERP is refused', () => {
  test.for<Change>([
    ['a reply loses a field', 'reply', 'properties status', undefined],
    ['a field of a reply may be missing', 'reply', 'required', ['number']],
    ['a field of a reply may be null', 'reply', 'properties number', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    ['a field of a reply has another type', 'reply', 'properties number type', 'integer'],
    ['a field inside a list of a reply is gone', 'reply', 'properties lines items properties sku', undefined],
    ['a field of a message is refused', 'body', 'properties count', undefined],
    ['a message needs another field', 'body', 'required', ['number', 'kind']],
    ['a message takes shorter texts', 'body', 'properties number maxLength', 10],
    ['a message takes other texts', 'body', 'properties number pattern', '^A'],
    ['a message takes larger numbers only', 'body', 'properties count minimum', 5],
    ['a message takes whole numbers only', 'body', 'properties count type', 'integer'],
    ['a message does not take one of its values', 'body', 'properties kind enum', ['a', null]],
    ['a message does not take null', 'body', 'properties kind enum', ['a', 'b']],
    ['the values of a record are of another type', 'body', 'properties extra patternProperties ^.*$ type', 'number'],
    ['a message is sent in another form', 'call', 'requestBody content', { 'text/xml': {} }],
    ['an answer comes in another form', 'call', 'responses 200 content', { 'text/csv': {} }],
    ['an answer has another status', 'call', 'responses', { 201: put.responses[200] }],
    ['a failure has another status', 'call', 'responses 404', undefined],
    ['a parameter is gone', 'call', 'parameters', put.parameters.slice(0, 1)],
    ['a parameter takes less', 'call', 'parameters 1 schema enum', ['true']],
    ['a parameter is needed', 'call', 'parameters 1 required', true],
    ['a call is gone', 'everything', 'paths', {}],
    ['a call is not promised any more', 'call', 'x-stability', 'internal'],
    ['a failure says less', 'everything', 'components schemas Error properties message', undefined],
    ['another key is asked for', 'call', 'security', [{ accessToken: [] }]],
  ])('%s', (change) => {
    expect(faultsAfter(change)).not.toEqual([])
  })
})

describe('a change that harms no program is taken', () => {
  test.for<Change>([
    ['a reply has another field', 'reply', 'properties more', { type: 'string' }],
    ['a status is new', 'reply', 'properties status enum', ['open', 'done', 'late']],
    ['a message may have another field', 'body', 'properties more', { type: 'string' }],
    ['a message takes longer texts', 'body', 'properties number maxLength', 500],
    ['a message takes another value', 'body', 'properties kind enum', ['a', 'b', 'c', null]],
    ['a field may be left out', 'body', 'required', []],
    [
      'a parameter is new',
      'call',
      'parameters 2',
      { name: 'all', in: 'query', required: false, schema: { type: 'string' } },
    ],
    ['a failure is new', 'call', 'responses 409', {}],
    ['a call that was never promised goes', 'everything', `paths ${path} get`, undefined],
    ['nothing changes', 'call', 'operationId', 'putOrder'],
  ])('%s', (change) => {
    expect(faultsAfter(change)).toEqual([])
  })
})

test('what a release keeps of its description are the stable calls, without words about them', () => {
  const text = { ...message, description: 'About it.', properties: { description: { type: 'string' } } }
  const content = { 'application/json': { schema: text, examples: { one: { value: '1' } } } }
  const described = { ...put, summary: 'Puts it.', requestBody: { content } }
  const kept = stablePart(asDescription({ paths: { '/api/a': { put: described, get }, '/api/b': { get } } }))
  expect(Object.keys(kept.paths)).toEqual(['/api/a'])
  expect(Object.keys(kept.paths['/api/a'] ?? {})).toEqual(['put'])
  expect(JSON.stringify(kept)).not.toMatch(/Puts it|About it|examples/)
  expect(JSON.stringify(kept)).toContain('"description":{"type":"string"}')
})
