import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openClient } from './connect.ts'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import type {} from './testing.ts'

const template = 'portal_template'
const tokenSecret = 'a-secret-that-only-tests-know-0123456789'

/** Vitest's global set-up: one PostgreSQL for the whole run, with a migrated database that each test file clones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-test-'))
  const warn = (message: string) => process.stderr.write(`${message}\n`)
  const embedded = await startEmbedded({
    dataDir,
    log: { info: () => undefined, warn },
    // The data of a test run need not survive a power cut; everything else is as in production.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB' },
  })
  const stop = async () => {
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const admin = await openClient({ connectionString: embedded.url })
    await admin.query(`create database ${template}`)
    const url = new URL(embedded.url)
    url.pathname = `/${template}`
    await migrate({ url: url.href, tokenSecret, log: { info: () => undefined, warn } })
    await admin.end()
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('database', { adminUrl: embedded.url, template, tokenSecret })
  return stop
}
