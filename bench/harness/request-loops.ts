import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAnswerReader } from './answer-reader.ts'

/** The milliseconds of each answer, by status. 0: the connection broke. */
export type Answers = Map<number, number[]>

/** Makes a request as bytes; each call may make another. */
export type NextRequest = () => Buffer

type Connection = { ask: (request: Buffer) => Promise<number>; close: () => void }

/** A connection from this address that is opened when needed, and again after it breaks. */
function connectionTo(port: number, from: string): Connection {
  let socket: Socket | undefined
  let resolveAnswer: ((status: number) => void) | undefined
  const settle = (statusCode: number) => {
    const done = resolveAnswer
    resolveAnswer = undefined
    done?.(statusCode)
  }
  return {
    ask: (request) =>
      new Promise((resolve) => {
        resolveAnswer = resolve
        if (!socket || socket.destroyed) {
          const readAnswer = createAnswerReader()
          const newSocket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true })
          newSocket.on('data', (chunk) => {
            const answer = readAnswer(chunk)
            if (answer) settle(answer.status)
          })
          newSocket.on('error', () => undefined)
          newSocket.on('close', () => {
            if (socket === newSocket) settle(0)
          })
          socket = newSocket
        }
        socket.write(request)
      }),
    close: () => socket?.destroy(),
  }
}

const record = (answers: Answers, status: number, milliseconds: number) => {
  const times = answers.get(status)
  if (times) times.push(milliseconds)
  else answers.set(status, [milliseconds])
}

/**
 * Sends requests on this many connections, the next as soon as one is answered, whatever the answer, until `isOver`.
 */
export async function runClosedLoop(
  port: number,
  nextRequest: NextRequest,
  { connections, from = '127.0.0.1', isOver }: { connections: number; from?: string; isOver: () => boolean },
): Promise<Answers> {
  const answers: Answers = new Map()
  const loop = async () => {
    const connection = connectionTo(port, from)
    while (!isOver()) {
      const startedAt = performance.now()
      record(answers, await connection.ask(nextRequest()), performance.now() - startedAt)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, loop))
  return answers
}

/** As many as a proxy in front would open; a request that finds none free is not sent, and counts as broken. */
const maxConnections = 4_000

/** Milliseconds. */
const maxLatenessMs = 20

/** Sends this many requests per second, for some seconds, at a constant rate: a late answer delays no later request. */
export async function runConstantRate(
  port: number,
  nextRequest: NextRequest,
  { perSecond, seconds, from = '127.0.0.1' }: { perSecond: number; seconds: number; from?: string },
): Promise<Answers> {
  const answers: Answers = new Map()
  const idle: Connection[] = []
  const pending = new Set<Promise<void>>()
  let connectionCount = 0
  const sendOne = async () => {
    if (idle.length === 0 && connectionCount >= maxConnections) return record(answers, 0, 0)
    if (idle.length === 0) connectionCount++
    const connection = idle.pop() ?? connectionTo(port, from)
    // Timed from now, not from when it was due: this program being late on a busy machine is no delay of the portal.
    const sent = performance.now()
    const status = await connection.ask(nextRequest())
    record(answers, status, performance.now() - sent)
    idle.push(connection)
  }
  const end = performance.now() + seconds * 1000
  let due = performance.now()
  for (let now = due; now < end; now = performance.now()) {
    // Many machines never send a burst because one of them was held up: requests that this program is too late for are
    // skipped.
    due = Math.max(due, now - maxLatenessMs)
    for (; due <= now; due += 1000 / perSecond) {
      const pendingRequest = sendOne().finally(() => pending.delete(pendingRequest))
      pending.add(pendingRequest)
    }
    await sleep(Math.max(1, due - performance.now()))
  }
  await Promise.race([Promise.all(pending), sleep(10_000)])
  for (const connection of idle) connection.close()
  return answers
}

/** The number of answers with a status. */
export const countOf = (answers: Answers, status: number): number => answers.get(status)?.length ?? 0

/** The number of answers by status, as in "200: 513, 503: 20". */
export const summary = (answers: Answers): string =>
  [...answers]
    .toSorted(([a], [b]) => a - b)
    .map(([status, { length }]) => `${status === 0 ? 'broken' : status}: ${length}`)
    .join(', ')
