import type { ExportFormat } from '../contract/documents/papers.ts'
import { accountsOf, tokenOf } from './asked.ts'
import type { Data } from './data.ts'
import { atMost, type Finding, median } from './finding.ts'
import { say } from './say.ts'
import { type Server, startPortal } from './servers.ts'
import type { Settings } from './settings.ts'

/** Rows a second that are promised of a file. */
const promised = 20_000

/** The longest list of the largest account as a file, whole, and what the server holds while it is written. */
export async function exportWhole(data: Data, { rounds }: Settings): Promise<Finding[]> {
  const { largest } = await accountsOf(data, 200)
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
      for (let round = 0; round <= rounds; round++) runs.push(await take(portal, path, largest))
      // The first one warms up.
      const speed = count / median(runs.slice(1).map(({ seconds }) => seconds))
      const held = median(runs.slice(1).map(({ growth }) => growth))
      const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`
      const more = `${count} ${type} of the largest account, ${mb(runs[0]?.bytes ?? 0)}`
      findings.push(
        {
          what: `export as ${named[format]}`,
          measured: `${Math.round(speed)} rows/s`,
          promise: `≥ ${promised} rows/s`,
          kept: speed >= promised,
          more,
        },
        atMost(`export as ${named[format]}: memory held in its second half against its first`, held, 1.25, ''),
      )
      say(`export ${format}: ${Math.round(speed)} rows/s, memory ${held.toFixed(2)} × (${more})`)
    }
    return findings
  } finally {
    await portal.stop()
  }
}

const named: Readonly<Record<ExportFormat, string>> = { csv: 'CSV', xlsx: 'a workbook' }

type Run = { seconds: number; bytes: number; growth: number }

/** Fetches a file twice: for its time, and, slowly because the server is asked what it holds, for its memory. */
async function take(portal: Server, path: string, accountId: string): Promise<Run> {
  const open = async () => {
    const headers = { authorization: `Bearer ${await tokenOf(accountId, portal.port)}` }
    const reply = await fetch(`http://localhost:${portal.port}${path}`, { headers })
    if (reply.status !== 200 || !reply.body) throw new Error(`${path} answered ${reply.status}`)
    return reply.body
  }
  const begun = performance.now()
  let bytes = 0
  for await (const part of await open()) bytes += part.length
  const seconds = (performance.now() - begun) / 1000
  const held: number[] = []
  let [read, next] = [0, 0]
  for await (const part of await open()) {
    read += part.length
    if (read < next) continue
    held.push((await portal.usage('memory')).heap)
    next += bytes / 20
  }
  const half = Math.floor(held.length / 2)
  return { seconds, bytes, growth: Math.max(...held.slice(half)) / Math.max(...held.slice(0, half)) }
}
