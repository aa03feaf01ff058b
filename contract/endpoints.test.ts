import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { endpoint, pathOf, pathWithQuery } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { IngestDocument } from './ingest/documents.ts'
import { EpcisDocument } from './ingest/epcis.ts'
import { requestContents } from './requests/contents.ts'
import { contentExamples } from './requests/reference/examples.ts'
import { contentMeanings } from './requests/reference/meanings.ts'
import { readContents } from './requests/reference/read-contents.ts'
import { advanceReturn } from './requests/return-endpoints.ts'
import { requestKinds } from './requests/rules.ts'
import { supplierEndpoints } from './requests/supplier-endpoints.ts'
import { stabilityOf } from './stability.ts'

type Schema = {
  type?: string | string[]
  enum?: readonly unknown[]
  const?: unknown
  pattern?: string
  format?: string
  description?: string
  examples?: readonly string[]
  minLength?: number
  maxLength?: number
  maxItems?: number
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: unknown
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
}
type Part = 'params' | 'query' | 'body' | 'reply'

/** A schema and all within it, each with its place: `body.lines[].sku`. */
function schemasIn(root: TSchema, place: string): [place: string, schema: Schema][] {
  // A schema of TypeBox is a JSON schema; its type names only what all kinds have in common.
  const schema: Schema = root
  return [
    [place, schema],
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => schemasIn(inner, `${place}.${name}`)),
    ...Object.values(schema.patternProperties ?? {}).flatMap((inner) => schemasIn(inner, `${place}.*`)),
    ...(schema.items ? schemasIn(schema.items, `${place}[]`) : []),
    ...[...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap((inner) => schemasIn(inner, place)),
  ]
}

const allIn = (...parts: Part[]) =>
  endpoints.flatMap((call) => parts.flatMap((part) => schemasIn(call[part], `${call.name} ${part}`)))
/** What an ERP sends line by line; the call itself takes a stream. */
const document = schemasIn(IngestDocument, 'document')
const isOf = (type: string, schema: Schema) => [schema.type].flat().includes(type)
/** The places of the schemas that break a rule. */
const placesOf = (schemas: [string, Schema][], isBroken: (schema: Schema) => boolean) => [
  ...new Set(schemas.filter(([, schema]) => isBroken(schema)).map(([place]) => place)),
]

