import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLane, type Lane, type LaneLimits, type Leave, NoPlace, type Principal } from './lane.ts'

const ample: LaneLimits = { places: 3, each: 2, account: 3, waiting: 4, wait: 150, ownWait: 1_000 }
const ada = { id: 'ada', account: 'C-1' }
const ann = { id: 'ann', account: 'C-1' }
const ben = { id: 'ben', account: 'C-2' }
const key = { id: 'key' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The calls of a lane in the order in which they began, and how those without a place were refused. */
function calls(limits: Partial<LaneLimits> = {}) {
  const lane: Lane = createLane({ ...ample, ...limits })
  const began: string[] = []
  const refused: [call: string, reason: string, after: number][] = []
  const leaves = new Map<string, Leave>()
  const enter = (principal: Principal, call: string, response?: EventEmitter) => {
    const since = performance.now()
    const start = (leave: Leave) => {
      began.push(call)
      leaves.set(call, leave)
    }
    const entering = lane.enter(principal, response)
    if (!(entering instanceof Promise)) return start(entering)
    entering.then(start, (error: unknown) => {
      const reason = error instanceof NoPlace ? error.reason : String(error)
      refused.push([call, reason, performance.now() - since])
    })
  }
  const leave = async (call: string, rest?: number) => {
    leaves.get(call)?.(rest)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { lane, began, refused, enter, leave, pass: vi.advanceTimersByTimeAsync }
}

describe('A lane', () => {
  test('runs no more calls at once than it has places, and the next when one is done', async () => {
    const { began, enter, leave } = calls()
    for (const [index, principal] of [ada, ada, ben, key].entries()) enter(principal, `${index}`)
    expect(began).toEqual(['0', '1', '2'])
    await leave('1')
    expect(began).toEqual(['0', '1', '2', '3'])
  })

  test('counts a call that is done only once', async () => {
    const { began, enter, leave } = calls({ places: 1 })
    enter(ada, '0')
    await leave('0')
    await leave('0')
    for (const call of ['1', '2']) enter(ben, call)
    await leave('0')
    expect(began).toEqual(['0', '1'])
  })

  test('gives nobody more than their share, and the rest to others', async () => {
    const { began, enter, leave } = calls()
    for (const call of ['a0', 'a1', 'a2']) enter(ada, call)
    enter(ben, 'b0')
    expect(began).toEqual(['a0', 'a1', 'b0'])
    await leave('b0')
    expect(began).not.toContain('a2')
    await leave('a0')
    expect(began.at(-1)).toBe('a2')
  })

  test('gives the people of one account no more than its share', async () => {
    const { began, enter, leave } = calls({ account: 2 })
    enter(ada, 'a0')
    enter(ann, 'n0')
    enter(ann, 'n1')
    enter(ben, 'b0')
    expect(began).toEqual(['a0', 'n0', 'b0'])
    await leave('b0')
    expect(began).not.toContain('n1')
    await leave('a0')
    expect(began.at(-1)).toBe('n1')
  })

  test('serves every caller once before it serves any twice, and each in the order in which they came', async () => {
    const { began, enter, leave } = calls({ places: 1 })
    enter(ada, 'a0')
    for (const call of ['a1', 'a2', 'a3']) enter(ada, call)
    for (const call of ['b1', 'b2']) enter(ben, call)
    enter(key, 'k1')
    for (let turn = 0; turn < 6; turn++) await leave(began.at(-1) ?? '')
    expect(began).toEqual(['a0', 'a1', 'b1', 'k1', 'a2', 'b2', 'a3'])
  })

  test('lets nobody pass those of their own calls that wait', async () => {
    const { began, enter, leave } = calls({ each: 1 })
    enter(ada, 'a0')
    enter(ada, 'a1')
    await leave('a0')
    enter(ada, 'a2')
    expect(began).toEqual(['a0', 'a1'])
    await leave('a1')
    expect(began).toEqual(['a0', 'a1', 'a2'])
  })
})

describe('A call', () => {
  test('is refused as one too many when it has waited for its caller’s own calls', async () => {
    const { refused, enter, pass } = calls()
    for (const call of ['a0', 'a1', 'a2']) enter(ada, call)
    await pass(999)
    expect(refused).toEqual([])
    await pass(1)
    expect(refused).toEqual([['a2', 'share', 1_000]])
  })

  test('is refused because the lane is full when it has waited for others', async () => {
    const { refused, enter, pass } = calls({ places: 2 })
    for (const call of ['a0', 'a1']) enter(ada, call)
    enter(ben, 'b0')
    await pass(149)
    expect(refused).toEqual([])
    await pass(1)
    expect(refused).toEqual([['b0', 'full', 150]])
  })

  test('that was refused takes no turn', async () => {
    const { began, refused, enter, leave, pass } = calls({ places: 1 })
    enter(ada, 'a0')
    for (const call of ['b0', 'b1']) enter(ben, call)
    await pass(150)
    expect(refused.map(([call]) => call)).toEqual(['b0', 'b1'])
    enter(key, 'k0')
    await leave('a0')
    expect(began).toEqual(['a0', 'k0'])
  })

  test('waits as long as it takes where there is no limit', async () => {
    const { began, refused, enter, leave, pass } = calls({ places: 1, wait: Number.POSITIVE_INFINITY })
    enter(ada, 'a0')
    enter(ben, 'b0')
    await pass(86_400_000)
    await leave('a0')
    expect([began, refused]).toEqual([['a0', 'b0'], []])
  })

  test('that got its place is not refused later', async () => {
    const { refused, enter, leave, pass } = calls({ places: 1 })
    enter(ada, 'a0')
    enter(ben, 'b0')
    await leave('a0')
    await pass(10_000)
    expect(refused).toEqual([])
  })

  test('beyond those that may wait is refused, but only after a second', async () => {
    vi.useRealTimers()
    const { refused, enter } = calls({ places: 1, waiting: 2, wait: Number.POSITIVE_INFINITY })
    enter(key, 'k0')
    for (const call of ['a0', 'a1', 'a2']) enter(ada, call)
    enter(ben, 'b0')
    await expect.poll(() => refused, { timeout: 10_000 }).toEqual([['a2', 'share', expect.any(Number)]])
    // A timer may be a millisecond early.
    expect(refused[0]?.[2]).toBeGreaterThanOrEqual(999)
  })

  test('whose caller has gone leaves the queue', async () => {
    const { began, refused, enter, leave } = calls({ places: 1 })
    const response = new EventEmitter()
    enter(ada, 'a0')
    enter(ben, 'b0', response)
    enter(key, 'k0')
    response.emit('close')
    await leave('a0')
    expect(refused).toEqual([['b0', 'share', 0]])
    expect(began).toEqual(['a0', 'k0'])
    expect(response.listenerCount('close')).toBe(0)
  })

  test('whose caller goes after it has begun keeps its place until it is done', async () => {
    const { began, enter, leave } = calls({ places: 1 })
    const response = new EventEmitter()
    enter(ada, 'a0')
    enter(ben, 'b0', response)
    await leave('a0')
    expect(response.listenerCount('close')).toBe(0)
    enter(key, 'k0')
    expect(began).toEqual(['a0', 'b0'])
  })
})

describe('A place that rests', () => {
  test('is free for others at once, and for its caller after the rest', async () => {
    const { began, enter, leave, pass } = calls({ places: 1, each: 1 })
    enter(ada, 'a0')
    enter(ada, 'a1')
    enter(ann, 'n0')
    await leave('a0', 100)
    expect(began).toEqual(['a0', 'n0'])
    await leave('n0')
    await pass(99)
    expect(began).toEqual(['a0', 'n0'])
    await pass(1)
    expect(began).toEqual(['a0', 'n0', 'a1'])
  })
})

describe('Whether a new call would wait in vain', () => {
  /** Each call takes so many milliseconds; one more waits than the lane serves. */
  async function crowd(took: number, waiting: number) {
    const { lane, enter, leave, began, pass } = calls({ places: 1, wait: 150, waiting: 100 })
    for (let index = 0; index < 9 + waiting; index++) enter({ id: `person ${index}` }, `${index}`)
    for (let turn = 0; turn < 8; turn++) {
      await pass(took)
      await leave(began.at(-1) ?? '')
    }
    return { lane, leave, began }
  }

  test('is known once eight calls had to wait: by their pace and those before it', async () => {
    // Eight turns, the first and the last 7 × 10 ms apart: 16 more take 140 ms, 20 take 175 ms.
    expect((await crowd(10, 16)).lane.isHopeless()).toBe(false)
    expect((await crowd(10, 20)).lane.isHopeless()).toBe(true)
  })

  test('is not said before that', () => {
    const { lane, enter } = calls({ places: 1, waiting: 100, wait: 1 })
    expect(lane.isHopeless()).toBe(false)
    for (let index = 0; index < 50; index++) enter({ id: `person ${index}` }, `${index}`)
    expect(lane.isHopeless()).toBe(false)
  })

  test('is forgotten as soon as nobody waits', async () => {
    const { lane, leave, began } = await crowd(10, 20)
    while (began.length < 29) await leave(began.at(-1) ?? '')
    expect(lane.isHopeless()).toBe(false)
    await leave(began.at(-1) ?? '')
    expect(lane.isHopeless()).toBe(false)
  })
})
