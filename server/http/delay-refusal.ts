import { setTimeout as sleep } from 'node:timers/promises'

const [minDelay, maxDelay, step] = [1_000, 2_000, 371]
let offset = 0

/**
 * A while before somebody is refused who asks for too much: who asks again at once asks the less often. No two are alike:
 * a crowd that is refused at one moment is back at one moment, and each time everybody else would wait behind all of it.
 */
export function delayRefusal(): Promise<void> {
  offset = (offset + step) % (maxDelay - minDelay)
  return sleep(minDelay + offset)
}
