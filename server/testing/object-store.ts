import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll } from 'vitest'

/*
 * A storage that speaks as much of S3 as the portal uses, for tests that must run everywhere; faults/file-storage.fault.ts
 * tries the same with a real one.
 */

type Mode =
  | 'well'
  | 'busy for a moment'
  | 'down'
  | 'silent'
  | 'slow'
  | 'stalls'
  | 'breaks off after storing'
  | 'refuses files from 100 kB on'

/** Milliseconds: a slow one takes four times as long for a call, and pauses no longer than that between two pieces. */
const pause = 400

export type ObjectStore = {
  /** The address of its bucket with the key that it knows. */
  address: string
  /** What it holds, by the path in the bucket. */
  objects: Map<string, Buffer>
  /** How it answers from now on. */
  become: (mode: Mode) => void
}

/** Starts a storage on this machine; it ends after the file's last test. */
export async function startObjectStore(): Promise<ObjectStore> {
  const objects = new Map<string, Buffer>()
  let mode: Mode = 'well'
  const server = createServer(async (request, reply) => {
    const body = await buffer(request)
    const path = (request.url ?? '').replace(/^\/files\//, '')
    if (mode === 'down') return request.socket.destroy()
    if (mode === 'silent') return
    if (mode === 'busy for a moment') {
      mode = 'well'
      return refuse(reply, 503, 'SlowDown')
    }
    const refusal = refusalOf(request, body)
    if (refusal) return refuse(reply, ...refusal)
    if (request.method === 'PUT') return put(path, body, reply)
    if (request.method === 'GET') return get(path, reply)
    objects.delete(path)
    return reply.writeHead(204).end()
  })

  async function put(path: string, body: Buffer, reply: ServerResponse) {
    if (mode === 'refuses files from 100 kB on' && body.length >= 100_000) return refuse(reply, 400, 'EntityTooLarge')
    objects.set(path, body)
    if (mode === 'slow') await sleep(4 * pause)
    return mode === 'breaks off after storing' ? reply.destroy() : reply.end()
  }

  async function get(path: string, reply: ServerResponse) {
    const object = objects.get(path)
    if (!object) return refuse(reply, 404, 'NoSuchKey')
    reply.writeHead(200, { 'content-length': object.length })
    if (mode === 'stalls') return reply.write(object.subarray(0, 1_000))
    if (mode !== 'slow') return reply.end(object)
    for (let piece = 0; piece < 4; piece++) {
      reply.write(object.subarray(piece * 1_000, (piece + 1) * 1_000))
      await sleep(pause)
    }
    return reply.end(object.subarray(4_000))
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    address: `http://tester:testing@127.0.0.1:${port}/files`,
    objects,
    become: (next) => {
      mode = next
    },
  }
}

/** Status and code of a call that a storage would not do. */
function refusalOf({ url, headers }: IncomingMessage, body: Buffer): [status: number, code: string] | undefined {
  if (!url?.startsWith('/files/')) return [404, 'NoSuchBucket']
  if (!headers.authorization?.includes('Credential=tester/')) return [403, 'InvalidAccessKeyId']
  const hash = createHash('sha256').update(body).digest('hex')
  return headers['x-amz-content-sha256'] === hash ? undefined : [400, 'XAmzContentSHA256Mismatch']
}

function refuse(reply: ServerResponse, status: number, code: string): void {
  reply.writeHead(status, { 'content-type': 'application/xml' })
  reply.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>It is as the code says.</Message></Error>`)
}
