import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from '#database/testing/at-end.ts'

/** A span as it was exported; `parentId` is empty for the first of a trace. */
export type ExportedSpan = {
  traceId: string
  spanId: string
  parentId: string
  name: string
  attributes: Record<string, string | number>
  failed: boolean
}

export type TraceCollector = {
  address: string
  /** What was sent, as it came. */
  bytes: () => Buffer
  headers: () => IncomingMessage['headers'][]
  spans: () => ExportedSpan[]
  /** How often somebody has tried to send something. */
  calls: () => number
  /** Takes what comes, refuses it, or never answers. */
  become: (state: 'well' | 'refusing' | 'silent') => void
}

/** A collector of traces that takes OTLP as protobuf over HTTP. Closed after the file's last test. */
export async function traceCollector(): Promise<TraceCollector> {
  const received: { body: Buffer; headers: IncomingMessage['headers'] }[] = []
  let calls = 0
  let state: 'well' | 'refusing' | 'silent' = 'well'
  const server = createServer(async (request, response) => {
    calls++
    const body = Buffer.concat(await request.toArray())
    if (state === 'silent') return
    if (state === 'well' && request.url === '/v1/traces') received.push({ body, headers: request.headers })
    response.writeHead(state === 'well' ? 200 : 400, { 'content-type': 'application/x-protobuf' }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: () => Buffer.concat(received.map(({ body }) => body)),
    headers: () => received.map(({ headers }) => headers),
    spans: () => received.flatMap(({ body }) => spansIn(body)),
    calls: () => calls,
    become: (next) => {
      state = next
    },
  }
}

/** The spans of a message of opentelemetry/proto/collector/trace/v1. */
const spansIn = (message: Buffer): ExportedSpan[] =>
  messagesOf(message, 1).flatMap((resource) =>
    messagesOf(resource, 2).flatMap((scope) => messagesOf(scope, 2).map(spanOf)),
  )

function spanOf(span: Buffer): ExportedSpan {
  const id = (field: number) => messagesOf(span, field)[0]?.toString('hex') ?? ''
  const status = messagesOf(span, 15)[0]
  return {
    ...{ traceId: id(1), spanId: id(2), parentId: id(4), name: textOf(span, 5) ?? '' },
    attributes: Object.fromEntries(
      messagesOf(span, 9).map((attribute) => {
        const value = messagesOf(attribute, 2)[0] ?? Buffer.alloc(0)
        return [textOf(attribute, 1) ?? '', textOf(value, 1) ?? numberOf(value, 3)]
      }),
    ),
    failed: status !== undefined && numberOf(status, 3) === 2,
  }
}

type Field = { field: number; bytes: Buffer; number: number }

/** The fields of a protobuf message. */
function fieldsOf(message: Buffer): Field[] {
  const fields: Field[] = []
  let at = 0
  const varint = () => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = message[at++] ?? 0
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
  while (at < message.length) {
    const tag = varint()
    const type = tag & 7
    const number = type === 0 ? varint() : 0
    const length = type === 0 ? 0 : type === 1 ? 8 : type === 5 ? 4 : varint()
    fields.push({ field: tag >>> 3, bytes: message.subarray(at, at + length), number })
    at += length
  }
  return fields
}

const messagesOf = (message: Buffer, number: number) =>
  fieldsOf(message)
    .filter(({ field }) => field === number)
    .map(({ bytes }) => bytes)
const textOf = (message: Buffer, number: number) => messagesOf(message, number)[0]?.toString()
const numberOf = (message: Buffer, number: number) =>
  fieldsOf(message).find(({ field }) => field === number)?.number ?? 0
