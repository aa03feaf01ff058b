import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openClient } from '../connect.ts'
import { startEmbedded } from '../embedded/embedded.ts'
import { migrate } from '../migrate.ts'

const template = 'portal_template'
const log = { info: () => undefined, warn: (message: string) => void process.stderr.write(`${message}\n`) }
const tokenSecret = 'a-secret-that-only-tests-know-0123456789'

/** How many partitions each large table of a test's database has; 0: none. `npm test -- partitions` sets it. */
export const testPartitions = Number(process.env.TEST_PARTITIONS ?? 0)

/** A PostgreSQL for tests: its URL, and a migrated, empty database that tests clone or look at. */
export type TestServer = {
  adminUrl: string
  template: string
  templateUrl: string
  tokenSecret: string
  stop: () => Promise<void>
}

type RunningServer = { url: string; stop: () => Promise<void> }

/**
 * Starts a PostgreSQL of its own, in a folder that is gone when it stops; or uses the one whose superuser has the address,
 * which is for tests alone and for one caller at a time: by default that of TEST_DATABASE_URL.
 */
export async function startTestServer(address = process.env.TEST_DATABASE_URL ?? null): Promise<TestServer> {
  const { url: adminUrl, stop } = address === null ? await startOwnServer() : await lendServer(address)
  try {
    const admin = await openClient({ connectionString: adminUrl })
    await admin.query(`create database ${template}`)
    const url = new URL(adminUrl)
    url.pathname = `/${template}`
    await migrate({ url: url.href, tokenSecret, partitions: testPartitions, log })
    await admin.end()
    return { adminUrl, template, templateUrl: url.href, tokenSecret, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startOwnServer(): Promise<RunningServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-test-'))
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
  return { url: embedded.url, stop }
}

async function lendServer(url: string): Promise<RunningServer> {
  const dropTemplate = async () => {
    const admin = await openClient({ connectionString: url })
    await admin.query(`drop database if exists ${template} with (force)`)
    await admin.end()
  }
  await dropTemplate()
  return { url, stop: dropTemplate }
}
