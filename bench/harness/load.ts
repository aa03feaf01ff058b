import { connect, type Socket } from 'node:net'
import { percentile } from './finding.ts'

/** The result of a period of requests; times in milliseconds. */
export type LoadResult = { requests: number; perSecond: number; p50: number; p99: number }

/** A request as bytes, so that sending it costs the load generator almost nothing: it shares the cores. */
export function requestOf(path: string, headers: Record<string, string>): Buffer {
  const lines = Object.entries({ host: 'localhost', accept: 'application/json', ...headers })
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
}

/**
 * Keeps `connections` connections busy for some seconds, each sending its next request when the last was answered.
 * Throws for an answer with another status than `status` (200).
 */
export async function runLoad(
  port: number,
  requests: readonly Buffer[],
  { connections, seconds, status = 200 }: { connections: number; seconds: number; status?: number },
): Promise<LoadResult> {
  const latencies: number[] = []
  let next = 0
  const started = performance.now()
  const until = started + seconds * 1000
  const nextRequest = () => (performance.now() < until ? requests[next++ % requests.length] : undefined)
  await Promise.all(Array.from({ length: connections }, () => keepBusy({ port, status }, nextRequest, latencies)))
  const elapsedSeconds = (performance.now() - started) / 1000
  return {
    requests: latencies.length,
    perSecond: latencies.length / elapsedSeconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  }
}

function keepBusy(
  { port, status }: { port: number; status: number },
  nextRequest: () => Buffer | undefined,
  latencies: number[],
): Promise<void> {
  return new Promise((done, fail) => {
    const socket = connect({ port, host: 'localhost', noDelay: true })
    let sent = 0
    let parts: Buffer[] = []
    let size = 0
    let expectedSize = 0
    const send = () => {
      const request = nextRequest()
      if (request === undefined) {
        socket.destroy()
        done()
        return
      }
      sent = performance.now()
      socket.write(request)
    }
    socket.on('connect', send)
    socket.on('data', (chunk) => {
      parts.push(chunk)
      size += chunk.length
      if (expectedSize === 0) expectedSize = answerLength(socket, parts, status)
      if (expectedSize === 0 || size < expectedSize) return
      latencies.push(performance.now() - sent)
      parts = []
      size = 0
      expectedSize = 0
      send()
    })
    socket.on('error', (error) => fail(new Error(`Port ${port}: ${error.message}`, { cause: error })))
    socket.on('end', () => fail(new Error(`Port ${port}: the server closed a connection`)))
  })
}

/** The bytes of the whole answer, or 0 while its head is incomplete. */
function answerLength(socket: Socket, parts: Buffer[], status: number): number {
  const head = (parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)).subarray(0, 4096).toString('latin1')
  const end = head.indexOf('\r\n\r\n')
  if (end < 0) return 0
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (!head.startsWith(`HTTP/1.1 ${status}`) || length === undefined) {
    socket.destroy(new Error(`The answer was: ${head.slice(0, 1000)}`))
    return 0
  }
  return end + 4 + Number(length)
}
