import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { withTransaction } from '#database/transaction.ts'
import { openBrowser } from '#e2e/harness/browser.ts'
import { startStaffSession } from '#server/auth/staff/sessions.ts'
import { ingestDocuments } from '#server/ingest/ingest.ts'
import { atMost, type Finding, median, percentile, within } from './harness/finding.ts'
import { type MeasuredDatabase, openMeasuredDatabase } from './harness/measured-database.ts'
import { timeArrivals } from './harness/page-load.ts'
import { reportProgress } from './harness/progress.ts'
import { authorizationHeaders, createMemberToken, pickAccounts } from './harness/requests.ts'
import { type Server, startPortal } from './harness/servers.ts'

/** Customers of a supplier that the console is made for, and of one ten times as large. */
const sizes = [2_000, 20_000] as const
const peopleOfEach = 3
const requestCount = 500
/** No single person may call as often as a benchmark does. */
const staffCount = 20
/** With fewer, the 99th percentile is the third longest call or so, and says more of the machine than of the list. */
const turns = 1500
const rounds = 7
const warmUpTurns = 20
/** Milliseconds within which 99 of 100 pages of a list come, and how much longer they may take with ten times as many. */
const mostMilliseconds = 60
const mostGrowth = 2
const mostAgainstDashboard = 1.5

const firstNames = ['Maria', 'Jörg', 'Ana', 'Lukas', 'Sophie', 'Omar', 'Eva', 'Piet', 'Chloé', 'Tom']
const lastNames = ['Müller', 'de Vries', 'García', 'Dupont', 'Haddad', 'Novak', 'Smith', 'Rossi', 'Weber', 'Janssen']
const trades = ['Bikes', 'Tools', 'Papers', 'Foods', 'Textiles', 'Lights', 'Motors', 'Glass', 'Wood', 'Steel']

const pages = {
  customers: [
    '',
    '?flag=uninvited',
    '?flag=unused',
    '?sort=-signedIn',
    '?sort=changed',
    '?text=steel',
    '?text=zz-none',
  ],
  people: ['?text=maria', '?text=garc%C3%ADa%20eva', '?text=p7%40k-00', '?text=m', ''],
} as const
type List = keyof typeof pages

/**
 * Measures the console's lists of customers and people with 2,000 customers, 6,000 people and 500 open requests, and with
 * ten times as many customers and people; and its first page against a customer's dashboard. One call at a time.
 */
export async function consoleLists(): Promise<Finding[]> {
  const data = await openMeasuredDatabase({ size: 'S' })
  try {
    const times: Record<List, number[][]> = { customers: [], people: [] }
    const findings: Finding[] = []
    let made = 0
    for (const count of sizes) {
      await addCustomers(data, made, count)
      made = count
      const portal = await startPortal(data)
      try {
        const cookies = await signInStaff(data)
        for (const list of ['customers', 'people'] as const)
          times[list].push(
            await timesOf(
              portal,
              pages[list].map((query) => `/api/console/${list}${query}`),
              cookies,
            ),
          )
        if (count === sizes[0]) findings.push(await firstPage(data, portal, cookies))
      } finally {
        await portal.stop()
      }
    }
    for (const list of ['customers', 'people'] as const) {
      const [small = [], large = []] = times[list].map((all) => [percentile(all, 0.99), median(all)])
      const figures = (of: readonly number[], count: number) =>
        `${count.toLocaleString('en')} customers: p50 ${of[1]?.toFixed(1)} ms, p99 ${of[0]?.toFixed(1)} ms`
      reportProgress(`console, ${list}: ${figures(small, sizes[0])}; ${figures(large, sizes[1])}`)
      findings.push(
        within(`console: list of ${list}, p99`, small[0] ?? 0, mostMilliseconds, figures(small, sizes[0])),
        atMost(
          `console: list of ${list} with ten times as many, p99`,
          (large[0] ?? 0) / (small[0] ?? 1),
          mostGrowth,
          figures(large, sizes[1]),
        ),
      )
    }
    return findings
  } finally {
    await data.close()
    rmSync(data.folder, { recursive: true, force: true })
  }
}

/** Customers with a quote of old, an order and an invoice, three people each, and the requests of the first of them. */
async function addCustomers(data: MeasuredDatabase, from: number, to: number): Promise<void> {
  const started = performance.now()
  const deps = { workPool: data.pools.work, clock: () => new Date(), newId: () => randomUUIDv7() }
  await ingestDocuments(deps, documentsOf(from, to), { dryRun: false, source: 'ndjson' })
  const { owner } = data
  await owner.query(
    `with people as (
  insert into users (id, email, name, created_at)
  select gen_random_uuid(), 'p' || p || '@' || lower(a.number) || '.example',
    ($3::text[])[1 + (n + p) % 10] || ' ' || ($4::text[])[1 + (n / 10 + p) % 10], now()
  from accounts a cross join lateral (select substring(a.number from 3)::int as n) o cross join generate_series(1, ${peopleOfEach}) p
  where a.number ~ '^K-\\d+$' and n > $1 and n <= $2 and n % 20 <> 0 returning id, email
)
insert into memberships (account_id, user_id, role, created_at)
select a.account_id, p.id, case when p.email like 'p1%' then 'admin' else 'buyer' end, now()
from people p join accounts a on lower(a.number) = split_part(split_part(p.email, '@', 2), '.', 1)`,
    [from, to, firstNames, lastNames],
  )
  if (from === 0) {
    await owner.query(
      `insert into requests (account_id, id, document_type, document_number, document_hash, kind, content, made_at, made_by, key,
  made_by_name, made_by_email, state, last_at)
select d.account_id, gen_random_uuid(), 'orders', d.number, '\\x00', 'ask', '{"note":"When does it come?"}', now() - d.n * interval '1 minute', u.id,
  gen_random_uuid(), u.name, u.email, 'open', now() - d.n * interval '1 minute'
from (select account_id, number, row_number() over (order by number) as n from documents where type = 'orders' and number like 'KO-%' order by number limit $1) d
join lateral (select u.* from memberships m join users u on u.id = m.user_id where m.account_id = d.account_id limit 1) u on true`,
      [requestCount + 30],
    )
  }
  await owner.query('vacuum (analyze)')
  await owner.query('checkpoint')
  reportProgress(`${to} customers in ${Math.round((performance.now() - started) / 1000)} s`)
}

