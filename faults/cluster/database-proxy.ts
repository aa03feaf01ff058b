import pg from 'pg'
import { freePort, proxies, runConfigured } from '../proxies.ts'
import type { PostgresPair } from './postgres-pair.ts'

/** One address for a primary and its standby. */
export type DatabaseProxy = { url: string; stop: () => Promise<void> }

/** Starts HAProxy before the two: connections go to the primary, and to the standby while that is away. */
export async function startDatabaseProxy({
  ports: [primary, standby],
  ownerUrl,
}: PostgresPair): Promise<DatabaseProxy> {
  const port = await freePort()
  const configuration = `defaults
    mode tcp
    timeout connect 2s
    timeout client 1h
    timeout server 1h
listen postgres
    bind 127.0.0.1:${port}
    option tcp-check
    default-server check inter 500ms fall 1 rise 1 on-marked-down shutdown-sessions
    server primary 127.0.0.1:${primary}
    server standby 127.0.0.1:${standby} backup
`
  const url = new URL(ownerUrl)
  url.port = String(port)
  const { program, args } = proxies.HAProxy
  const stop = await runConfigured({ program, file: 'haproxy.cfg', configuration, args }, async () => {
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    await client.end()
  })
  return { url: url.href, stop }
}
