import { compare, figures } from './harness/compare.ts'
import { atMost, type Finding, none, percentile, within } from './harness/finding.ts'
import { type LoadResult, runLoad } from './harness/load.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { reportProgress } from './harness/progress.ts'
import { countOf, runClosedLoop, summary } from './harness/request-loops.ts'
import { pickAccounts, requestsFor } from './harness/requests.ts'
import { startBare, startPortal } from './harness/servers.ts'
import type { Settings } from './harness/settings.ts'
import { typedInputs } from './harness/typed-inputs.ts'
import { ingestCost } from './search-ingest.ts'

/** Measures search as somebody types in the largest account: each letter from the second on is a request. */
export async function searchAsYouType(data: MeasuredDatabase, { rounds, seconds }: Settings): Promise<Finding[]> {
  const { largest } = await pickAccounts(data, 200)
  const inputs = await typedInputs(data, largest)
  const servers = { portal: await startPortal(data), bare: await startBare(data) }
  try {
    const asYouType = (text: string) => `/api/search?limit=8&suggest=true&q=${encodeURIComponent(text)}`
    const requests = await requestsFor(
      servers.portal,
      inputs.map((text) => ({ accountId: largest, path: asYouType(text) })),
    )
    const single = await compare(data, servers, requests, { connections: 1, seconds, rounds })
    reportProgress(`search: ${figures(single)}`)
    let turn = 0
    const until = performance.now() + rounds * seconds * 1000
    const concurrent = await runClosedLoop(
      servers.portal.port,
      () => requests.portal[turn++ % requests.portal.length] as Buffer,
      { connections: 16, isOver: () => performance.now() > until },
    )
    reportProgress(`search, 16 at once: ${summary(concurrent)}`)
    const pages = await requestsFor(
      servers.portal,
      resultPageInputs(inputs).map((text) => ({
        accountId: largest,
        path: `/api/search?q=${encodeURIComponent(text)}`,
      })),
    )
    const page = await runLoad(servers.portal.port, pages.portal, { connections: 1, seconds: seconds * 2 })
    const hostileResults: ({ name: string } & LoadResult)[] = []
    for (const [name, text, status] of hostileSearches) {
      const { portal } = await requestsFor(servers.portal, [{ accountId: largest, path: asYouType(text) }])
      const outcome = await runLoad(servers.portal.port, portal, { connections: 1, seconds, status })
      hostileResults.push({ name, ...outcome })
    }
    const sizes = await data.owner.query<{ name: string; size: string }>(
      `select relname as name, pg_size_pretty(pg_relation_size(oid)) as size from pg_class
where relname like 'document\\_search%' or relname like 'search\\_words%' order by 1`,
    )
    const slowestHostile = Math.max(...hostileResults.map(({ p50 }) => p50))
    return [
      atMost(
        'search as you type in the largest account: p99 against a bare search that forgives nothing',
        single.slowRatio,
        2.5,
        figures(single),
      ),
      none(
        'search as you type in the largest account, 16 at once: answers other than 200',
        [...concurrent.values()].flat().length - countOf(concurrent, 200),
        `p99 ${percentile(concurrent.get(200) ?? [], 0.99).toFixed(1)} ms; ${summary(concurrent)}`,
      ),
      within(
        'search as you type in the largest account: p50',
        single.portal.p50,
        8,
        `${inputs.length} different inputs, a tenth of them misspelt`,
      ),
      within('search as you type in the largest account: p99', single.portal.p99, 40, 'the same'),
      within(
        'page of results in the largest account: p99',
        page.p99,
        150,
        `p50 ${page.p50.toFixed(1)} ms; ${pages.portal.length} different inputs, with and without filters`,
      ),
      atMost(
        'hostile searches: p50 of the dearest against the p99 of honest ones',
        slowestHostile / single.portal.p99,
        1,
        `p50 and p99 in ms: ${hostileResults.map(({ name, p50, p99 }) => `${name} ${p50.toFixed(1)} ${p99.toFixed(1)}`).join(', ')}`,
      ),
      {
        what: 'size of the search’s tables and indexes',
        measured: sizes.rows.map(({ name, size }) => `${name} ${size}`).join(', '),
      },
      await ingestCost(data),
    ]
  } finally {
    await Promise.all([servers.portal.stop(), servers.bare.stop()])
  }
}

/** Complete inputs for a page of results, some of them with filters. */
function resultPageInputs(typed: readonly string[]): string[] {
  const complete = typed.filter((text, index) => !typed[index + 1]?.startsWith(text))
  const filters = [
    '',
    '',
    ' type:invoices',
    ' status:completed',
    ' after:2025',
    ' over:1000',
    ' status:overdue over:500',
  ]
  return complete.map((text, index) => `${text}${filters[index % filters.length]}`)
}

/**
 * No hostile input may cost more than an honest one. What no document could contain is refused before it is searched.
 */
const hostileSearches: readonly (readonly [name: string, text: string, status: number])[] = [
  ['200 signs', 'x9'.repeat(100), 200],
  ['100 words', 'a '.repeat(100), 200],
  ['50 different words', Array.from({ length: 50 }, (_, index) => `w${index}`).join(' '), 200],
  ['wildcards', '%_%_%_%_ %%%% ____', 200],
  ['wildcards in a number', 'IN%2611_1', 200],
  ['signs of patterns', '(a+)+$ [^x]* .*.* \\\\1', 200],
  ['signs of the index', ":*|&!'() <-> $1190", 200],
  ['common beginnings', 's d i q 2 1 0 b', 200],
  ['all types by status', 'status:overdue status:expired over:1', 200],
  ['10,000 signs', 'x'.repeat(10_000), 400],
  ['500 words', Array.from({ length: 500 }, (_, index) => `w${index}`).join(' '), 400],
  ['null bytes', 'SO\u0000-26\u0000', 400],
]
