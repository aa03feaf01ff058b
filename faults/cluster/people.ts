import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** People who read pages of the portal at a steady pace. */
export type People = {
  /** The number of answers by status; 0 for a call that was cut off. */
  statuses: ReadonlyMap<number, number>
  calls: () => number
  /** Milliseconds of each answer of 200, in order. */
  times: readonly number[]
  stop: () => Promise<void>
}

/** What a person may do in a second, on average, without being told to slow down. */
const callsPerSecond = 19
const paths = ['/api/documents/orders', '/api/documents/orders/FIRST', '/api/documents/invoices', '/api/profile']

/** Lets each of these people call one page after the other; of an answer that is not 200 the first are kept in `failures`. */
export function keepCalling(address: string, tokens: readonly string[], failures: string[]): People {
  const agent = new Agent({ keepAlive: true, maxSockets: tokens.length })
  const statuses = new Map<number, number>()
  const times: number[] = []
  let isOver = false

  const callPages = async (token: string) => {
    for (let count = 0; !isOver; count++) {
      const path = paths[count % paths.length] ?? ''
      const startedAt = performance.now()
      const status = await get(agent, address + path, token).catch((error: Error) => {
        if (failures.length < 20) failures.push(`${path}: ${error.message}`)
        return 0
      })
      const took = performance.now() - startedAt
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 200) times.push(took)
      else if (failures.length < 20) failures.push(`${path}: ${status}`)
      await sleep(Math.max(0, 1_000 / callsPerSecond - took))
    }
  }
  const calling = Promise.all(tokens.map(callPages))
  return {
    statuses,
    calls: () => [...statuses.values()].reduce((sum, count) => sum + count, 0),
    times,
    stop: async () => {
      isOver = true
      await calling
      agent.destroy()
    },
  }
}

function get(agent: Agent, url: string, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, headers: { authorization: `Bearer ${token}` }, timeout: 20_000 }, (reply) => {
      reply.resume()
      reply.on('end', () => resolve(reply.statusCode ?? 0))
      reply.on('error', reject)
    })
    call.on('timeout', () => call.destroy(new Error('no answer in 20 s')))
    call.on('error', reject)
    call.end()
  })
}
