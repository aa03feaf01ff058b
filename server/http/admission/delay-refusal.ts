import { setTimeout as sleep } from 'node:timers/promises'

const [minDelay, maxDelay, step] = [1_000, 2_000, 371]
let offset = 0

/**
 * Waits a while before a caller that asks for too much is refused: a client that retries at once then does so less
 * often. The delays differ, because callers that are refused at one moment would be back at one moment, and everybody
 * else would wait behind them.
 */
export function delayRefusal(): Promise<void> {
  offset = (offset + step) % (maxDelay - minDelay)
  return sleep(minDelay + offset)
}
