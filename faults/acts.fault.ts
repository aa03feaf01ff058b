import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { endProcess, type RunningPortal } from '#server/testing/process.ts'
import { faultPortal } from './fault-portal.ts'
import { sendDocuments } from './ledger.ts'

/* The server is killed while customers act: between a press, what it stores and the mail to the salesperson. */

const { start, prepare, owner, key, signIn } = faultPortal({ TOKEN_SECRET: 'a secret that survives every kill of it' })
let portal: RunningPortal
let token = ''

type Act = { type: string; path: string; body: (key: string) => object; status?: string; document?: object }

const acts: readonly Act[] = [
  { type: 'quotes', path: 'accept', status: 'open', body: (name) => ({ key: name, signature: 'Ann' }) },
  {
    ...{ type: 'shipments', path: 'instructDelivery', status: 'delivery_failed' },
    body: (name) => ({ key: name, instruction: 'redeliver' }),
  },
  {
    ...{ type: 'invoices', path: 'dispute', document: { currency: 'EUR', totals: { gross: '50.00', open: '50.00' } } },
    body: (name) => ({ key: name, reason: 'PRI', wanted: 'CNF', note: 'Not the price that was agreed.' }),
  },
  { type: 'orders', path: 'messages', body: (name) => ({ key: name, text: 'Can it come on a Tuesday?' }) },
]
const killsOfEach = 5
const presses = acts.flatMap((act) =>
  Array.from({ length: killsOfEach }, (_, turn) => ({
    ...act,
    number: `${act.type}-${turn}`,
    salesperson: `${act.type}-${turn}@supplier.example`,
    // From before the act is stored until well after its mail has left.
    killedAfterMs: turn * 12,
    key: randomUUID(),
  })),
)
type Press = (typeof presses)[number]

beforeAll(async () => {
  portal = await start()
  await prepare(portal)
  token = await signIn(portal)
  const documents = presses.map(({ type, number, status, document, salesperson }) => ({
    ...{ type, number, account: 'C-1', salesperson: { name: 'Sol Vang', email: salesperson } },
    ...{ lines: [{ line: '1', sku: 'A-1', quantity: '2' }], ...document, ...(status === undefined ? {} : { status }) },
  }))
  expect((await sendDocuments(portal.address, key(), documents)).status).toBe(200)
})

/** The status of the reply; undefined when the server was killed before it answered. */
const send = async ({ type, number, path, body, key: name }: Press): Promise<number | undefined> => {
  const reply = await fetch(`${portal.address}/api/documents/${type}/${number}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, origin: portal.address },
    body: JSON.stringify(body(name)),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined)
  return reply?.status
}

/** How often each of these stands there, in the order of the presses. */
async function countsOf(text: string, value: (press: Press) => string): Promise<number[]> {
  const { rows } = await owner().query<{ name: string; count: number }>(text)
  return presses.map((press) => rows.find(({ name }) => name === value(press))?.count ?? 0)
}

test('F37: an act that is sent again after the server was killed is made once, and mailed once', {
  timeout: 300_000,
}, async () => {
  const once = presses.map(() => 1)
  for (const press of presses) {
    const sent = send(press)
    await delay(press.killedAfterMs)
    await endProcess(portal.child, 'SIGKILL')
    await sent
    portal = await start()
    // A browser that has no answer sends the same again, and a person may press once more.
    expect([await send(press), await send(press)], press.number).toEqual([200, 200])
  }
  const requests = 'select document_number as name, count(*)::int as count from requests group by 1'
  expect(await countsOf(requests, ({ number }) => number)).toEqual(once)
  const mails = 'select recipient as name, count(*)::int as count from mails group by 1'
  expect(await countsOf(mails, ({ salesperson }) => salesperson)).toEqual(once)
})
