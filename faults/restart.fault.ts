import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedDatabase, startEmbedded } from '#database/embedded/embedded.ts'
import { endProcess, type RunningPortal } from '#server/testing/process.ts'
import { faultPortal } from './fault-portal.ts'
import { keepSending, ledgerViolations } from './ledger.ts'
import { freePort, hasProxy, type ProxyName, startProxy } from './proxies.ts'
import { keepReading } from './reader.ts'

/* Two servers on one database behind a proxy are restarted one after the other, as for an upgrade. */

const folder = mkdtempSync(join(tmpdir(), 'portal-restart-'))
const log = { info: () => undefined, warn: () => undefined }
let database: EmbeddedDatabase
afterAll(async () => {
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})
database = await startEmbedded({ dataDir: folder, log })

const proxyPort = await freePort()
const { start, prepare, owner, key, signIn } = faultPortal({
  DATABASE_URL: database.url,
  TOKEN_SECRET: 'a secret that both servers of this test sign with',
  PUBLIC_URL: `http://localhost:${proxyPort}`,
  TRUST_PROXY: '127.0.0.1',
  DRAIN_SECONDS: '3',
})

const servers: { port: number; portal: RunningPortal }[] = []
let token = ''
beforeAll(async () => {
  for (let count = 0; count < 2; count++) {
    const port = await freePort()
    servers.push({ port, portal: await start({ PORT: String(port), METRICS_LISTEN: '0' }) })
  }
  const [{ port } = { port: 0 }] = servers
  const own = { address: `http://localhost:${port}` } as RunningPortal
  await prepare(own)
}, 60_000)

/** How many lists a server has answered since it was started. */
async function listsAnsweredBy(portal: RunningPortal): Promise<number> {
  const port = /Metrics for Prometheus are at port (\d+)/.exec(portal.output())?.[1]
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(
    /^portal_call_duration_seconds_count\{endpoint="listDocuments",.*status="200"\} (\d+)/m.exec(text)?.[1] ?? 0,
  )
}

describe.each(['HAProxy', 'Caddy'] satisfies ProxyName[])('Behind %s (needs Debian’s package of that name)', (name) => {
  test.skipIf(!hasProxy(name))(
    'a restart of one server after the other fails no call and loses nothing',
    { timeout: 120_000 },
    async () => {
      const endProxy = await startProxy(
        name,
        proxyPort,
        servers.map(({ port }) => port),
      )
      const address = () => `http://localhost:${proxyPort}`
      token ||= await signIn({ address: address() } as RunningPortal)
      const ledger = keepSending(address, key(), { prefix: name })
      const readers = [0, 1, 2, 3].map(() => keepReading(address, token, 5))
      for (const server of servers) {
        await expect.poll(() => ledger.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(60)
        expect(await endProcess(server.portal.child, 'SIGTERM')).toBe(0)
        server.portal = await start({ PORT: String(server.port), METRICS_LISTEN: '0' })
        // The next one waits, as docs/operating/grow.md says, until the proxy has found this one again.
        await expect.poll(() => listsAnsweredBy(server.portal), { timeout: 30_000 }).toBeGreaterThan(20)
      }
      await Promise.all([ledger.stop(), ...readers.map((reader) => reader.stop())])
      await endProxy()
      const statuses = new Set(readers.flatMap(({ answers }) => answers.map(({ status }) => status)))
      expect([...statuses, ...ledger.statuses.keys()]).toEqual([200, 200])
      expect(readers.reduce((sum, { answers }) => sum + answers.length, 0)).toBeGreaterThan(500)
      expect(await ledgerViolations(owner(), ledger)).toEqual([])
    },
  )
})
