import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openClient } from '../connect.ts'
import { startEmbedded } from '../embedded/embedded.ts'
import { migrate } from '../migrate.ts'

const template = 'portal_template'
const tokenSecret = 'a-secret-that-only-tests-know-0123456789'

/** A PostgreSQL for tests: its URL, and a migrated, empty database that tests clone or look at. */
export type TestServer = {
  adminUrl: string
  template: string
  templateUrl: string
  tokenSecret: string
  stop: () => Promise<void>
}

/** Starts a PostgreSQL of its own, in a folder that is gone when it stops. */
export async function startTestServer(): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-test-'))
  const warn = (message: string) => process.stderr.write(`${message}\n`)
  const log = { info: () => undefined, warn }
  const embedded = await startEmbedded({
    dataDir,
    log,
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
    await migrate({ url: url.href, tokenSecret, log })
    await admin.end()
    return { adminUrl: embedded.url, template, templateUrl: url.href, tokenSecret, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
