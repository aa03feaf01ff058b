import { setTimeout as sleep } from 'node:timers/promises'

/** What a process has opened and must end in order: the last first. */
export type Lifetime = {
  /** Remembers how to end something; it gets so many milliseconds before the next is ended regardless. */
  onEnd: (timeoutMs: number, end: () => Promise<void>) => void
  /** Ends everything once, however often it is called; failures are told, none keeps the others from ending. */
  end: () => Promise<void>
}

/** `report` hears of what could not be ended in order. */
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
