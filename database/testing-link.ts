import { once } from 'node:events'
import { type AddressInfo, createServer, connect as open, type Socket } from 'node:net'

/**
 * How a connection breaks: its server process is terminated before it reads the message, or the line is reset after the
 * message went through and before its answer comes back.
 */
export type Break = 'terminated' | 'reset'

/** A plan to break a connection: whether it happened, and how to call it off. */
export type Plan = { happened: () => boolean; cancel: () => void }

/** The network between the portal and its PostgreSQL, which tests can make fail. */
export type Link = {
  /** The same database, reached through the link. */
  through: (url: string) => string
  /** Breaks the connection that sends the nth message from now on; counts connections of one pool by their `application_name`. */
  breakAt: (plan: { pool: string; message: number; how: Break }) => Plan
  /** Resets all connections. */
  reset: () => void
  /** `silent`: nothing gets through and nothing is closed. `refusing`: connections end as soon as they are made. */
  become: (state: 'well' | 'silent' | 'refusing') => void
  /** Holds each message to the database back by so many milliseconds; 0 for none. */
  delay: (milliseconds: number) => void
  close: () => Promise<void>
}

type Pair = { near: Socket; far: Socket; pool: string; pid: number | undefined }

/** Opens a link to the PostgreSQL that listens on this port of the loopback. `terminate` ends a server process by its id. */
export async function openLink(port: number, terminate: (pid: number) => Promise<unknown>): Promise<Link> {
  const pairs = new Set<Pair>()
  let state: 'well' | 'silent' | 'refusing' = 'well'
  let latency = 0
  let plan: { pool: string; left: number; how: Break; happened: boolean } | undefined

  const isDue = (pair: Pair) => {
    if (!plan || plan.happened || pair.pool !== plan.pool) return false
    plan.left--
    plan.happened = plan.left === 0
    return plan.happened
  }

  const server = createServer((near) => {
    if (state === 'refusing') return void near.resetAndDestroy()
    const far = open(port, '127.0.0.1')
    const pair: Pair = { near, far, pool: '', pid: undefined }
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) socket.on('error', end).on('close', end)
    let sending: Promise<unknown> = Promise.resolve()
    near.on('data', (chunk) => {
      if (state === 'silent') return
      if (pair.pool === '') pair.pool = /application_name\0([^\0]*)\0/.exec(chunk.toString('latin1'))?.[1] ?? 'none'
      const due = isDue(pair)
      const how = plan?.how
      const sentAfter = performance.now() + latency
      sending = sending.then(async () => {
        await until(sentAfter)
        if (due && how === 'terminated' && pair.pid !== undefined) await terminate(pair.pid)
        if (!far.destroyed) far.write(chunk)
        if (due && how === 'reset') near.resetAndDestroy()
        else if (due && pair.pid === undefined) near.destroy()
      })
    })
    far.on('data', (chunk) => {
      pair.pid ??= processIn(chunk)
      if (state !== 'silent' && !near.destroyed) near.write(chunk)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = (server.address() as AddressInfo).port

  return {
    through: (url) => {
      const address = new URL(url)
      address.searchParams.delete('host')
      address.hostname = '127.0.0.1'
      address.port = String(own)
      return address.href
    },
    breakAt: ({ pool, message, how }) => {
      const made = { pool, left: message, how, happened: false }
      plan = made
      return {
        happened: () => made.happened,
        cancel: () => {
          plan = undefined
        },
      }
    },
    delay: (milliseconds) => {
      latency = milliseconds
    },
    reset: () => {
      for (const { near, far } of pairs) {
        near.resetAndDestroy()
        far.resetAndDestroy()
      }
    },
    become: (next) => {
      state = next
    },
    close: async () => {
      for (const { near, far } of pairs) {
        near.destroy()
        far.destroy()
      }
      server.close()
      await once(server, 'close')
    },
  }
}

/** PostgreSQL tells a new connection the id of the process that serves it. */
function processIn(chunk: Buffer): number | undefined {
  const place = chunk.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]))
  return place < 0 || place + 9 > chunk.length ? undefined : chunk.readUInt32BE(place + 5)
}

/** Waits for a moment of the monotonic clock; not at all for one that has passed. */
async function until(moment: number): Promise<void> {
  const left = moment - performance.now()
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
}
