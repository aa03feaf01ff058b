import type { Requests } from './asked.ts'
import type { Data } from './data.ts'
import { databaseCpu } from './database-cpu.ts'
import { median } from './finding.ts'
import { fire, type Outcome } from './load.ts'
import type { Server } from './servers.ts'

/**
 * The portal beside the bare server; `slowRatio` compares the slowest of a hundred. CPU in microseconds per request, of the server's own process and of PostgreSQL.
 */
export type Comparison = { ratio: number; cpuRatio: number; slowRatio: number; portal: Measured; bare: Measured }
type Measured = Outcome & { cpu: number; databaseCpu: number }

export type Load = { connections: number; seconds: number; rounds: number }

/**
 * Measures bare, portal, bare, portal, bare …: each portal measurement is divided by the mean of its two neighbours, so
 * that what else the machine does falls on both. Gives the medians.
 */
export async function compare(
  data: Data,
  servers: { portal: Server; bare: Server },
  requests: Requests,
  load: Load,
): Promise<Comparison> {
  const { portal, bare } = servers
  // Plans are made, caches filled and code compiled before anything counts.
  const warm = { connections: load.connections, seconds: Math.min(3, load.seconds) }
  await fire(bare.port, requests.bare, warm)
  await fire(portal.port, requests.portal, warm)
  const bareRuns = [await measure(data, bare, requests.bare, load)]
  const portalRuns: Measured[] = []
  for (let round = 0; round < load.rounds; round++) {
    portalRuns.push(await measure(data, portal, requests.portal, load))
    bareRuns.push(await measure(data, bare, requests.bare, load))
  }
  const over = (of: (one: Measured) => number) =>
    median(
      portalRuns.map((one, round) => {
        const [before, after] = [bareRuns[round] as Measured, bareRuns[round + 1] as Measured]
        return of(one) / ((of(before) + of(after)) / 2)
      }),
    )
  return {
    ratio: over((one) => one.perSecond),
    cpuRatio: over((one) => one.cpu),
    slowRatio: over((one) => one.p99),
    portal: medians(portalRuns),
    bare: medians(bareRuns),
  }
}

async function measure(data: Data, server: Server, requests: readonly Buffer[], load: Load): Promise<Measured> {
  const before = await server.usage('cpu')
  const databaseBefore = databaseCpu(data)
  const outcome = await fire(server.port, requests, load)
  const after = await server.usage('cpu')
  return {
    ...outcome,
    cpu: (after.cpuMicroseconds - before.cpuMicroseconds) / outcome.requests,
    databaseCpu: (databaseCpu(data) - databaseBefore) / outcome.requests,
  }
}

function medians(runs: readonly Measured[]): Measured {
  const of = (name: keyof Measured) => median(runs.map((one) => one[name]))
  return {
    requests: of('requests'),
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    cpu: of('cpu'),
    databaseCpu: of('databaseCpu'),
  }
}

/** A comparison in figures, for the table. */
export function figures({ portal, bare }: Comparison): string {
  const one = ({ perSecond, p50, p99, cpu, databaseCpu }: Measured) =>
    `${Math.round(perSecond)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, CPU ${Math.round(cpu)} µs + PostgreSQL ${Math.round(databaseCpu)} µs`
  return `portal ${one(portal)}; bare ${one(bare)}`
}
