import type { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PortalError, translatable } from '../../contract/errors.ts'
import { callerAddress } from './address.ts'
import { delayRefusal } from './delay-refusal.ts'
import { createLane, type Leave, NoPlace, type Principal } from './lane.ts'
import { type Capacity, type LaneName, lanesFor, type Rates, restPolicy } from './lanes.ts'
import { createRateLimiter } from './rate-limiter.ts'

export type Admission = {
  /** Counts a call of this caller, which waits for its turn beyond the rate. Raises too_many_requests far beyond it. */
  count: (kind: keyof Rates, id: string) => Promise<void>
  /**
   * Takes a place in the lane; the call goes on when it has it. Raises unavailable when the lane is full, and
   * too_many_requests when the caller's other calls fill their share of it.
   */
  enter: (lane: LaneName, principal: Principal, response?: EventEmitter) => Leave | Promise<Leave>
  /** Whether a call that comes now would wait in vain for a place in the lane. */
  isHopeless: (lane: LaneName) => boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    admission: Admission
  }
  interface FastifyRequest {
    /** Who makes the call, once that is known. */
    principal: Principal | null
  }
}

/** The lanes and rates of one server. */
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
    isHopeless: (name) => lanes.get(name)?.isHopeless() ?? false,
  }
}

/** Who reads: the last reader, and when anybody else last did. */
function createReaders() {
  let last = { id: '', at: Number.NEGATIVE_INFINITY }
  let lastOther = Number.NEGATIVE_INFINITY
  return {
    note: ({ id }: Principal) => {
      if (id !== last.id) lastOther = last.at
      last = { id, at: performance.now() }
    },
    /** When (`performance.now()`) somebody else than this caller last read. */
    lastBeside: ({ id }: Principal) => (id === last.id ? lastOther : last.at),
  }
}

/** Milliseconds that a call beyond the rate waits for its turn. */
const mostWait = 2_000

// Made once: a flood is refused thousands of times a second, and where it was refused says nothing.
const tooManyError = new PortalError('too_many_requests', translatable('error.tooManyAtOnce'), { retryAfter: 2 })
const busyError = new PortalError('unavailable', translatable('error.busy'), { retryAfter: 2 })

function throwRefusal(error: unknown): never {
  if (!(error instanceof NoPlace)) throw error
  throw error.reason === 'share' ? tooManyError : busyError
}

/** Who calls without a sign-in: whoever has the address. */
export function anonymousPrincipal(request: FastifyRequest): Principal {
  return { id: `address ${callerAddress(request.ip)}` }
}

/** Counts pages, scripts and pictures, and calls of no endpoint, by the address that asks for them. */
export function countVisits(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.endpoint === undefined)
      await app.admission.count('visitor', anonymousPrincipal(request).id)
  })
}
