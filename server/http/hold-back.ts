import { setTimeout as sleep } from 'node:timers/promises'

const [least, most, step] = [1_000, 2_000, 371]
let last = 0

/**
 * A while before somebody is refused who asks for too much: who asks again at once asks the less often. No two are alike:
 * a crowd that is refused at one moment is back at one moment, and each time everybody else would wait behind all of it.
 */
export function holdBack(): Promise<void> {
  last = (last + step) % (most - least)
  return sleep(least + last)
}
