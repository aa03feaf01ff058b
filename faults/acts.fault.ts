import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { endProcess, type RunningPortal } from '#server/testing/process.ts'
import { faultPortal } from './fault-portal.ts'
import { sendDocuments } from './ledger.ts'

/* The server is killed while customers act: between a press, what it stores and the mail to the salesperson. */

const { start, prepare, owner, key, signIn, command } = faultPortal({
  TOKEN_SECRET: 'a secret that survives every kill of it',
})
let portal: RunningPortal
let token = ''

type Act = {
  type: string
  path: string
  body: (key: string, number: string) => object
  status?: string
  document?: object
}

const invoice = { currency: 'EUR', totals: { gross: '50.00', open: '50.00' } }

const acts: readonly Act[] = [
  { type: 'quotes', path: 'accept', status: 'open', body: (name) => ({ key: name, signature: 'Ann' }) },
  {
    ...{ type: 'shipments', path: 'instructDelivery', status: 'delivery_failed' },
    body: (name) => ({ key: name, instruction: 'redeliver' }),
  },
  {
    ...{ type: 'invoices', path: 'dispute', document: invoice },
    body: (name) => ({ key: name, reason: 'PRI', wanted: 'CNF', note: 'Not the price that was agreed.' }),
  },
  {
    ...{ type: 'shipments', path: 'returnGoods', status: 'delivered' },
    body: (name, number) => ({
      key: name,
      lines: [{ shipment: number, line: '1', quantity: '2', reason: 'damaged' }],
    }),
  },
  {
    ...{ type: 'invoices', path: 'adviseRemittance', document: invoice },
    body: (name, number) => ({
      ...{ key: name, paidOn: new Date().toISOString().slice(0, 10) },
      invoices: [{ number, currency: 'EUR', amount: '50.00' }],
    }),
  },
  { type: 'orders', path: 'messages', body: (name) => ({ key: name, text: 'Can it come on a Tuesday?' }) },
]
const kills = 7
const turns = Array.from({ length: kills }, (_, turn) => turn)
/** From before the acts of a turn are stored until well after their mails have left. */
const killedAfterMs = (turn: number) => turn * 20
/** Each act once in each turn, all of a turn at the same moment. */
const presses = acts.flatMap((act) =>
  turns.map((turn) => ({
    ...act,
    turn,
    number: `${act.type}-${act.path}-${turn}`,
    salesperson: `${act.type}-${act.path}-${turn}@supplier.example`.toLowerCase(),
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

const send = async ({ type, number, path, body, key: name }: Press): Promise<number | undefined> => {
  const address = path === 'adviseRemittance' ? 'remittances' : `documents/${type}/${number}/${path}`
  return post(address, { token, body: JSON.stringify(body(name, number)) })
}

/** The status of the reply; undefined when the server was killed before it answered. */
async function post(
  path: string,
  {
    token: bearer,
    body,
    type = 'application/json',
  }: { token: string; body: string | Buffer<ArrayBuffer>; type?: string },
): Promise<number | undefined> {
  const reply = await fetch(`${portal.address}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': type, authorization: `Bearer ${bearer}`, origin: portal.address },
    body,
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined)
  return reply?.status
}

/** Sends all of these at once, kills the server some milliseconds later, starts it and sends each twice more. */
async function sendThroughKill(senders: readonly (() => Promise<number | undefined>)[], afterMs: number) {
  const sendAll = () => Promise.all(senders.map((sendOne) => sendOne()))
  const sent = sendAll()
  await delay(afterMs)
  await endProcess(portal.child, 'SIGKILL')
  await sent
  portal = await start()
  // A program that has no answer sends the same again, and a person may press once more.
  return [...(await sendAll()), ...(await sendAll())]
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
  for (const turn of turns) {
    const pressed = presses.filter((press) => press.turn === turn).map((press) => () => send(press))
    const statuses = await sendThroughKill(pressed, killedAfterMs(turn))
    expect(statuses, `turn ${turn}`).toEqual(statuses.map(() => 200))
  }
  const requests = 'select key::text as name, count(*)::int as count from requests group by 1'
  expect(await countsOf(requests, ({ key: name }) => name)).toEqual(once)
  const mails = 'select recipient as name, count(*)::int as count from mails group by 1'
  expect(await countsOf(mails, ({ salesperson }) => salesperson)).toEqual(once)
})

test('F40: a file and an answer of the ERP that are sent again after the server was killed are there once, and mailed once', {
  timeout: 300_000,
}, async () => {
  const { rows } = await owner().query<{ id: string }>(
    "select id from requests where kind = 'dispute' order by document_number",
  )
  const made = await command(['key', 'create', '--name', 'answers', '--scope', 'requests:write'])
  const answerKey = made.output.trimEnd().split('\n').at(-1) ?? ''
  const file = Buffer.from('%PDF-1.4\n%\u00e2\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n', 'latin1')
  for (const turn of turns) {
    const id = rows[turn]?.id
    const fileId = randomUUID()
    const upload = () =>
      post(`requests/${id}/files?name=photo.pdf&fileId=${fileId}`, { token, body: file, type: 'application/pdf' })
    const body = JSON.stringify({ state: 'answered', text: `Looked at ${turn}`, by: 'Sol', key: randomUUID() })
    const answer = () => post(`ingest/requests/${id}/answer`, { token: answerKey, body })
    const statuses = await sendThroughKill([upload, answer], killedAfterMs(turn) / 2)
    expect(statuses, `turn ${turn}`).toEqual([200, 200, 200, 200])
  }
  const count = async (text: string) => (await owner().query<{ count: number }>(text)).rows[0]?.count
  expect(await count('select count(*)::int as count from request_files')).toBe(kills)
  expect(await count("select count(*)::int as count from conversation_messages where side = 'supplier'")).toBe(kills)
  expect(await count("select count(*)::int as count from mails where kind = 'requestAnswered'")).toBe(kills)
})
