import pg from 'pg'
import { copyIn, copyOut } from './harness/copy.ts'
import { databaseCpu } from './harness/database-cpu.ts'
import { atLeast, type Finding, median, within } from './harness/finding.ts'
import { freshDatabase } from './harness/fresh-database.ts'
import { createIngestKey, ndjsonOf, sendNdjson } from './harness/http-import.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { deleteAccounts, ownAccounts, ownDocuments } from './harness/own-accounts.ts'
import { reportProgress } from './harness/progress.ts'
import { type Server, startPortal } from './harness/servers.ts'
import type { Settings } from './harness/settings.ts'

const singleImports = 400
/** Milliseconds of PostgreSQL for a document. */
const mostDatabaseMs = 0.5

/** Seconds by the clock, of the server's processor time, and of PostgreSQL's. */
type Timing = { seconds: number; own: number; database: number }
type Pair = { imported: Timing; copied: Timing }

/**
 * Compares the import over HTTP (reading, check, upsert, links, derived states, search rows, the raw message) with COPY
 * of the rows that it makes, into the same tables with the same indexes, keys and triggers, each after the other: in an
 * empty database, and in the measured one beside all its documents.
 */
export async function importBesideCopy(data: MeasuredDatabase, { documents, rounds }: Settings): Promise<Finding[]> {
  const empty: Pair[] = []
  for (let round = 0; round < rounds; round++) empty.push(await measureEmpty(data, documents))
  const filled: Pair[] = []
  const portal = await startPortal(data)
  let single = 0
  try {
    // The first warms up the server's code.
    await importInto(data, portal, Math.min(1000, documents))
    for (let round = 0; round < rounds; round++) filled.push(await measureFilled(data, portal, documents))
    single = await importSingly(data, portal, Math.min(singleImports, documents))
  } finally {
    await portal.stop()
  }
  return [
    ...findingsOf('an empty database', empty, documents, ''),
    ...findingsOf('the measured database', filled, documents, `one document a call ${Math.round(single)} documents/s`),
  ]
}

function findingsOf(where: string, pairs: readonly Pair[], documents: number, more: string): Finding[] {
  const ratio = median(pairs.map(({ imported, copied }) => copied.seconds / imported.seconds))
  const of = (side: keyof Pair, part: keyof Timing) => median(pairs.map((pair) => pair[side][part]))
  const databaseMs = (of('imported', 'database') * 1000) / documents
  const rate = (side: keyof Pair) => {
    const each = (part: keyof Timing) => Math.round((of(side, part) * 1e6) / documents)
    return `${Math.round(documents / of(side, 'seconds'))} documents/s, CPU each ${each('own')} µs + PostgreSQL ${each('database')} µs`
  }
  const figures = [`import ${rate('imported')}`, `COPY ${rate('copied')}`, `${documents} documents`, more]
  const what = `import over HTTP into ${where}`
  const findings = [
    atLeast(`${what} against COPY of the same rows`, ratio, 0.5, figures.filter((text) => text !== '').join('; ')),
    within(`${what}: processor time of PostgreSQL for a document`, databaseMs, mostDatabaseMs, ''),
  ]
  for (const { what: name, measured } of findings) reportProgress(`${name}: ${measured} (${figures.join('; ')})`)
  return findings
}

async function measureTime(data: MeasuredDatabase, server: Server | undefined, work: () => Promise<unknown>) {
  const own = async () => (server ? (await server.usage('cpu')).cpuMicroseconds : 0)
  const [startedAt, ownBefore, databaseBefore] = [performance.now(), await own(), databaseCpu(data)]
  await work()
  const seconds = (performance.now() - startedAt) / 1000
  return {
    seconds,
    own: ((await own()) - ownBefore) / 1e6,
    database: (databaseCpu(data) - databaseBefore) / 1e6,
  }
}

async function measureEmpty(data: MeasuredDatabase, documents: number): Promise<Pair> {
  const fresh = await freshDatabase(data)
  const owner = new pg.Pool({ connectionString: fresh.ownerUrl, max: 1 })
  const portal = await startPortal({ ...data, ...fresh })
  let imported: Timing
  let rows: Awaited<ReturnType<typeof copyOut>>
  try {
    const [since, lines] = [new Date(), [...ndjsonOf(ownDocuments(documents, mark))]]
    const key = await createIngestKey(fresh.pools)
    await owner.query('checkpoint')
    imported = await measureTime(data, portal, () => sendNdjson(portal.port, key, lines))
    rows = await copyOut(fresh.ownerUrl, await ownAccounts(owner, mark), since)
  } finally {
    await portal.stop()
    await owner.end()
    await fresh.drop()
  }
  const other = await freshDatabase(data)
  try {
    await data.owner.query('checkpoint')
    return { imported, copied: await measureTime(data, undefined, () => copyIn(other.ownerUrl, rows)) }
  } finally {
    await other.drop()
  }
}

/** What the accounts and documents of this benchmark begin with. */
const mark = 'BENCH'

/** Imports documents into the measured database, does something with them, and takes them out again. */
async function importInto(
  data: MeasuredDatabase,
  portal: Server,
  documents: number,
  use: (accountIds: string[], since: Date) => Promise<void> = async () => undefined,
): Promise<Timing> {
  const [since, lines] = [new Date(), [...ndjsonOf(ownDocuments(documents, mark))]]
  const key = await createIngestKey(data.pools)
  await data.owner.query('checkpoint')
  try {
    const timing = await measureTime(data, portal, () => sendNdjson(portal.port, key, lines))
    await use(await ownAccounts(data.owner, mark), since)
    return timing
  } finally {
    await deleteAccounts(data.owner, await ownAccounts(data.owner, mark), since)
  }
}

async function measureFilled(data: MeasuredDatabase, portal: Server, documents: number): Promise<Pair> {
  let copied: Timing | undefined
  const imported = await importInto(data, portal, documents, async (accountIds, since) => {
    const rows = await copyOut(data.ownerUrl, accountIds, since)
    await deleteAccounts(data.owner, accountIds, since)
    await data.owner.query('checkpoint')
    copied = await measureTime(data, undefined, () => copyIn(data.ownerUrl, rows))
  })
  if (copied === undefined) throw new Error('The rows were not copied')
  return { imported, copied }
}

/** Documents per second when each is sent in a call of its own. */
async function importSingly(data: MeasuredDatabase, portal: Server, count: number): Promise<number> {
  const [since, key] = [new Date(), await createIngestKey(data.pools)]
  const startedAt = performance.now()
  try {
    for (const line of ndjsonOf(ownDocuments(count, mark))) await sendNdjson(portal.port, key, [line])
    return count / ((performance.now() - startedAt) / 1000)
  } finally {
    await deleteAccounts(data.owner, await ownAccounts(data.owner, mark), since)
  }
}