function* documentsOf(from: number, to: number): Generator<{ line: number; document: IngestDocument }> {
  let line = 0
  const day = (n: number) => new Date(Date.now() - (n % 400) * 86_400_000).toISOString().slice(0, 10)
  for (let n = from + 1; n <= to; n++) {
    const number = String(n).padStart(5, '0')
    const shared = {
      ...{ account: `K-${number}`, accountName: `${lastNames[n % 10]} ${trades[Math.floor(n / 10) % 10]} ${n}` },
      ...{ currency: n % 7 === 0 ? 'CHF' : 'EUR', issueDate: day(n) },
    }
    const lines = [{ line: '1', sku: 'A-1', name: 'Part', quantity: '2', unitPrice: '50', amount: '100' }]
    yield { line: ++line, document: { type: 'orders', number: `KO-${number}`, status: 'confirmed', ...shared, lines } }
    const totals = { net: '100', tax: '19', gross: '119', open: n % 3 === 0 ? '119' : '0' }
    yield {
      line: ++line,
      document: { type: 'invoices', number: `KI-${number}`, ...shared, dueDate: day(n), totals, lines },
    }
  }
}

/** The cookies of owners with a session each. */
async function signInStaff({ owner, pools }: MeasuredDatabase): Promise<string[]> {
  const deps = { clock: () => new Date(), newId: () => randomUUIDv7(), random: randomBytes }
  const caller = { network: null, userAgent: 'bench', requestId: null }
  const cookies: string[] = []
  for (let person = 0; person < staffCount; person++) {
    const staff = { id: randomUUIDv7(), name: `Owner ${person}`, email: `${randomUUIDv7()}@bench.example` }
    await owner.query(`insert into staff (id, name, email, role, created_at) values ($1, $2, $3, 'owner', now())`, [
      ...[staff.id, staff.name, staff.email],
    ])
    const { token } = await withTransaction(pools.server, (db) =>
      startStaffSession(deps, db, { ...staff, role: 'owner' }, caller),
    )
    cookies.push(`console=${token}`)
  }
  return cookies
}

/** The times of calls, one after the other in turn, in milliseconds. */
async function timesOf(portal: Server, paths: readonly string[], cookies: readonly string[]): Promise<number[]> {
  const times: number[] = []
  for (let turn = -warmUpTurns; turn < turns; turn++) {
    const path = paths[(turn + warmUpTurns) % paths.length] ?? ''
    const time = await timeOf(portal, path, { cookie: cookieOf(cookies, turn) })
    if (turn >= 0) times.push(time)
  }
  return times
}

const cookieOf = (cookies: readonly string[], turn: number) => cookies[(turn + warmUpTurns) % cookies.length] ?? ''

async function timeOf(portal: Server, path: string, headers: Record<string, string>): Promise<number> {
  const started = performance.now()
  const reply = await fetch(`http://localhost:${portal.port}${path}`, {
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  })
  await reply.arrayBuffer()
  if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`)
  return performance.now() - started
}

/** The first page of the console against the dashboard of the largest customer, in turn: as pages of a slow phone, and as calls. */
async function firstPage(data: MeasuredDatabase, portal: Server, cookies: readonly string[]): Promise<Finding> {
  const { largest } = await pickAccounts(data, 200)
  const token = await createMemberToken(data, largest, portal.port)
  const origin = `http://localhost:${portal.port}`
  const [today, dashboard]: [number[], number[]] = [[], []]
  const browser = await openBrowser({ complete: true })
  try {
    for (let round = -1; round < rounds; round++) {
      const session = cookieOf(cookies, round).split('=')[1] ?? ''
      const [first] = await timeArrivals(browser, {
        origin,
        path: '/console/',
        token: null,
        session,
        content: 'main ol a',
      })
      const [second] = await timeArrivals(browser, {
        origin,
        path: '/dashboard',
        token,
        content: 'main section a, main article a',
      })
      // The first round warms the browser and the server up.
      if (round < 0 || !first || !second) continue
      today.push(first.content)
      dashboard.push(second.content)
    }
  } finally {
    await browser.close()
  }
  const nextPerson = await authorizationHeaders(largest, portal.port)
  const calls: [number[], number[]] = [[], []]
  for (let turn = 0; turn < turns; turn++) {
    calls[0].push(await timeOf(portal, '/api/console/today', { cookie: cookieOf(cookies, turn) }))
    calls[1].push(await timeOf(portal, '/api/dashboard', nextPerson()))
  }
  const [one, other, ...both] = [today, dashboard, ...calls].map(median) as [number, number, number, number]
  const more = `Today ${one.toFixed(0)} ms, dashboard ${other.toFixed(0)} ms on a slow phone; their calls ${both.map((time) => time.toFixed(1)).join(' and ')} ms`
  reportProgress(`console: ${more}`)
  return atMost(
    'console: first page against the dashboard of the largest customer',
    one / other,
    mostAgainstDashboard,
    more,
  )
}
