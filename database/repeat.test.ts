import { expect, test, vi } from 'vitest'
import { leftToAnother, repeat } from './repeat.ts'

function recordingLog() {
  const lines: string[] = []
  return {
    lines,
    log: { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) },
  }
}

const failing = (reason: string) => `It fails: ${reason.split('\n')[0]}`
const working = () => 'It works again.'

test('Work that fails for a while is logged once when it starts to fail and once when it works again', async () => {
  const { lines, log } = recordingLog()
  let runs = 0
  const work = async () => {
    runs += 1
    if (runs > 2 && runs < 8) throw new Error(`fault ${runs}`)
  }
  const repetition = repeat({ work, every: 1, longestPause: 2, log, failing, working })
  await expect.poll(() => runs, { interval: 5 }).toBeGreaterThan(10)
  await repetition.stop()
  expect(lines).toEqual(['It fails: Error: fault 3', 'It works again.'])
})

test('Work that is left to another server neither fails nor works again by that', async () => {
  const { lines, log } = recordingLog()
  let outcome: unknown = leftToAnother
  const work = async () => {
    if (outcome instanceof Error) throw outcome
    return outcome
  }
  const repetition = repeat({ work, every: 60_000, log, failing, working })
  await repetition.runNow()
  expect(repetition.failingFor()).toBe(0)
  outcome = new Error('away')
  await repetition.runNow()
  outcome = leftToAnother
  await repetition.runNow()
  expect(repetition.failingFor()).toBeGreaterThan(0)
  expect(lines).toEqual(['It fails: Error: away'])
  outcome = undefined
  await repetition.runNow()
  expect(repetition.failingFor()).toBe(0)
  expect(lines).toHaveLength(2)
  await repetition.stop()
})

test('The pauses grow with each failure up to the longest, and are short again once the work succeeds', async () => {
  vi.useFakeTimers()
  try {
    const { log } = recordingLog()
    const starts: number[] = []
    let broken = true
    const work = async () => {
      starts.push(Date.now())
      if (broken) throw new Error('away')
    }
    const repetition = repeat({ work, every: 100, longestPause: 500, log, failing, working })
    const begin = Date.now()
    await vi.advanceTimersByTimeAsync(1_800)
    broken = false
    await vi.advanceTimersByTimeAsync(700)
    expect(starts.map((start) => start - begin)).toEqual([100, 200, 400, 800, 1_300, 1_800, 2_300, 2_400, 2_500])
    await repetition.stop()
  } finally {
    vi.useRealTimers()
  }
})

test('Work that is called for while it runs is run once more, never twice at a time', async () => {
  const { log } = recordingLog()
  let running = 0
  let most = 0
  let runs = 0
  const continues: (() => void)[] = []
  const work = async () => {
    runs += 1
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((resolve) => continues.push(resolve))
    running -= 1
  }
  const repetition = repeat({ work, every: 60_000, log, failing, working })
  const all = [repetition.runNow(), repetition.runNow(), repetition.runNow()]
  continues.shift()?.()
  await expect.poll(() => continues.length).toBe(1)
  continues.shift()?.()
  await Promise.all(all)
  expect([runs, most]).toEqual([2, 1])
  await repetition.stop()
})

test('Once it is stopped nothing runs and nothing is logged any more, not even what was cut off', async () => {
  const { lines, log } = recordingLog()
  let cutOff: (error: Error) => void = () => undefined
  let runs = 0
  const work = () => {
    runs += 1
    return new Promise<void>((_, reject) => {
      cutOff = reject
    })
  }
  const repetition = repeat({ work, every: 1, log, failing, working })
  await expect.poll(() => runs).toBe(1)
  const stopping = repetition.stop()
  cutOff(new Error('the end'))
  await stopping
  await repetition.runNow()
  expect([runs, lines]).toEqual([1, []])
})
