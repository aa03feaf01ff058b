import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { heartbeat } from '../../contract/live.ts'
import { listen } from './listen.ts'
import { reach } from './reach.ts'
import { SessionEnded } from './session.ts'

/** What the server was asked at which moment, and its end of each stream. */
type Asked = { at: number; after: string | null; say: (text: string) => void; end: () => void; gone: () => boolean }

let asked: Asked[]
let answer: () => Response | Error | undefined
let drawn: number
let leaving: AbortController
const start = Date.parse('2026-03-12T09:00:00Z')

/** The server: a stream for each call, unless `answer` says otherwise. It knows when a reader has gone. */
async function server(_: string, init: RequestInit): Promise<Response> {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      stream = controller
      init.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
    },
  })
  asked.push({
    at: Date.now() - start,
    after: new Headers(init.headers).get('Last-Event-ID'),
    say: (text) => stream?.enqueue(new TextEncoder().encode(text)),
    end: () => stream?.close(),
    gone: () => init.signal?.aborted ?? false,
  })
  const other = answer()
  if (other instanceof Error) throw other
  return other ?? new Response(body)
}
const event = (name: string, id: number) => `event: ${name}\nid: ${id}\ndata: {}\n\n`
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const last = () => asked.at(-1) as Asked

let changes: number
const hear = ({ event: name }: { event: string }) => {
  if (name === 'changed') changes++
}
const follow = (known?: string) => listen(server, hear, leaving.signal, known)

beforeEach(() => {
  vi.useFakeTimers({ now: start })
  vi.stubGlobal('window', new EventTarget())
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    if (array instanceof Uint8Array) array[0] = drawn
    return array
  })
  ;[asked, changes, drawn, leaving, answer] = [[], 0, 255, new AbortController(), () => undefined]
})
afterEach(() => {
  leaving.abort()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a page is told of each try that fails, until one is heard, and tries again as soon as the server answers', async () => {
  const failed: number[] = []
  answer = () => new TypeError('Failed to fetch')
  void listen(server, hear, leaving.signal, undefined, (tries) => failed.push(tries))
  await pass(8_000)
  expect(failed).toEqual([1, 2, 3, 4])
  answer = () => new Response(null, { status: 503 })
  reach.lost()
  reach.back()
  await pass(0)
  expect(failed).toEqual([1, 2, 3, 4, 5])
  answer = () => undefined
  reach.lost()
  reach.back()
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
    void follow()
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
    void follow()
    await pass(0)
    expect(last().after).toBeNull()
    last().say(event('hello', 7) + event('changed', 9))
    await pass(0)
    last().end()
    await pass(1_000)
    expect(asked.map(({ after }) => after)).toEqual([null, '9'])
    last().say(event('hello', 9))
    await pass(0)
    expect(changes).toBe(1)
  })

  test('that takes over from another asks from the start, and so misses nothing', async () => {
    void follow('0')
    await pass(0)
    expect(last().after).toBe('0')
  })

  test('comes back ever more patiently, at most every half minute, and quickly again once it was heard', async () => {
    answer = () => new TypeError('Failed to fetch')
    void follow()
    await pass(120_000)
    const pauses = asked.slice(1).map(({ at }, place) => at - (asked[place]?.at ?? 0))
    expect(pauses.slice(0, 7)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
    answer = () => undefined
    await pass(30_000)
    const { length } = asked
    last().say(event('hello', 7))
    await pass(0)
    last().end()
    await pass(1_000)
    expect(asked).toHaveLength(length + 1)
  })

  test('does not come back at the same moment as all the others', async () => {
    answer = () => new Response(null, { status: 503 })
    drawn = 0
    void follow()
    await pass(499)
    expect(asked).toHaveLength(1)
    await pass(1)
    expect(asked).toHaveLength(2)
    drawn = 51
    await pass(1_000)
    expect(asked).toHaveLength(3)
    // A fifth of the way between half of four seconds and all of them.
    await pass(2_399)
    expect(asked).toHaveLength(3)
    await pass(1)
    expect(asked).toHaveLength(4)
  })

  test('comes back at once when the network is there again', async () => {
    answer = () => new TypeError('Failed to fetch')
    void follow()
    await pass(31_000)
    const { length } = asked
    window.dispatchEvent(new Event('online'))
    await pass(0)
    expect(asked).toHaveLength(length + 1)
  })

  test('gives a connection up that shows no sign of life, not one that is only silent', async () => {
    void follow()
    await pass(0)
    last().say(event('hello', 7))
    for (let beat = 0; beat < 20; beat++) {
      await pass(heartbeat)
      last().say(': \n\n')
    }
    expect(asked).toHaveLength(1)
    await pass(3 * heartbeat - 1)
    expect(last().gone()).toBe(false)
    await pass(1)
    expect(asked[0]?.gone()).toBe(true)
    await pass(1_000)
    expect(asked.map(({ after }) => after)).toEqual([null, '7'])
  })

  test('ends with its session, and when the page says so', async () => {
    answer = () => new SessionEnded()
    await follow()
    await pass(60_000)
    expect(asked).toHaveLength(1)
    answer = () => undefined
    const following = follow()
    await pass(0)
    leaving.abort()
    await following
    expect(last().gone()).toBe(true)
    await pass(60_000)
    expect(asked).toHaveLength(2)
    expect(vi.getTimerCount()).toBe(0)
  })
})
