import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { heartbeat } from '#contract/live.ts'
import { listenForChanges } from './change-stream.ts'
import { connection } from './connection.ts'
import { SessionEnded } from './session.ts'

/** One request for the stream: when it came, after which event, and functions to write to and end its stream. */
type StreamRequest = {
  at: number
  after: string | null
  say: (text: string) => void
  end: () => void
  gone: () => boolean
}

let requests: StreamRequest[]
let answer: () => Response | Error | undefined
let randomByte: number
let abortController: AbortController
const start = Date.parse('2026-03-12T09:00:00Z')

/** The server: a stream for each request, unless `answer` returns something else. It notices when a reader has gone. */
async function server(_: string, init: RequestInit): Promise<Response> {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      stream = controller
      init.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
    },
  })
  requests.push({
    at: Date.now() - start,
    after: new Headers(init.headers).get('Last-Event-ID'),
    say: (text) => stream?.enqueue(new TextEncoder().encode(text)),
    end: () => stream?.close(),
    gone: () => init.signal?.aborted ?? false,
  })
  const override = answer()
  if (override instanceof Error) throw override
  return override ?? new Response(body)
}
const event = (name: string, id: number) => `event: ${name}\nid: ${id}\ndata: {}\n\n`
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const last = () => requests.at(-1) as StreamRequest

let changes: number
const countChange = ({ event: name }: { event: string }) => {
  if (name === 'changed') changes++
}
const startListening = (resumeFrom?: string) =>
  listenForChanges(server, countChange, abortController.signal, resumeFrom)

beforeEach(() => {
  vi.useFakeTimers({ now: start })
  vi.stubGlobal('window', new EventTarget())
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    if (array instanceof Uint8Array) array[0] = randomByte
    return array
  })
  ;[requests, changes, randomByte, abortController, answer] = [[], 0, 255, new AbortController(), () => undefined]
})
afterEach(() => {
  abortController.abort()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a page is told of each try that fails, until one is heard, and tries again as soon as the server answers', async () => {
  const failed: number[] = []
  answer = () => new TypeError('Failed to fetch')
  void listenForChanges(server, countChange, abortController.signal, undefined, (tries) => failed.push(tries))
  await pass(8_000)
  expect(failed).toEqual([1, 2, 3, 4])
  answer = () => new Response(null, { status: 503 })
  connection.lost()
  connection.back()
  await pass(0)
  expect(failed).toEqual([1, 2, 3, 4, 5])
  answer = () => undefined
  connection.lost()
  connection.back()
  await pass(0)
  last().say(event('hello', 7))
  await pass(0)
  answer = () => new TypeError('Failed to fetch')
  last().end()
  await pass(1_000)
  expect(failed.at(-1)).toBe(1)
})

describe('a page that follows what changes', () => {
  test('hears each change once, however the network cuts it up', async () => {
    void startListening()
    await pass(0)
    const text = `${event('hello', 7)}: \n\n${event('changed', 8)}`
    for (const character of text) {
      last().say(character)
      await pass(0)
    }
    expect(changes).toBe(1)
    last().say(event('changed', 9) + event('changed', 10))
    await pass(0)
    expect(changes).toBe(3)
  })

  test('says after a loss up to where it has heard, and nothing at first', async () => {
    void startListening()
    await pass(0)
    expect(last().after).toBeNull()
    last().say(event('hello', 7) + event('changed', 9))
    await pass(0)
    last().end()
    await pass(1_000)
    expect(requests.map(({ after }) => after)).toEqual([null, '9'])
    last().say(event('hello', 9))
    await pass(0)
    expect(changes).toBe(1)
  })

  test('that takes over from another asks from the start, and so misses nothing', async () => {
    void startListening('0')
    await pass(0)
    expect(last().after).toBe('0')
  })

  test('comes back ever more patiently, at most every half minute, and quickly again once it was heard', async () => {
    answer = () => new TypeError('Failed to fetch')
    void startListening()
    await pass(120_000)
    const pauses = requests.slice(1).map(({ at }, index) => at - (requests[index]?.at ?? 0))
    expect(pauses.slice(0, 7)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
    answer = () => undefined
    await pass(30_000)
    const { length } = requests
    last().say(event('hello', 7))
    await pass(0)
    last().end()
    await pass(1_000)
    expect(requests).toHaveLength(length + 1)
  })

  test('does not come back at the same moment as all the others', async () => {
    answer = () => new Response(null, { status: 503 })
    randomByte = 0
    void startListening()
    await pass(499)
    expect(requests).toHaveLength(1)
    await pass(1)
    expect(requests).toHaveLength(2)
    randomByte = 51
    await pass(1_000)
    expect(requests).toHaveLength(3)
    // A fifth of the way from two seconds to four.
    await pass(2_399)
    expect(requests).toHaveLength(3)
    await pass(1)
    expect(requests).toHaveLength(4)
  })

  test('comes back at once when the network is there again', async () => {
    answer = () => new TypeError('Failed to fetch')
    void startListening()
    await pass(31_000)
    const { length } = requests
    window.dispatchEvent(new Event('online'))
    await pass(0)
    expect(requests).toHaveLength(length + 1)
  })

  test('gives a connection up that shows no sign of life, not one that is only silent', async () => {
    void startListening()
    await pass(0)
    last().say(event('hello', 7))
    for (let beat = 0; beat < 20; beat++) {
      await pass(heartbeat)
      last().say(': \n\n')
    }
    expect(requests).toHaveLength(1)
    await pass(3 * heartbeat - 1)
    expect(last().gone()).toBe(false)
    await pass(1)
    expect(requests[0]?.gone()).toBe(true)
    await pass(1_000)
    expect(requests.map(({ after }) => after)).toEqual([null, '7'])
  })

  test('ends with its session, and when the page says so', async () => {
    answer = () => new SessionEnded()
    await startListening()
    await pass(60_000)
    expect(requests).toHaveLength(1)
    answer = () => undefined
    const following = startListening()
    await pass(0)
    abortController.abort()
    await following
    expect(last().gone()).toBe(true)
    await pass(60_000)
    expect(requests).toHaveLength(2)
    expect(vi.getTimerCount()).toBe(0)
  })
})
