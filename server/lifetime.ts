import { setTimeout as sleep } from 'node:timers/promises'

/** What a process has opened and must end in order, last opened first. */
export type Lifetime = {
  /** Registers how to end something; after `timeoutMs` milliseconds the next is ended regardless. */
  onEnd: (timeoutMs: number, end: () => Promise<void>) => void
  /**
   * Ends everything once, however often it is called; a failure is reported and does not keep the others from ending.
   */
  end: () => Promise<void>
}

/** Makes a lifetime; `report` is called with each error of an end. */
export function createLifetime(report: (error: unknown) => void): Lifetime {
  const steps: { timeoutMs: number; end: () => Promise<void> }[] = []
  let ending: Promise<void> | undefined
  const endAll = async () => {
    for (const { timeoutMs, end } of steps.reverse()) {
      await Promise.race([end().catch(report), sleep(timeoutMs, undefined, { ref: false })])
    }
  }
  return {
    onEnd: (timeoutMs, end) => {
      steps.push({ timeoutMs, end })
    },
    end: () => {
      ending ??= endAll()
      return ending
    },
  }
}
