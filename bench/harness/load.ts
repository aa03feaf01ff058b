import { connect } from 'node:net'
import { createAnswerReader } from './answer-reader.ts'
import { percentile } from './finding.ts'

/**
 * The result of a period of requests; times in milliseconds. `refused`: answers 503, which count for nothing else; on a
 * quiet machine there are none.
 */
export type LoadResult = { requests: number; refused: number; perSecond: number; p50: number; p99: number }

/** A request as bytes, so that sending it costs the load generator almost nothing: it shares the cores. */
export function requestOf(path: string, headers: Record<string, string>): Buffer {
  const lines = Object.entries({ host: 'localhost', accept: 'application/json', ...headers })
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
}

/**
 * Keeps `connections` connections busy for some seconds, each sending its next request when the last was answered.
 * Throws for an answer with another status than `status` (200) and 503.
 */
export async function runLoad(
  port: number,
  requests: readonly Buffer[],
  { connections, seconds, status = 200 }: { connections: number; seconds: number; status?: number },
): Promise<LoadResult> {
  const answers: AnswerTimes = { latencies: [], refused: 0 }
  let next = 0
  const started = performance.now()
  const until = started + seconds * 1000
  const nextRequest = () => (performance.now() < until ? requests[next++ % requests.length] : undefined)
  await Promise.all(Array.from({ length: connections }, () => keepBusy({ port, status }, nextRequest, answers)))
  const elapsedSeconds = (performance.now() - started) / 1000
  const { latencies, refused } = answers
  return {
    requests: latencies.length,
    refused,
    perSecond: latencies.length / elapsedSeconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  }
}

type AnswerTimes = { latencies: number[]; refused: number }

function keepBusy(
  { port, status }: { port: number; status: number },
  nextRequest: () => Buffer | undefined,
  answers: AnswerTimes,
): Promise<void> {
  return new Promise((done, fail) => {
    const socket = connect({ port, host: 'localhost', noDelay: true })
    const readAnswer = createAnswerReader()
    let sent = 0
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
      const answer = readAnswer(chunk)
      if (answer === undefined) return
      if (answer.status === status) answers.latencies.push(performance.now() - sent)
      else if (answer.status === 503) answers.refused++
      else {
        socket.destroy(new Error(`The answer was: ${answer.head.slice(0, 1000)}`))
        return
      }
      send()
    })
    socket.on('error', (error) => fail(new Error(`Port ${port}: ${error.message}`, { cause: error })))
    socket.on('end', () => fail(new Error(`Port ${port}: the server closed a connection`)))
  })
}
