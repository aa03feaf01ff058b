import { once } from 'node:events'
import { type AddressInfo, createServer, connect as open, type Socket } from 'node:net'

/**
 * How a connection breaks: its server process is terminated before it reads the message, or the connection is reset
 * after the message was delivered and before its reply arrives.
 */
export type BreakMode = 'terminated' | 'reset'

/** A planned break of a connection: whether it has happened, and how to cancel it. */
export type PlannedBreak = { happened: () => boolean; cancel: () => void }

/** The network between the portal and its PostgreSQL, which tests can make fail. */
export type NetworkLink = {
  /** Returns the URL of the same database through the link. */
  through: (url: string) => string
  /**
   * Breaks the connection that sends the nth message from now on, among the connections of one pool (by
   * `application_name`).
   */
  breakAt: (plan: { pool: string; message: number; how: BreakMode }) => PlannedBreak
  /** Resets all connections. */
  reset: () => void
  /** `silent`: no data passes and nothing is closed. `refusing`: connections end as soon as they are made. */
  become: (state: 'well' | 'silent' | 'refusing') => void
  /** Delays each message to the database by so many milliseconds; 0 for none. */
  delay: (milliseconds: number) => void
  close: () => Promise<void>
}

type LinkedSockets = { near: Socket; far: Socket; pool: string; pid: number | undefined }

/** Opens a link to the PostgreSQL that listens on this loopback port. `terminate` ends a server process by its id. */
export async function openLink(port: number, terminate: (pid: number) => Promise<unknown>): Promise<NetworkLink> {
  const pairs = new Set<LinkedSockets>()
  let state: 'well' | 'silent' | 'refusing' = 'well'
  let latency = 0
  let plan: { pool: string; left: number; how: BreakMode; happened: boolean } | undefined

  const isDue = (pair: LinkedSockets) => {
    if (!plan || plan.happened || pair.pool !== plan.pool) return false
    plan.left--
    plan.happened = plan.left === 0
    return plan.happened
  }

  const server = createServer((near) => {
    if (state === 'refusing') return void near.resetAndDestroy()
    const far = open(port, '127.0.0.1')
    const pair: LinkedSockets = { near, far, pool: '', pid: undefined }
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
        await sleepUntil(sentAfter)
        if (due && how === 'terminated' && pair.pid !== undefined) await terminate(pair.pid)
        if (!far.destroyed) far.write(chunk)
        if (due && how === 'reset') near.resetAndDestroy()
        else if (due && pair.pid === undefined) near.destroy()
      })
    })
    far.on('data', (chunk) => {
      pair.pid ??= backendPidIn(chunk)
      if (state !== 'silent' && !near.destroyed) near.write(chunk)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const ownPort = (server.address() as AddressInfo).port

  return {
    through: (url) => {
      const address = new URL(url)
      address.searchParams.delete('host')
      address.hostname = '127.0.0.1'
      address.port = String(ownPort)
      return address.href
    },
    breakAt: ({ pool, message, how }) => {
      const planned = { pool, left: message, how, happened: false }
      plan = planned
      return {
        happened: () => planned.happened,
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

/** Returns the id of the server process, which PostgreSQL sends to each new connection. */
function backendPidIn(chunk: Buffer): number | undefined {
  const offset = chunk.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]))
  return offset < 0 || offset + 9 > chunk.length ? undefined : chunk.readUInt32BE(offset + 5)
}

/** Waits until a moment of the monotonic clock; returns at once when it has passed. */
async function sleepUntil(moment: number): Promise<void> {
  const remaining = moment - performance.now()
  if (remaining > 0) await new Promise((resolve) => setTimeout(resolve, remaining))
}