test('every call has an address and a name of its own, and says in a sentence what it does', () => {
  for (const { name, method, path, summary } of endpoints) {
    expect(name).toMatch(/^[a-z]+([A-Z][a-z0-9]*)*$/)
    expect(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).toContain(method)
    expect(path).toMatch(/^(\/:?[a-zA-Z0-9]+(\.json)?)+$/)
    expect(summary, name).toMatch(/^[A-Z“].{9,}\.$/s)
  }
  expect(new Set(endpoints.map(({ name }) => name)).size).toBe(endpoints.length)
  expect(new Set(endpoints.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`)).size).toBe(
    endpoints.length,
  )
})

test('what an address has room for is what a call takes there', () => {
  for (const { name, path, params } of endpoints) {
    const named = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter)
    expect(Object.keys(params.properties), name).toEqual(named)
  }
})

test('a program that sends a field which a call does not know is told so', () => {
  const isOpen = (schema: Schema) =>
    isOf('object', schema) && schema.properties !== undefined && schema.additionalProperties !== false
  // What browsers and providers send along is theirs to say.
  const foreign = /^(finish(Staff)?SignOn query|\w+ body\.credential(\.\w+)?)$/
  const open = placesOf(allIn('query', 'body'), isOpen)
  expect(open.filter((place) => !foreign.test(place))).toEqual([])
})

test('what browsers and providers of sign-in add to what they send is taken', () => {
  const taken = placesOf(allIn('query', 'body'), ({ additionalProperties }) => additionalProperties === true)
  expect(taken.filter((place) => /credential/.test(place))).toEqual(
    [
      ...['signInWithPasskey', 'addPasskey', 'proveWithPasskey'],
      ...['signInStaffWithPasskey', 'joinWithPasskey', 'addStaffPasskey', 'proveStaff'],
    ].flatMap((name) => [
      ...['', '.clientExtensionResults', '.response'].map((part) => `${name} body.credential${part}`),
    ]),
  )
})

test('an id has the form of one', () => {
  const formats = allIn('params', 'query', 'body', 'reply').flatMap(([, { format }]) => format ?? [])
  expect(new Set(formats)).toEqual(new Set(['uuid']))
  expect(placesOf(allIn('params'), ({ format }) => format === '')).toEqual([])
})

test('every answer says something, unless the call only does something', () => {
  const isNothing = ({ properties }: Schema) => properties !== undefined && Object.keys(properties).length === 0
  // What a passkey is asked for is between the browser and its library.
  const opaque = ['beginPasskeySignIn', 'beginPasskey']
  const silent = ['changePreferences', 'viewNotifications', 'clickNotification', 'clearNotification']
  const more = ['clearNotifications', 'startPush', 'stopPush', 'unsubscribe', 'readConversation']
  const others = ['readAccountConversation', 'dismissAnnouncement', 'rateAnswer']
  const ofStaff = ['beginStaffPasskeySignIn', 'beginJoiningWithPasskey', 'beginStaffPasskey', 'markRequestRead']
  expect(placesOf(allIn('reply'), isNothing)).toEqual(
    [...opaque, ...silent, ...more, ...others, ...ofStaff].map((name) => `${name} reply`),
  )
  const asked = placesOf(allIn('params', 'query', 'body'), isNothing).filter((place) => / \w+[.[]/.test(place))
  expect(asked.filter((place) => !place.endsWith('.clientExtensionResults'))).toEqual([])
})

test('the reference says of every field of an EPCIS document what it means, with an example', () => {
  const fields = schemasIn(EpcisDocument, 'EPCIS')
  const texts = fields.filter(([place, schema]) => isOf('string', schema) && !/List\[\]$|EPCs\[\]$/.test(place))
  expect(texts.length).toBeGreaterThan(14)
  for (const [place, { description, examples }] of texts) {
    expect(description, place).toMatch(/\.$/)
    expect(examples?.join(''), place).toMatch(/\S/)
  }
  expect(placesOf(fields, (schema) => isOf('array', schema) && !/\.$/.test(schema.description ?? ''))).toEqual([])
})

/** The values at a place of a value: `lines[].sku`. */
function valuesAt(value: unknown, [first, ...rest]: readonly string[]): unknown[] {
  if (first === undefined) return [value]
  const inner = (value as Record<string, unknown> | undefined)?.[first.replace('[]', '')]
  const values = first.endsWith('[]') ? (inner as unknown[] | undefined) : [inner]
  return (values ?? []).filter((one) => one !== undefined).flatMap((one) => valuesAt(one, rest))
}

test.each(requestKinds)('the reference says of every field of %s what it means, with an example', (kind) => {
  const placesIn = (properties: unknown) =>
    schemasIn({ properties } as Schema, kind)
      .map(([place]) => place.slice(kind.length + 1))
      .filter((place) => place !== '' && !place.endsWith('[]'))
  const sent = placesIn(requestContents[kind])
  const read = placesIn(readContents[kind].properties)
  expect(Object.keys(contentMeanings[kind]).toSorted()).toEqual([...new Set([...sent, ...read])].toSorted())
  for (const meaning of Object.values(contentMeanings[kind])) expect(meaning).toMatch(/\.$/)
  for (const place of sent)
    expect(
      contentExamples(kind).flatMap((example) => valuesAt(example, place.split('.'))),
      place,
    ).not.toEqual([])
})

test('the reference says of every field by which the supplier’s systems read and answer requests what it means', () => {
  const calls = [...supplierEndpoints, advanceReturn]
  const fields = calls.flatMap((call) =>
    (['params', 'query', 'body', 'reply'] as const)
      .flatMap((part) => schemasIn(call[part], `${call.name} ${part}`))
      .filter(([place]) => / \w+\./.test(place) && !/(\[\]|\.\*)$/.test(place)),
  )
  expect(fields.length).toBeGreaterThan(100)
  expect(placesOf(fields, ({ description = '' }) => !/\.$/.test(description))).toEqual([])
})

test('programs can rely on all that an ERP calls, and on what customers’ programs are built on', () => {
  const stable = endpoints.filter((call) => call.access !== 'ingest' && stabilityOf(call) === 'stable')
  expect(stable.map(({ name }) => name).sort()).toEqual([
    ...[
      'ask',
      'checkEInvoice',
      'clickNotification',
      'downloadAttachment',
      'downloadEInvoice',
      'downloadOriginal',
      'downloadPaper',
      'downloadStatement',
    ],
    ...['downloadUbl', 'enquire', 'exportDocuments', 'listDocuments', 'listNotifications', 'listRequests', 'live'],
    ...['login', 'logout', 'ready', 'refresh', 'searchDocuments', 'showBalances', 'showDocument', 'showPortal'],
    ...['showStatement', 'submitCode', 'switchAccount', 'viewNotifications'],
  ])
  for (const call of endpoints) if (call.access === 'ingest') expect(stabilityOf(call)).toBe('stable')
})

test('no call takes a text or a list without an end', () => {
  const isEndless = (schema: Schema) =>
    isOf('string', schema) &&
    schema.maxLength === undefined &&
    schema.pattern === undefined &&
    schema.format === undefined &&
    schema.enum === undefined &&
    schema.const === undefined
  expect(placesOf([...document, ...allIn('params', 'query', 'body')], isEndless)).toEqual([])
  expect(placesOf(allIn('query', 'body'), (schema) => isOf('array', schema) && schema.maxItems === undefined)).toEqual(
    [],
  )
})

test('the form of a value is that of the whole value', () => {
  expect(
    placesOf(
      allIn('params', 'query', 'body', 'reply'),
      // A text that is to hold something holds it anywhere.
      ({ pattern = '\\S' }) => pattern !== '\\S' && !/^\^.*\$$/s.test(pattern),
    ),
  ).toEqual([])
})

test('a list of the words that a value may have holds words', () => {
  const isEmpty = ({ enum: words }: Schema) => words !== undefined && (words.length === 0 || words.includes(''))
  expect(placesOf([...document, ...allIn('params', 'query', 'body', 'reply')], isEmpty)).toEqual([])
})

test('every field of an answer says of which kind its value is', () => {
  const isVague = (schema: Schema) =>
    schema.type === undefined && schema.enum === undefined && schema.const === undefined && schema.anyOf === undefined
  const vague = placesOf(
    endpoints.filter(({ gives }) => gives === undefined).flatMap(({ name, reply }) => schemasIn(reply, name)),
    isVague,
  )
  // What a request says depends on its kind, what a header says on the type of the document; a profile and a message
  // have descriptions of their own.
  const described =
    /\.(content|header)\.\*$|^(showImportProfile|guessImport)\.profile$|^guessImport\.formulas\.\*$|^previewImport\.documents\[\]$/
  expect(vague.filter((place) => !described.test(place))).toEqual([])
})

test('an address is written with whatever a number contains, and with what is asked for', () => {
  const call = endpoint('showThing', 'GET', '/things/:type/:number', {
    access: 'viewer',
    summary: '',
    reply: {} as never,
  })
  expect(pathOf(call, { type: 'a', number: 'b/c?d é' })).toBe('/things/a/b%2Fc%3Fd%20%C3%A9')
  expect(pathWithQuery(call, { type: 'a', number: '1' }, { q: 'x y', empty: '', none: undefined })).toBe(
    '/things/a/1?q=x+y',
  )
  expect(pathWithQuery(call, { type: 'a', number: '1' })).toBe('/things/a/1')
})

test('a call without anything to say takes nothing, and names no media type', () => {
  const plain = endpoint('plain', 'GET', '/plain', { access: 'open', summary: 'Plain.', reply: {} as never })
  expect(Object.keys(plain).sort()).toEqual([
    'access',
    'body',
    'method',
    'name',
    'params',
    'path',
    'query',
    'reply',
    'summary',
  ])
  for (const part of [plain.params, plain.query, plain.body])
    expect(part).toMatchObject({ type: 'object', properties: {}, additionalProperties: false })
  const full = { accepts: 'text/plain', gives: 'text/csv', download: true, scope: 'requests:read' } as const
  expect(
    endpoint('full', 'GET', '/full', { access: 'open', summary: 'Full.', reply: {} as never, ...full }),
  ).toMatchObject(full)
})
