import { databaseCpu } from './database-cpu.ts'
import { median } from './finding.ts'
import { type LoadResult, runLoad } from './load.ts'
import type { MeasuredDatabase } from './measured-database.ts'
import type { Requests } from './requests.ts'
import type { Server } from './servers.ts'

/**
 * The portal compared with the bare server; `cpuRatio` compares the processor time of server and PostgreSQL together,
 * `slowRatio` the 99th percentiles. CPU is in microseconds per request, of the server's process and of PostgreSQL.
 */
export type Comparison = { ratio: number; cpuRatio: number; slowRatio: number; portal: Measurement; bare: Measurement }
type Measurement = LoadResult & { cpu: number; databaseCpu: number }

export type Load = { connections: number; seconds: number; rounds: number }

/**
 * Measures bare, portal, bare, portal, bare …: each portal measurement is divided by the mean of its two neighbours, so
 * that other load on the machine affects both. Returns the medians.
 */
export async function compare(
  data: MeasuredDatabase,
  servers: { portal: Server; bare: Server },
  requests: Requests,
  load: Load,
): Promise<Comparison> {
  const { portal, bare } = servers
  // Warms up: query plans, caches and compiled code are ready before the measurements.
  const warm = { connections: load.connections, seconds: Math.min(3, load.seconds) }
  await runLoad(bare.port, requests.bare, warm)
  await runLoad(portal.port, requests.portal, warm)
  const bareRuns = [await measure(data, bare, requests.bare, load)]
  const portalRuns: Measurement[] = []
  for (let round = 0; round < load.rounds; round++) {
    portalRuns.push(await measure(data, portal, requests.portal, load))
    bareRuns.push(await measure(data, bare, requests.bare, load))
  }
  const ratioOf = (metric: (one: Measurement) => number) =>
    median(
      portalRuns.map((run, round) => {
        const [before, after] = [bareRuns[round] as Measurement, bareRuns[round + 1] as Measurement]
        return metric(run) / ((metric(before) + metric(after)) / 2)
      }),
    )
  return {
    ratio: ratioOf((run) => run.perSecond),
    cpuRatio: ratioOf((run) => run.cpu + run.databaseCpu),
    slowRatio: ratioOf((run) => run.p99),
    portal: medians(portalRuns),
    bare: medians(bareRuns),
  }
}

async function measure(
  data: MeasuredDatabase,
  server: Server,
  requests: readonly Buffer[],
  load: Load,
): Promise<Measurement> {
  const before = await server.usage('cpu')
  const databaseBefore = databaseCpu(data)
  const outcome = await runLoad(server.port, requests, load)
  const after = await server.usage('cpu')
  return {
    ...outcome,
    cpu: (after.cpuMicroseconds - before.cpuMicroseconds) / outcome.requests,
    databaseCpu: (databaseCpu(data) - databaseBefore) / outcome.requests,
  }
}

function medians(runs: readonly Measurement[]): Measurement {
  const medianOf = (name: keyof Measurement) => median(runs.map((run) => run[name]))
  return {
    requests: medianOf('requests'),
    refused: medianOf('refused'),
    perSecond: medianOf('perSecond'),
    p50: medianOf('p50'),
    p99: medianOf('p99'),
    cpu: medianOf('cpu'),
    databaseCpu: medianOf('databaseCpu'),
  }
}

/** A comparison in figures, for the table. */
export function figures({ portal, bare }: Comparison): string {
  const describe = ({ perSecond, p50, p99, cpu, databaseCpu, refused }: Measurement) =>
    `${Math.round(perSecond)}/s${refused > 0 ? ` (${refused} refused)` : ''}, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, CPU ${Math.round(cpu)} µs + PostgreSQL ${Math.round(databaseCpu)} µs`
  return `portal ${describe(portal)}; bare ${describe(bare)}`
}
