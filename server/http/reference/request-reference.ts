import { pathOf } from '#contract/endpoint.ts'
import { adviseRemittance, ask, enquire, makeRequestEndpoints } from '#contract/requests/endpoints.ts'
import { maxFileBytes, maxRequestFiles } from '#contract/requests/file-limits.ts'
import {
  acknowledgementExample,
  answerExamples,
  changesExample,
  contentExamples,
  sentExamples,
} from '#contract/requests/reference/examples.ts'
import { contentMeanings } from '#contract/requests/reference/meanings.ts'
import { readContents } from '#contract/requests/reference/read-contents.ts'
import { type RequestKind, requestKinds } from '#contract/requests/rules.ts'
import {
  acknowledgeRequestChanges,
  addAnswerFile,
  answerRequest,
  listRequestChanges,
  takeRequests,
} from '#contract/requests/supplier-endpoints.ts'
import { type BodyReference, describeSchema, fieldRows, fieldTable } from './schema-fields.ts'

/* The reference of requests: what customers send of each kind, and what the supplier's systems read and answer. */

const json = 'application/json'
const curl = (path: string, type: string, data: string) =>
  `curl -X POST -H "Authorization: Bearer $KEY" -H "Content-Type: ${type}" ${data} "$PORTAL/api${path}"`
const documents: Readonly<Record<string, string>> = {
  quotes: 'Q-2041',
  orders: 'SO-10042',
  shipments: 'DN-5501',
  invoices: 'INV-9001',
}
const calls = [...makeRequestEndpoints, ask, enquire, adviseRemittance]

function sentReference(call: (typeof calls)[number]): BodyReference {
  const kind = call.name as RequestKind
  const [, , type = ''] = call.path.split('/')
  const named = { type: 'orders', number: documents[type] ?? documents.orders } as never
  const meanings = { ...contentMeanings[kind] }
  const examples = sentExamples(kind)
  const sent = examples.map(({ text }) => JSON.parse(text) as unknown)
  return {
    command: curl(pathOf(call, named), json, '--data-binary @request.json'),
    rules: ['By the access token of a signed-in person; `content` of the reply has what was sent, without `seen`.'],
    tables: [fieldTable(fieldRows(call.body, meanings, sent))],
    examples,
    schema: describeSchema(call.body, meanings, sent),
  }
}

const anAnswer = '/ingest/requests/0199c3a2-7a10-7c55-8f3e-51b7d2c09a11'
const answers = answerExamples.map(({ text }) => JSON.parse(text) as unknown)
const acknowledgements = [JSON.parse(acknowledgementExample.text) as unknown]

/** The references of the bodies of requests and their answers, by endpoint name. */
export const requestBodyReferences: Readonly<Record<string, BodyReference>> = {
  ...Object.fromEntries(calls.map((call) => [call.name, sentReference(call)])),
  [answerRequest.name]: {
    command: curl(`${anAnswer}/answer`, json, '--data-binary @answer.json'),
    rules: ['As often as there is something to say. The same answer again changes nothing and mails nothing.'],
    tables: [fieldTable(fieldRows(answerRequest.body, {}, answers))],
    examples: answerExamples,
    schema: describeSchema(answerRequest.body, {}, answers),
  },
  [addAnswerFile.name]: {
    command: curl(
      `${anAnswer}/files?name=label.pdf&fileId=0199c3a7-1f6c-7d20-a4b8-9c0d3e5f7a12`,
      'application/octet-stream',
      '--data-binary @label.pdf',
    ),
    rules: [
      `The bytes of the file, at most ${maxFileBytes / 1_000_000} MB; at most ${maxRequestFiles} files with one answer.`,
    ],
    tables: [],
    examples: [],
    schema: { type: 'string', format: 'binary' },
  },
  [acknowledgeRequestChanges.name]: {
    command: curl('/ingest/requests/changes/acknowledge', json, '--data-binary @read.json'),
    rules: ['Each reader goes on from where it was: `through` is the id of the last change that it has dealt with.'],
    tables: [fieldTable(fieldRows(acknowledgeRequestChanges.body, {}, acknowledgements))],
    examples: [acknowledgementExample],
    schema: describeSchema(acknowledgeRequestChanges.body, {}, acknowledgements),
  },
}

/** The fields of the content of each kind as it is read. */
const contentTables = requestKinds.map((kind) => ({
  ...fieldTable(fieldRows(readContents[kind], contentMeanings[kind], contentExamples(kind))),
  caption: `content of ${kind}`,
}))

/** The references of replies that need more than a schema, by endpoint name. */
export const replyReferences: Readonly<Record<string, Pick<BodyReference, 'tables' | 'examples'>>> = {
  [listRequestChanges.name]: {
    tables: [fieldTable(fieldRows(listRequestChanges.reply, {}, [JSON.parse(changesExample.text)])), ...contentTables],
    examples: [changesExample],
  },
  [takeRequests.name]: { tables: [fieldTable(fieldRows(takeRequests.reply, {}, []))], examples: [] },
}

/** The content of a request as one of the contents of all kinds, for openapi.json. */
export const requestContentSchema: unknown = {
  description: 'The content of a request by its kind.',
  anyOf: requestKinds.map((kind) => ({
    title: kind,
    ...(describeSchema(readContents[kind], contentMeanings[kind], contentExamples(kind)) as object),
  })),
}
