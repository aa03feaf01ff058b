import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { openClient, openPool } from '../connect.ts'
import { testLink } from '../testing/database.ts'
import { hostsOf, readAddress } from './hosts.ts'

/** A port of this machine on which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** The address of this run's PostgreSQL, as one of two hosts of which the other is down. */
async function besideOneThatIsDown(order: 'first' | 'last', port?: number): Promise<string> {
  const { adminUrl } = inject('database')
  const { host } = new URL(adminUrl)
  const up = port === undefined ? host : `127.0.0.1:${port}`
  const down = `127.0.0.1:${await closedPort()}`
  return readAddress(adminUrl.replace(host, (order === 'first' ? [up, down] : [down, up]).join(',')))
}

describe('An address with several hosts', () => {
  test('names each of them with its port, in order, as libpq takes it', () => {
    const address = readAddress(
      'postgres://o:p%40x@one,two:6000/portal?sslmode=require&target_session_attrs=read-write',
    )
    const { addresses, primaryOnly } = hostsOf(address)
    expect(primaryOnly).toBe(true)
    const parts = addresses.map((one) => new URL(one ?? ''))
    expect(parts.map(({ searchParams }) => [searchParams.get('host'), searchParams.get('port')])).toEqual([
      ['one', '5432'],
      ['two', '6000'],
    ])
    for (const { username, password, pathname, searchParams } of parts) {
      expect([username, password, pathname, searchParams.get('sslmode')]).toEqual(['o', 'p%40x', '/portal', 'require'])
    }
  })

  test('may name them behind the question mark too, with one port for all', () => {
    const { addresses, primaryOnly } = hostsOf(readAddress('postgres://o@one/portal?host=one,::1&port=6000'))
    expect(primaryOnly).toBe(false)
    const hosts = addresses.map((one) => new URL(one ?? '').searchParams)
    expect(hosts.map((one) => `${one.get('host')} ${one.get('port')}`)).toEqual(['one 6000', '::1 6000'])
  })

  test('is left as it was written when it names one', () => {
    for (const text of [
      'postgres://o:p@h:1/portal',
      'postgresql://h/portal?sslmode=require',
      'postgres:///d?host=/run',
    ]) {
      expect(readAddress(text)).toBe(text)
      expect(hostsOf(text).addresses).toEqual([text])
    }
  })

  test.each(['first', 'last'] as const)(
    'is served by the one that answers, whether it is named %s or not',
    async (order) => {
      const connectionString = await besideOneThatIsDown(order)
      const client = await openClient({ connectionString })
      onTestFinished(() => client.end())
      expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      const pool = openPool({ connectionString, max: 3, connectionTimeoutMillis: 1_500 }, () => undefined)
      onTestFinished(() => pool.end())
      const answers = await Promise.all(Array.from({ length: 9 }, () => pool.query('select 1 as one')))
      expect(answers.map(({ rows }) => rows[0])).toEqual(Array.from({ length: 9 }, () => ({ one: 1 })))
    },
  )

  test('fails with the reason when none answers, and is served by itself as soon as one does', async () => {
    const link = await testLink()
    const { port } = new URL(link.through(inject('database').adminUrl))
    const connectionString = await besideOneThatIsDown('last', Number(port))
    const pool = openPool({ connectionString, max: 1, connectionTimeoutMillis: 500 }, () => undefined)
    onTestFinished(() => pool.end())
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    link.become('refusing')
    link.reset()
    await expect(pool.query('select 1')).rejects.toThrow(/ECONNREFUSED|ECONNRESET|terminated|timeout/)
    link.become('well')
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})
