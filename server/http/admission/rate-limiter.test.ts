import { describe, expect, test, vi } from 'vitest'
import { createRateLimiter } from './rate-limiter.ts'

/** Two calls a second, three in a burst; nobody waits for more than a second. */
function limiter() {
  let time = 5_000
  const count = createRateLimiter({ perSecond: 2, burst: 3 }, 1_000, () => time)
  const pass = (milliseconds: number) => {
    time += milliseconds
  }
  const countMany = (id: string, calls: number) => Array.from({ length: calls }, () => count(id))
  return { count, countMany, pass }
}

describe('A caller', () => {
  test('is served at once within the burst, waits for their turn beyond it, and is refused far beyond it', () => {
    expect(limiter().countMany('ada', 7)).toEqual([0, 0, 0, 500, 1_000, undefined, undefined])
  })

  test('is held up no longer by calls that were refused', () => {
    const { countMany, count, pass } = limiter()
    countMany('ada', 20)
    pass(500)
    expect(count('ada')).toBe(1_000)
  })

  test('may make as many calls as time has passed for', () => {
    const { countMany, pass } = limiter()
    countMany('ada', 3)
    pass(1_000)
    expect(countMany('ada', 3)).toEqual([0, 0, 500])
  })

  test('has no more than a burst after a long pause', () => {
    const { countMany, pass } = limiter()
    countMany('ada', 1)
    pass(3_600_000)
    expect(countMany('ada', 4)).toEqual([0, 0, 0, 500])
  })

  test('is not held up by others', () => {
    const { countMany, count } = limiter()
    countMany('ada', 20)
    expect(count('ben')).toBe(0)
  })

  test('a caller who has used up their calls stays known among ten thousand others', () => {
    const { countMany, count, pass } = limiter()
    countMany('early', 1)
    pass(1_001)
    countMany('ada', 5)
    for (let index = 0; index < 10_001; index++) count(`other ${index}`)
    expect(count('ada')).toBeUndefined()
  })
})

test('callers who have all their calls again are forgotten, once there are many and once a second', () => {
  const forget = vi.spyOn(Map.prototype, 'delete')
  try {
    let time = 0
    const count = createRateLimiter({ perSecond: 2, burst: 3 }, 1_000, () => time)
    for (let index = 0; index < 9_999; index++) count(`early ${index}`)
    time = 2_000
    count('the last before there are many')
    expect(forget).not.toHaveBeenCalled()
    count('one too many')
    expect(forget).toHaveBeenCalledTimes(9_999)
    time = 3_000
    for (let index = 0; index < 20_000; index++) count(`late ${index}`)
    expect(forget).toHaveBeenCalledTimes(9_999)
  } finally {
    forget.mockRestore()
  }
})
