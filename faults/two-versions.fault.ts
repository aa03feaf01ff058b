import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort, hasProxy, type ProxyName, startProxy } from './proxies.ts'

/* What browsers get of two servers that are of different versions, as while they are upgraded one after the other. */

/** Starts a server of a version: its page names its script, and it has no other. Returns its port. */
async function startVersion(version: string): Promise<number> {
  const script = `/assets/index-${version}.js`
  const server = createServer(({ url = '' }, reply) => {
    if (url === '/') reply.end(`<script type="module" src="${script}"></script>`)
    else if (url === script || url.startsWith('/api/')) reply.end(version)
    else reply.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Starts a proxy before servers of these versions. Returns what answers through it. */
async function startBefore(name: ProxyName, versions: readonly string[]) {
  const port = await freePort()
  onTestFinished(await startProxy(name, port, await Promise.all(versions.map(startVersion))))
  return (path: string) => fetch(`http://localhost:${port}${path}`)
}

const orders = [
  ['old', 'new'],
  ['new', 'old'],
]

describe.each(['HAProxy', 'Caddy', 'nginx'] satisfies ProxyName[])(
  'Behind %s (needs Debian’s package of that name)',
  (name) => {
    test.skipIf(!hasProxy(name))('a page gets its scripts while its servers are of two versions', async () => {
      for (const versions of orders) {
        const get = await startBefore(name, versions)
        const statuses = new Map<number, number>()
        const answering = new Set<string>()
        for (let opened = 0; opened < 30; opened++) {
          const script = /src="([^"]+)"/.exec(await (await get('/')).text())?.[1] ?? 'none'
          const { status } = await get(script)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          answering.add(await (await get('/api/portal')).text())
        }
        expect([...statuses], versions.join()).toEqual([[200, 30]])
        expect([...answering].toSorted()).toEqual(['new', 'old'])
      }
    })
  },
)

describe.each(['HAProxy', 'nginx'] satisfies ProxyName[])(
  'Behind %s (needs Debian’s package of that name), too,',
  (name) => {
    test.skipIf(!hasProxy(name))('an open page gets a script that only the other server still has', async () => {
      for (const versions of orders) {
        const get = await startBefore(name, versions)
        for (let time = 0; time < 10; time++)
          for (const version of versions) {
            const reply = await get(`/assets/index-${version}.js`)
            expect([reply.status, await reply.text()], versions.join()).toEqual([200, version])
          }
        expect((await get('/assets/index-none.js')).status).toBe(404)
      }
    })
  },
)
