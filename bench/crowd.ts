import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What was answered, by status: the milliseconds that each answer took. 0: the connection broke. */
export type Answers = Map<number, number[]>

/** A request as its bytes, which may change from turn to turn. */
export type Draw = () => Buffer

type Line = { ask: (request: Buffer) => Promise<number>; close: () => void }

/** A connection from this address that is opened when it is needed, and again when it breaks. */
function lineTo(port: number, from: string): Line {
  let socket: Socket | undefined
  let answered: ((status: number) => void) | undefined
  let status = 0
  let missing = 0
  let head = ''
  const answer = (with_: number) => {
    const done = answered
    answered = undefined
    done?.(with_)
  }
  const read = (chunk: Buffer) => {
    if (missing > 0) missing -= chunk.length
    else {
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      status = Number(head.slice(9, 12))
      missing = end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0) - head.length
      head = ''
    }
    if (missing <= 0) answer(status)
  }
  return {
    ask: (request) =>
      new Promise((resolve) => {
        answered = resolve
        if (!socket || socket.destroyed) {
          head = ''
          missing = 0
          const opened = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true })
          opened.on('data', read)
          opened.on('error', () => undefined)
          opened.on('close', () => {
            if (socket === opened) answer(0)
          })
          socket = opened
        }
        socket.write(request)
      }),
    close: () => socket?.destroy(),
  }
}

const note = (answers: Answers, status: number, took: number) => {
  const times = answers.get(status)
  if (times) times.push(took)
  else answers.set(status, [took])
}

/** Asks on so many connections, each again as soon as it is answered, whatever the answer, until `isOver`. */
export async function askAgain(
  port: number,
  draw: Draw,
  { connections, from = '127.0.0.1', isOver }: { connections: number; from?: string; isOver: () => boolean },
): Promise<Answers> {
  const answers: Answers = new Map()
  const loop = async () => {
    const line = lineTo(port, from)
    while (!isOver()) {
      const begun = performance.now()
      note(answers, await line.ask(draw()), performance.now() - begun)
    }
    line.close()
  }
  await Promise.all(Array.from({ length: connections }, loop))
  return answers
}

/** As a proxy in front would open them; what finds none free is not asked at all, and counts as broken. */
const mostLines = 4_000

/** Milliseconds. */
const mostLate = 20

/** Asks so often a second for so many seconds, however the answers come: one that is late makes no later one wait. */
export async function askSteadily(
  port: number,
  draw: Draw,
  { perSecond, seconds, from = '127.0.0.1' }: { perSecond: number; seconds: number; from?: string },
): Promise<Answers> {
  const answers: Answers = new Map()
  const free: Line[] = []
  const asking = new Set<Promise<void>>()
  let lines = 0
  const ask = async () => {
    if (free.length === 0 && lines >= mostLines) return note(answers, 0, 0)
    if (free.length === 0) lines++
    const line = free.pop() ?? lineTo(port, from)
    // From now, not from when it was due: that this program gets its turn late on a busy machine is no delay of the portal.
    const sent = performance.now()
    const status = await line.ask(draw())
    note(answers, status, performance.now() - sent)
    free.push(line)
  }
  const end = performance.now() + seconds * 1000
  let due = performance.now()
  for (let now = due; now < end; now = performance.now()) {
    // A crowd of many machines never comes in a burst because one of them was held up: what this program is late by is left out.
    due = Math.max(due, now - mostLate)
    for (; due <= now; due += 1000 / perSecond) {
      const one = ask().finally(() => asking.delete(one))
      asking.add(one)
    }
    await sleep(Math.max(1, due - performance.now()))
  }
  await Promise.race([Promise.all(asking), sleep(10_000)])
  for (const line of free) line.close()
  return answers
}

/** How many were answered so. */
export const countOf = (answers: Answers, status: number): number => answers.get(status)?.length ?? 0

/** All statuses with their numbers, as in "200: 513, 503: 20". */
export const summary = (answers: Answers): string =>
  [...answers]
    .toSorted(([a], [b]) => a - b)
    .map(([status, { length }]) => `${status === 0 ? 'broken' : status}: ${length}`)
    .join(', ')
