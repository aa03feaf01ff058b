import type { EventEmitter } from 'node:events'
import { holdBack } from './hold-back.ts'

/** Who makes a call: one caller, of an account where they are signed in to one. */
export type Principal = { readonly id: string; readonly account?: string }

export type LaneLimits = {
  /** Calls at work at once. */
  places: number
  /** Of these at most for one caller, and for all callers of one account. */
  each: number
  account: number
  /** Calls of one caller that may wait for a place. */
  waiting: number
  /** Milliseconds that a call waits for a place while the lane is full. */
  wait: number
  /** Milliseconds that a call waits while the others of its own caller or account fill their share. */
  ownWait: number
}

/**
 * Gives the place back; more than once does nothing. To its caller it stays taken for `rest` milliseconds more, so that
 * others come first.
 */
export type Leave = (rest?: number) => void

/** Why a call got no place: the lane is `full` of everybody's calls, or of its caller's own (`share`). */
export class NoPlace extends Error {
  readonly reason: 'full' | 'share'
  constructor(reason: NoPlace['reason']) {
    super(reason === 'full' ? 'the lane is full' : 'the caller has too many calls under way')
    this.reason = reason
  }
}

const noPlace = { full: new NoPlace('full'), share: new NoPlace('share') }

export type Lane = {
  /**
   * Takes a place, at once where one is free. Rejects with NoPlace, never sooner than `wait` milliseconds after: who asks
   * again at once would otherwise spend the machine's time on being refused. A call that waits gives up when `answer`
   * closes, which tells that its caller has gone.
   */
  enter: (by: Principal, answer?: EventEmitter) => Leave | Promise<Leave>
  /** Whether a call that comes now would wait in vain: at the present pace its turn comes only after `wait`. */
  isHopeless: () => boolean
}

/** Turns by which the pace of a crowded lane is measured. */
const measuredTurns = 8

type Waiter = { by: Principal; start: () => void; refuse: (reason: NoPlace['reason']) => void }

/** A lane with these limits. Free places go to the callers in turn, each caller's calls in the order they came. */
export function createLane({ places, each, account, waiting, wait, ownWait }: LaneLimits): Lane {
  let atWork = 0
  const held = new Map<string, number>()
  /** In the order of whose turn it is. */
  const lines = new Map<string, Waiter[]>()
  /** When the last places were given to calls that waited, oldest first; forgotten once a place is free. */
  let turns: number[] = []

  const add = (name: string, change: number) => {
    const count = (held.get(name) ?? 0) + change
    if (count > 0) held.set(name, count)
    else held.delete(name)
  }

  const fillsShare = (by: Principal) =>
    (held.get(by.id) ?? 0) >= each || (by.account !== undefined && (held.get(by.account) ?? 0) >= account)

  const take = (by: Principal): Leave => {
    atWork++
    add(by.id, 1)
    if (by.account !== undefined) add(by.account, 1)
    let isHeld = true
    const giveBack = () => {
      add(by.id, -1)
      if (lines.size > 0) serveNext()
    }
    return (rest = 0) => {
      if (!isHeld) return
      isHeld = false
      atWork--
      if (by.account !== undefined) add(by.account, -1)
      if (rest <= 0) return giveBack()
      setTimeout(giveBack, rest)
      if (lines.size > 0) serveNext()
    }
  }

  const serveNext = () => {
    for (const [id, line] of lines) {
      if (atWork >= places) return
      const first = line[0]
      if (!first || fillsShare(first.by)) continue
      line.shift()
      lines.delete(id)
      // Behind the others: everybody is served once before anybody twice.
      if (line.length > 0) lines.set(id, line)
      if (turns.push(performance.now()) > measuredTurns) turns.shift()
      first.start()
    }
  }

  const remove = (waiter: Waiter) => {
    const line = lines.get(waiter.by.id)
    const at = line?.indexOf(waiter) ?? -1
    if (!line || at < 0) return
    line.splice(at, 1)
    if (line.length === 0) lines.delete(waiter.by.id)
  }

  const stand = (by: Principal, answer: EventEmitter | undefined) =>
    new Promise<Leave>((resolve, reject) => {
      const since = performance.now()
      let timer: NodeJS.Timeout | undefined
      const over = () => {
        clearTimeout(timer)
        answer?.off('close', gone)
      }
      const waiter: Waiter = {
        by,
        start: () => {
          over()
          resolve(take(by))
        },
        refuse: (reason) => {
          over()
          remove(waiter)
          reject(noPlace[reason])
        },
      }
      const gone = () => waiter.refuse('share')
      const look = () => {
        // Once the lane is full, those who have no place yet come first.
        const isOnlyOwn = fillsShare(by) && atWork < places
        const left = (isOnlyOwn ? ownWait : wait) - (performance.now() - since)
        if (left <= 0) waiter.refuse(isOnlyOwn ? 'share' : 'full')
        else timer = setTimeout(look, Math.max(1, Math.min(left, wait)))
      }
      if (wait < Number.POSITIVE_INFINITY) timer = setTimeout(look, wait)
      answer?.once('close', gone)
      const line = lines.get(by.id)
      if (line) line.push(waiter)
      else lines.set(by.id, [waiter])
    })

  return {
    isHopeless: () => {
      if (lines.size === 0 || atWork < places) turns = []
      const [oldest] = turns
      if (oldest === undefined || turns.length < measuredTurns) return false
      return (lines.size / turns.length) * (performance.now() - oldest) > wait
    },
    enter: (by, answer) => {
      const line = lines.get(by.id)
      if (atWork < places && !line && !fillsShare(by)) return take(by)
      if (line && line.length >= waiting) return refuseLater()
      return stand(by, answer)
    },
  }
}

async function refuseLater(): Promise<never> {
  await holdBack()
  throw noPlace.share
}
