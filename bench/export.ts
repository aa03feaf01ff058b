import type { ExportFormat } from '#contract/documents/downloads.ts'
import { atMost, type Finding, median } from './harness/finding.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { reportProgress } from './harness/progress.ts'
import { createMemberToken, pickAccounts } from './harness/requests.ts'
import { type Server, startPortal } from './harness/servers.ts'
import type { Settings } from './harness/settings.ts'

/** The promised speed of an export, in rows per second. */
const promisedRowsPerSecond: Readonly<Record<ExportFormat, number>> = { csv: 80_000, xlsx: 70_000 }

/** Exports the longest list of the largest account as a whole file, and measures the server's memory meanwhile. */
export async function exportWhole(data: MeasuredDatabase, { rounds }: Settings): Promise<Finding[]> {
  const { largest } = await pickAccounts(data, 200)
  const { rows } = await data.owner.query<{ type: string; count: number }>(
    'select type, sum(count)::int as count from document_counts where account_id = $1 group by 1 order by 2 desc limit 1',
    [largest],
  )
  const { type = '', count = 0 } = rows[0] ?? {}
  const portal = await startPortal(data)
  try {
    const findings: Finding[] = []
    for (const format of ['csv', 'xlsx'] as const) {
      const path = `/api/documents/${type}/export?format=${format}`
      const runs: Run[] = []
      for (let round = 0; round <= rounds; round++) runs.push(await measureExport(data, portal, path, largest))
      // The first one warms up.
      const speed = count / median(runs.slice(1).map(({ seconds }) => seconds))
      const memoryGrowth = median(runs.slice(1).map(({ growth }) => growth))
      const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`
      const more = `${count} ${type} of the largest account, ${mb(runs[0]?.bytes ?? 0)}`
      findings.push(
        {
          what: `export as ${formatNames[format]}`,
          measured: `${Math.round(speed)} rows/s`,
          promise: `≥ ${promisedRowsPerSecond[format]} rows/s`,
          kept: speed >= promisedRowsPerSecond[format],
          more,
        },
        atMost(
          `export as ${formatNames[format]}: memory held in its second half against its first`,
          memoryGrowth,
          1.25,
          '',
        ),
      )
      reportProgress(`export ${format}: ${Math.round(speed)} rows/s, memory ${memoryGrowth.toFixed(2)} × (${more})`)
    }
    return findings
  } finally {
    await portal.stop()
  }
}

const formatNames: Readonly<Record<ExportFormat, string>> = { csv: 'CSV', xlsx: 'a workbook' }

type Run = { seconds: number; bytes: number; growth: number }

/** Fetches a file twice: once for its time, and once slowly, reading the server's memory meanwhile. */
async function measureExport(data: MeasuredDatabase, portal: Server, path: string, accountId: string): Promise<Run> {
  const openExport = async () => {
    const headers = { authorization: `Bearer ${await createMemberToken(data, accountId, portal.port)}` }
    const reply = await fetch(`http://localhost:${portal.port}${path}`, { headers })
    if (reply.status !== 200 || !reply.body) throw new Error(`${path} answered ${reply.status}`)
    return reply.body
  }
  const startedAt = performance.now()
  let bytes = 0
  for await (const part of await openExport()) bytes += part.length
  const seconds = (performance.now() - startedAt) / 1000
  const heapSizes: number[] = []
  let [read, next] = [0, 0]
  for await (const part of await openExport()) {
    read += part.length
    if (read < next) continue
    heapSizes.push((await portal.usage('memory')).heap)
    next += bytes / 20
  }
  const half = Math.floor(heapSizes.length / 2)
  return { seconds, bytes, growth: Math.max(...heapSizes.slice(half)) / Math.max(...heapSizes.slice(0, half)) }
}
