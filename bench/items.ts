import { documentTypes } from '#contract/values.ts'
import { atMost, type Finding, median, percentile, within } from './harness/finding.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { reportProgress } from './harness/progress.ts'
import { authorizationHeaders, listPath, pickAccounts } from './harness/requests.ts'
import { startPortal } from './harness/servers.ts'
import type { Settings } from './harness/settings.ts'

const turns = 60
const warmUpTurns = 20

/**
 * Compares the item tracker of the largest account with lists of it, and searching in it with suggestions; one request
 * at a time, in turn.
 */
export async function itemTracker(data: MeasuredDatabase, { rounds }: Settings): Promise<Finding[]> {
  const { largest } = await pickAccounts(data, 200)
  const { articles, units } = await sampleKeys(data, largest)
  const portal = await startPortal(data)
  try {
    const nextPerson = await authorizationHeaders(largest, portal.port)
    const timeRequest = async (path: string) => {
      const startedAt = performance.now()
      const reply = await fetch(`http://localhost:${portal.port}/api${path}`, { headers: nextPerson() })
      await reply.arrayBuffer()
      if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`)
      return performance.now() - startedAt
    }
    const screens = {
      list: (turn: number) => listPath(documentTypes[turn & 3] ?? 'orders').replace('/api', ''),
      'what is on its way': () => '/items',
      'find an article': (turn: number) => `/items?q=${encodeURIComponent(pick(articles, turn))}`,
      'find a serial or lot': (turn: number) => `/items?q=${encodeURIComponent(pick(units, turn))}`,
      'an article': (turn: number) => `/items/${encodeURIComponent(pick(articles, turn))}`,
      'lines of an article': (turn: number) => `/items/${encodeURIComponent(pick(articles, turn))}/lines`,
      'a serial or lot': (turn: number) => `/units/${encodeURIComponent(pick(units, turn))}`,
    }
    const timings = new Map(Object.keys(screens).map((name) => [name, [] as number[]]))
    for (let turn = -warmUpTurns; turn < turns * rounds; turn++) {
      for (const [name, path] of Object.entries(screens)) {
        const time = await timeRequest(path(turn + warmUpTurns))
        if (turn >= 0) timings.get(name)?.push(time)
      }
    }
    const list = median(timings.get('list') ?? [])
    const figures = (name: string) => {
      const times = timings.get(name) ?? []
      return `p50 ${median(times).toFixed(2)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms, list ${list.toFixed(2)} ms`
    }
    const names = Object.keys(screens).filter((name) => name !== 'list')
    for (const name of names) reportProgress(`item tracker, ${name}: ${figures(name)}`)
    const middle = (name: string) => median(timings.get(name) ?? [])
    return names.map((name) =>
      name.startsWith('find')
        ? within(`item tracker in the largest account, ${name}: p50`, middle(name), 10, figures(name))
        : atMost(
            `item tracker in the largest account, ${name}: time against a list`,
            middle(name) / list,
            2,
            figures(name),
          ),
    )
  } finally {
    await portal.stop()
  }
}

const pick = (from: readonly string[], turn: number) => from[turn % from.length] ?? ''

/** The articles in most documents, which cost most, and others; serials and lots of all ages. */
async function sampleKeys(
  { owner }: MeasuredDatabase,
  accountId: string,
): Promise<{ articles: string[]; units: string[] }> {
  const articles = await owner.query<{ sku: string }>(
    'select sku from document_lines where account_id = $1 and sku is not null group by sku order by count(*) desc limit 40',
    [accountId],
  )
  const units = await owner.query<{ code: string }>(
    `(select code from units where account_id = $1 and kind = 'lot' group by code order by count(*) desc limit 10)
union all
(select code from units where account_id = $1 and kind = 'serial' order by hashtext(code) limit 30)`,
    [accountId],
  )
  return { articles: articles.rows.map(({ sku }) => sku), units: units.rows.map(({ code }) => code) }
}
