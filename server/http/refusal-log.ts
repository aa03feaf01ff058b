import type { FastifyBaseLogger } from 'fastify'

/** Logs that a request was refused, and why. */
export type LogRefusal = (reason: string, requestId: string) => void

/** How many different reasons one line names. */
const mostReasons = 20

/**
 * Writes at most one line a second for all requests that are refused, with their number by reason: a flood must not
 * fill the disk too. The line has the request id of only the first refusal for each reason.
 */
export function createRefusalLog(log: Pick<FastifyBaseLogger, 'warn'>, interval = 1_000): LogRefusal {
  let refused = new Map<string, { count: number; firstRequest: string }>()
  let timer: NodeJS.Timeout | undefined

  const write = () => {
    timer = undefined
    const reasons = [...refused].map(([reason, entry]) => ({ reason, ...entry }))
    refused = new Map()
    const count = reasons.reduce((sum, entry) => sum + entry.count, 0)
    log.warn({ count, reasons }, 'requests refused')
  }

  return (reason, requestId) => {
    const name = refused.has(reason) || refused.size < mostReasons ? reason : 'others'
    const entry = refused.get(name)
    if (entry) entry.count++
    else refused.set(name, { count: 1, firstRequest: requestId })
    if (timer === undefined) timer = setTimeout(write, interval).unref()
  }
}
