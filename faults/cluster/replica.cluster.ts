import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { openClient } from '#database/connect.ts'
import { recordFigure } from './figures.ts'
import { startLoad } from './load.ts'
import { keepCalling } from './people.ts'
import { startPair } from './postgres-pair.ts'
import { type Servers, serversOn } from './servers.ts'

/* DATABASE_READ_URL names the standby: what people look at comes from it. */

const pair = await startPair()
afterAll(() => pair.stop())
const startAlone = serversOn({ DATABASE_URL: pair.ownerUrl })
const startWithReplica = serversOn({
  DATABASE_URL: pair.ownerUrl,
  DATABASE_READ_URL: `postgres://127.0.0.1:${pair.ports[1]}/portal`,
})

/** Documents in each list that people look at. */
const documents = 2_000
/** Milliseconds for which people read. */
const duration = 20_000
/** Milliseconds in a tick of the kernel's clock of processes. */
const tick = 10

/** Milliseconds of processor time that the connections of the portal have taken on the primary, by process. */
async function primaryTimes(): Promise<Map<number, number>> {
  const client = await openClient({ connectionString: pair.superuserUrl })
  try {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where usename like 'portal%' and backend_type = 'client backend'`,
    )
    return new Map(rows.map(({ pid }) => [pid, processTime(pid)]))
  } finally {
    await client.end()
  }
}

function processTime(pid: number): number {
  // The name of the process, in brackets, may hold spaces; user and system time are the 12th and 13th field after it.
  const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number)
  return (user + system) * tick
}

/** Sends as many orders and invoices as a customer has. */
async function fillLists({ address, key }: Servers): Promise<void> {
  const lines = ['orders', 'invoices'].flatMap((type) =>
    Array.from({ length: documents }, (_, index) =>
      JSON.stringify({
        ...{ type, number: `LIST-${index}`, account: 'C-1', currency: 'EUR', issueDate: '2026-03-01' },
        ...{ customerReference: `PO ${index}`, lines: [{ line: '1', sku: `BK-${index}`, quantity: '2' }] },
      }),
    ),
  )
  const reply = await fetch(`${address}/api/ingest/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key()}`, 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  })
  expect(reply.status, await reply.text()).toBe(200)
}

/** Milliseconds of the primary's processor time for a call while people read; fails when one of them fails. */
async function timeOfCall({ address, tokens }: Servers): Promise<number> {
  const failures: string[] = []
  const people = keepCalling(address, tokens, failures)
  // Until every connection is open and has prepared its statements.
  await sleep(5_000)
  const [before, callsBefore] = [await primaryTimes(), people.calls()]
  await sleep(duration)
  const [after, calls] = [await primaryTimes(), people.calls() - callsBefore]
  await people.stop()
  expect(failures).toEqual([])
  const taken = [...after].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0)
  return taken / calls
}

let alone = 0
test('without a replica the primary answers what people read', async () => {
  const servers = await startAlone()
  await fillLists(servers)
  alone = await timeOfCall(servers)
  await servers.stop()
  recordFigure('no replica', 'processor time of the primary for a call', `${alone.toFixed(2)} ms`)
  expect(alone).toBeGreaterThan(0)
})

test('a replica takes about half of it off, and nobody misses what the ERP sends meanwhile', async () => {
  const servers = await startWithReplica()
  const replicated = await timeOfCall(servers)
  recordFigure('a replica', 'processor time of the primary for a call', `${replicated.toFixed(2)} ms`)
  recordFigure('a replica', 'share of that without', (replicated / alone).toFixed(2))
  const load = startLoad(servers, 'REPLICA')
  await sleep(duration)
  await load.stop()
  await servers.stop()
  recordFigure('a replica', 'calls; failed', `${load.calling.calls()}; ${load.failures.length}`)
  expect(load.failures).toEqual([])
  // What stays: who is signed in, the versions, and profiles, which are a quarter of the calls.
  expect(replicated / alone).toBeLessThan(0.6)
})
