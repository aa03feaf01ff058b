import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { openBrowser } from '#e2e/harness/browser.ts'
import { addUser } from '#server/auth/administration/users.ts'
import { ingestDocuments } from '#server/ingest/ingest.ts'
import { freshDatabase } from './fresh-database.ts'
import type { MeasuredDatabase } from './measured-database.ts'
import { type Server, startPortal } from './servers.ts'

const account = 'C-1'
type DocumentInput = Omit<IngestDocument, 'account'>

/** A portal with one account, in a database of its own beside the measured one. */
export type BenchPortal = { portal: Server; accountId: string; add: (person: Person) => Promise<unknown> }
type Person = { email: string; password: string }

/** Returns what `measure` returns for a portal whose one account has these documents. */
export async function withPortalAccount<T>(
  data: MeasuredDatabase,
  documents: Iterable<DocumentInput>,
  measure: (place: BenchPortal) => Promise<T>,
): Promise<T> {
  const fresh = await freshDatabase(data)
  try {
    const { server: db, work: workPool } = fresh.pools
    const generators = { clock: () => new Date(), newId: () => randomUUIDv7() }
    const settings = { dryRun: false, source: 'ndjson' } as const
    const report = await ingestDocuments({ workPool, ...generators }, numberedDocuments(documents), settings)
    if (report.rejected > 0) throw new Error(`Documents were rejected: ${JSON.stringify(report.errors[0])}`)
    const accounts = await db.query<{ id: string }>('select account_id as id from accounts where number = $1', [
      account,
    ])
    const deps = { db, ...generators, random: randomBytes, policy: { minimum: 12, words: [] } }
    const portal = await startPortal({ ...data, ...fresh })
    try {
      return await measure({
        portal,
        accountId: accounts.rows[0]?.id ?? '',
        add: (person) => addUser(deps, { ...person, name: 'Clerk', account, role: 'admin' }),
      })
    } finally {
      await portal.stop()
    }
  } finally {
    await fresh.drop()
  }
}

/** The same with the page of a browser in which a clerk of that account is signed in. */
export function withBrowserPage<T>(
  data: MeasuredDatabase,
  documents: Iterable<DocumentInput>,
  measure: (page: Page) => Promise<T>,
): Promise<T> {
  return withPortalAccount(data, documents, async ({ portal, add }) => {
    const person = { email: 'clerk@bench.example', password: randomBytes(12).toString('base64url') }
    await add(person)
    const browser = await openBrowser({ complete: true })
    try {
      const context = await browser.newContext({
        baseURL: `http://localhost:${portal.port}`,
        locale: 'en-GB',
        viewport: { width: 1440, height: 900 },
        serviceWorkers: 'block',
      })
      const page = await context.newPage()
      await page.goto('/')
      await page.locator('input[type=email]').fill(person.email)
      await page.locator('input[type=password]').fill(person.password)
      await page.locator('button[type=submit]').click()
      await page.locator('nav a[href="/orders"]').first().waitFor()
      return await measure(page)
    } finally {
      await browser.close()
    }
  })
}

function* numberedDocuments(documents: Iterable<DocumentInput>) {
  let line = 0
  for (const document of documents) yield { line: ++line, document: { ...document, account } }
}
