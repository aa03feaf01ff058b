import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLane, type Lane, type LaneLimits, type Leave, NoPlace, type Principal } from './lane.ts'

const ample: LaneLimits = { places: 3, each: 2, account: 3, waiting: 4, wait: 150, ownWait: 1_000 }
const ada = { id: 'ada', account: 'C-1' }
const ann = { id: 'ann', account: 'C-1' }
const ben = { id: 'ben', account: 'C-2' }
const key = { id: 'key' }

beforeEach(() => {
  vi.useFakeTimers()
  vi.advanceTimersByTime(5_000)
})
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
    // No timer runs: what begins now begins at once.
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  return { lane, began, refused, enter, leave, pass: vi.advanceTimersByTimeAsync }
}

describe('A lane', () => {
  test('runs no more calls at once than it has places, and the next when one is done', async () => {
    const { began, enter, leave } = calls()
    for (const [index, principal] of [ada, ada, ben, key, ben].entries()) enter(principal, `${index}`)
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
    const response = new EventEmitter()
    for (const call of ['a0', 'a1']) enter(ada, call)
    enter(ben, 'b0', response)
    await pass(149)
    expect(refused).toEqual([])
    await pass(1)
    expect(refused).toEqual([['b0', 'full', 150]])
    expect([response.listenerCount('close'), vi.getTimerCount()]).toEqual([0, 0])
  })

  test('waits no longer than others in a full lane, although its caller’s own calls fill it', async () => {
    const { refused, enter, pass } = calls({ places: 2 })
    for (const call of ['a0', 'a1', 'a2']) enter(ada, call)
    await pass(150)
    expect(refused).toEqual([['a2', 'full', 150]])
  })

  test('that waits for its caller’s own calls gives up soon after others have filled the lane', async () => {
    const { refused, enter, pass } = calls()
    for (const call of ['a0', 'a1', 'a2']) enter(ada, call)
    await pass(200)
    enter(ben, 'b0')
    await pass(100)
    expect(refused).toEqual([['a2', 'full', 300]])
  })

  test('that was refused takes no turn', async () => {
    const { began, refused, enter, leave, pass } = calls({ places: 1 })
    enter(ada, 'a0')
    for (const call of ['b0', 'b1']) enter(ben, call)
    await pass(150)
    expect(refused.map(([call]) => call)).toEqual(['b0', 'b1'])
    enter(key, 'k0')
    await leave('a0')
    await leave('k0')
    enter(ben, 'b2')
    expect(began).toEqual(['a0', 'k0', 'b2'])
  })

  test('that was refused leaves the turn of its caller’s others as it was', async () => {
    const { began, refused, enter, leave, pass } = calls({ places: 1 })
    enter(ada, 'a0')
    enter(ben, 'b0')
    await pass(100)
    enter(ben, 'b1')
    enter(key, 'k0')
    await pass(50)
    expect(refused).toEqual([['b0', 'full', 150]])
    await leave('a0')
    expect(began).toEqual(['a0', 'b1'])
  })

  test('says in the log why it was refused', () => {
    expect(new NoPlace('full').message).toBe('the lane is full')
    expect(new NoPlace('share').message).toBe('the caller has too many calls under way')
  })

  test('waits as long as it takes where there is no limit', async () => {
    const { began, refused, enter, leave, pass } = calls({ places: 1, wait: Number.POSITIVE_INFINITY })
    enter(ada, 'a0')
    enter(ben, 'b0')
    await pass(600_000)
    await leave('a0')
    expect([began, refused]).toEqual([['a0', 'b0'], []])
  })

  test('that got its place is not refused later', async () => {
    const { refused, enter, leave, pass } = calls({ places: 1 })
    enter(ada, 'a0')
    enter(ben, 'b0')
    await leave('a0')
    expect(vi.getTimerCount()).toBe(0)
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
  /** A crowd of people in a lane of one place: after each of `pauses` a call is done, and `waiting` are left. */
  async function crowd(pauses: readonly number[], waiting: number) {
    const { lane, enter, leave, began, pass } = calls({ places: 1, each: 1, wait: 140 })
    let people = 0
    const come = (count: number) => {
      for (const last = people + count; people < last; people++) enter({ id: `person ${people}` }, `${people}`)
    }
    come(1 + waiting)
    for (const pause of pauses) {
      // As many come as go, before anybody has waited for too long.
      come(1)
      await pass(pause)
      await leave(began.at(-1) ?? '')
    }
    const leaveAll = async () => {
      while (began.length < people) await leave(began.at(-1) ?? '')
    }
    /** The last caller's place rests, and they call again. */
    const restAndReturn = async () => {
      const last = began.at(-1) ?? ''
      await leave(last, 5_000)
      enter({ id: `person ${last}` }, 'again')
    }
    return { lane, leaveAll, restAndReturn, come, pass, leaveLast: () => leave(began.at(-1) ?? '') }
  }
  const eight = Array<number>(8).fill(10)

  test('is known once eight calls had to wait: by their pace and those before it', async () => {
    // From the first of the eight to the last there are seven times 10 ms: 16 more take 140 ms.
    expect((await crowd(eight, 16)).lane.isHopeless()).toBe(false)
    expect((await crowd(eight, 17)).lane.isHopeless()).toBe(true)
  })

  test('is not said before that', async () => {
    expect((await crowd([], 50)).lane.isHopeless()).toBe(false)
    expect((await crowd(eight.slice(1), 50)).lane.isHopeless()).toBe(false)
  })

  test('goes by the last eight calls', async () => {
    expect((await crowd([40, 40, 40, ...Array<number>(8).fill(1)], 30)).lane.isHopeless()).toBe(false)
  })

  test('is forgotten as soon as nobody waits, also while the last are served', async () => {
    const { lane, leaveAll, come, pass } = await crowd(eight, 17)
    await leaveAll()
    expect(lane.isHopeless()).toBe(false)
    await pass(10_000)
    come(3)
    expect(lane.isHopeless()).toBe(false)
  })

  test('is forgotten as soon as a place is free', async () => {
    const { lane, leaveAll, leaveLast, come, pass } = await crowd(eight, 17)
    await leaveAll()
    await leaveLast()
    expect(lane.isHopeless()).toBe(false)
    await pass(10_000)
    come(4)
    expect(lane.isHopeless()).toBe(false)
  })

  test('is forgotten as soon as a place is free, although somebody waits for their own to have rested', async () => {
    const { lane, leaveAll, restAndReturn, come, pass } = await crowd(eight, 17)
    await leaveAll()
    await restAndReturn()
    expect(lane.isHopeless()).toBe(false)
    await pass(900)
    come(2)
    expect(lane.isHopeless()).toBe(false)
  })
})
