import type { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PortalError, translatable } from '#contract/errors.ts'
import { callerAddress } from '../address.ts'
import { delayRefusal } from './delay-refusal.ts'
import { createLane, type Leave, NoPlace, type Principal } from './lane.ts'
import { type Capacity, type LaneName, lanesFor, type Rates, restPolicy } from './lanes.ts'
import { createRateLimiter } from './rate-limiter.ts'

export type Admission = {
  /** Counts a call of this caller, which waits for its turn beyond the rate. Throws too_many_requests far beyond it. */
  count: (kind: keyof Rates, id: string) => Promise<void>
  /**
   * Takes a place in the lane, or waits for one. Throws unavailable when the lane is full, and too_many_requests when
   * the caller's other calls fill their share of it.
   */
  enter: (lane: LaneName, principal: Principal, response?: EventEmitter) => Leave | Promise<Leave>
  /** Whether a new call would wait in vain for a place in the lane. */
  isHopeless: (lane: LaneName) => boolean
  /** How many calls run and wait in each lane. */
  counts: () => { lane: string; running: number; waiting: number }[]
}

declare module 'fastify' {
  interface FastifyInstance {
    admission: Admission
  }
  interface FastifyRequest {
    /** The caller, once it is known. */
    principal: Principal | null
  }
}

/** Creates the lanes and rate limiters of one server. */
export function createAdmission(capacity: Capacity, rates: Rates): Admission {
  const lanes = new Map(Object.entries(lanesFor(capacity)).map(([name, limit]) => [name, createLane(limit)]))
  const counts = new Map(Object.entries(rates).map(([kind, rate]) => [kind, createRateLimiter(rate, mostWait)]))
  const readers = createReaders()
  const withRest = (lane: LaneName, principal: Principal, leave: Leave): Leave => {
    const times = restPolicy.times[lane]
    if (times === undefined) return leave
    const began = performance.now()
    return () => {
      const now = performance.now()
      const othersRead = now - readers.lastBeside(principal) <= restPolicy.whileReadWithin
      const restTime = othersRead ? Math.min(times * (now - began), restPolicy.atMost) : 0
      if (restTime > 0 && lane === 'ingest') setTimeout(leave, restTime)
      else leave(restTime)
    }
  }
  return {
    count: async (kind, id) => {
      const wait = counts.get(kind)?.(id)
      if (wait === 0) return
      if (wait !== undefined) return sleep(wait)
      await delayRefusal()
      throw tooManyError
    },
    enter: (name, principal, response) => {
      if (name === 'people' || name === 'search') readers.note(principal)
      const toLeave = (leave: Leave) => withRest(name, principal, leave)
      const entering = lanes.get(name)?.enter(principal, response) ?? (() => undefined)
      return entering instanceof Promise ? entering.then(toLeave, throwRefusal) : toLeave(entering)
    },
    counts: () => [...lanes].map(([lane, { counts: of }]) => ({ lane, ...of() })),
    isHopeless: (name) => lanes.get(name)?.isHopeless() ?? false,
  }
}

/** Remembers the last reader, and when anybody else last read. */
function createReaders() {
  let last = { id: '', at: Number.NEGATIVE_INFINITY }
  let lastOther = Number.NEGATIVE_INFINITY
  return {
    note: ({ id }: Principal) => {
      if (id !== last.id) lastOther = last.at
      last = { id, at: performance.now() }
    },
    /** When (`performance.now()`) anybody other than this caller last read. */
    lastBeside: ({ id }: Principal) => (id === last.id ? lastOther : last.at),
  }
}

/** Milliseconds that a call beyond the rate waits for its turn at most. */
const mostWait = 2_000

// Created once: a flood is refused thousands of times a second, and the stack trace says nothing useful.
const tooManyError = new PortalError('too_many_requests', translatable('error.tooManyAtOnce'), { retryAfter: 2 })
const busyError = new PortalError('unavailable', translatable('error.busy'), { retryAfter: 2 })

function throwRefusal(error: unknown): never {
  if (!(error instanceof NoPlace)) throw error
  throw error.reason === 'share' ? tooManyError : busyError
}

/** The principal of a call without a sign-in: its address. */
export function anonymousPrincipal(request: FastifyRequest): Principal {
  return { id: `address ${callerAddress(request.ip)}` }
}

/** Counts requests for pages, scripts and pictures, and calls of no endpoint, by address. */
export function countVisits(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.endpoint === undefined)
      await app.admission.count('visitor', anonymousPrincipal(request).id)
  })
}
