import type { EventEmitter } from 'node:events'
import { delayRefusal } from './delay-refusal.ts'

/** A caller, with their account where they are signed in to one. */
export type Principal = { readonly id: string; readonly account?: string }

export type LaneLimits = {
  /** Calls that run at once. */
  places: number
  /** The share of one caller, and that of all callers of one account. */
  each: number
  account: number
  /** Calls of one caller that may wait for a place. */
  waiting: number
  /** Milliseconds that a call waits for a place while the lane is full. */
  wait: number
  /** Milliseconds that a call waits while other calls of its caller or account fill their share. */
  ownWait: number
}

/**
 * Releases the place; further calls do nothing. For its caller the place stays taken for `rest` milliseconds more, so
 * that others come first.
 */
export type Leave = (rest?: number) => void

/** Why a call got no place: the lane is `full`, or its caller's own calls fill their `share`. */
export class NoPlace extends Error {
  readonly reason: 'full' | 'share'
  constructor(reason: NoPlace['reason']) {
    super(reason === 'full' ? 'the lane is full' : 'the caller has too many calls under way')
    this.reason = reason
  }
}

const refusals = { full: new NoPlace('full'), share: new NoPlace('share') }

export type Lane = {
  /**
   * Takes a place, at once where one is free. Rejects with NoPlace, but only after a while: a client that retries at
   * once would otherwise spend the machine's time on refusals. A waiting call gives up when `response` closes, because
   * its caller has disconnected.
   */
  enter: (principal: Principal, response?: EventEmitter) => Leave | Promise<Leave>
  /** Whether a new call would wait in vain: at the present pace its turn would come only after `wait`. */
  isHopeless: () => boolean
  /** How many calls run and how many wait for a place. */
  counts: () => { running: number; waiting: number }
}

/** The number of grants by which the pace of a crowded lane is measured. */
const measuredGrants = 8

type Waiter = { principal: Principal; start: () => void; refuse: (reason: NoPlace['reason']) => void }

/** A lane with these limits. Free places go to the callers in turn, each caller's calls in the order they came. */
export function createLane({ places, each, account, waiting, wait, ownWait }: LaneLimits): Lane {
  let running = 0
  const heldPlaces = new Map<string, number>()
  /** Waiting calls by caller, in order of turn. */
  const queues = new Map<string, Waiter[]>()
  /** When the last places were granted to waiting calls, oldest first; cleared once a place is free. */
  let grantTimes: number[] = []

  const addHeld = (name: string, change: number) => {
    const count = (heldPlaces.get(name) ?? 0) + change
    if (count > 0) heldPlaces.set(name, count)
    else heldPlaces.delete(name)
  }

  const fillsShare = (principal: Principal) =>
    (heldPlaces.get(principal.id) ?? 0) >= each ||
    (principal.account !== undefined && (heldPlaces.get(principal.account) ?? 0) >= account)

  const take = (principal: Principal): Leave => {
    running++
    addHeld(principal.id, 1)
    if (principal.account !== undefined) addHeld(principal.account, 1)
    let isHeld = true
    const release = () => {
      addHeld(principal.id, -1)
      if (queues.size > 0) serveNext()
    }
    return (rest = 0) => {
      if (!isHeld) return
      isHeld = false
      running--
      if (principal.account !== undefined) addHeld(principal.account, -1)
      if (rest <= 0) return release()
      setTimeout(release, rest)
      if (queues.size > 0) serveNext()
    }
  }

  const serveNext = () => {
    for (const [id, queue] of queues) {
      if (running >= places) return
      const first = queue[0]
      if (!first || fillsShare(first.principal)) continue
      queue.shift()
      queues.delete(id)
      // To the end of the queue: every caller is served once before any is served twice.
      if (queue.length > 0) queues.set(id, queue)
      if (grantTimes.push(performance.now()) > measuredGrants) grantTimes.shift()
      first.start()
    }
  }

  const removeWaiter = (waiter: Waiter) => {
    const { id } = waiter.principal
    const others = (queues.get(id) ?? []).filter((other) => other !== waiter)
    if (others.length > 0) queues.set(id, others)
    else queues.delete(id)
  }

  const waitForPlace = (principal: Principal, response: EventEmitter | undefined) =>
    new Promise<Leave>((resolve, reject) => {
      const since = performance.now()
      let timer: NodeJS.Timeout | undefined
      const over = () => {
        clearTimeout(timer)
        response?.off('close', onClose)
      }
      const waiter: Waiter = {
        principal,
        start: () => {
          over()
          resolve(take(principal))
        },
        refuse: (reason) => {
          over()
          removeWaiter(waiter)
          reject(refusals[reason])
        },
      }
      const onClose = () => waiter.refuse('share')
      const check = () => {
        // Once the lane is full, callers that have no place yet come first.
        const isOnlyOwn = fillsShare(principal) && running < places
        const remaining = (isOnlyOwn ? ownWait : wait) - (performance.now() - since)
        if (remaining <= 0) waiter.refuse(isOnlyOwn ? 'share' : 'full')
        else timer = setTimeout(check, Math.max(1, Math.min(remaining, wait)))
      }
      if (wait < Number.POSITIVE_INFINITY) timer = setTimeout(check, wait)
      response?.once('close', onClose)
      const queue = queues.get(principal.id)
      if (queue) queue.push(waiter)
      else queues.set(principal.id, [waiter])
    })

  return {
    counts: () => ({ running, waiting: queues.values().reduce((sum, { length }) => sum + length, 0) }),
    isHopeless: () => {
      if (queues.size === 0 || running < places) grantTimes = []
      const [oldest] = grantTimes
      if (oldest === undefined || grantTimes.length < measuredGrants) return false
      return (queues.size / grantTimes.length) * (performance.now() - oldest) > wait
    },
    enter: (principal, response) => {
      const queue = queues.get(principal.id)
      if (running < places && !queue && !fillsShare(principal)) return take(principal)
      if (queue && queue.length >= waiting) return refuseLater()
      return waitForPlace(principal, response)
    },
  }
}

async function refuseLater(): Promise<never> {
  await delayRefusal()
  throw refusals.share
}
