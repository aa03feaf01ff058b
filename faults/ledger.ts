import type pg from 'pg'

/** What the portal acknowledged during a fault, to be checked afterwards. */
export type Ledger = {
  /** Numbers of orders whose batch was answered 200. */
  acknowledged: readonly string[]
  /** Batches without an answer, or whose answer does not say whether they were stored. */
  unknown: readonly (readonly string[])[]
  /** The number of answers by status. */
  statuses: ReadonlyMap<number, number>
  /** Stops sending; resolves after the last answer. */
  stop: () => Promise<void>
}

const batch = 20
const linesPerOrder = 4

/** An order of four lines. */
function order(number: string) {
  const lines = Array.from({ length: linesPerOrder }, (_, line) => ({
    line: String(line + 1),
    sku: `A-${line}`,
    quantity: '2',
  }))
  return { type: 'orders', number, account: 'C-1', status: 'confirmed', lines }
}

/** Sends documents as an ERP does; returns the reply. */
export function sendDocuments(
  address: string,
  key: string,
  documents: readonly object[],
  timeout = 20_000,
): Promise<Response> {
  return fetch(`${address}/api/ingest/documents`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${key}` },
    body: documents.map((document) => JSON.stringify(document)).join('\n'),
    signal: AbortSignal.timeout(timeout),
  })
}

/**
 * Sends batches of orders in `lanes` parallel lanes, each one after the other with `pause` milliseconds between them, to
 * the portal's current address.
 */
export function keepSending(address: () => string, key: string, { lanes = 2, prefix = 'SO', pause = 0 } = {}): Ledger {
  const acknowledged: string[] = []
  const unknown: string[][] = []
  const statuses = new Map<number, number>()
  let next = 0
  let isOver = false

  const send = async () => {
    while (!isOver) {
      const numbers = Array.from({ length: batch }, () => `${prefix}-${next++}`)
      const reply = await sendDocuments(address(), key, numbers.map(order)).catch(() => undefined)
      const status = reply?.status ?? 0
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      await reply?.arrayBuffer().catch(() => undefined)
      if (status === 200) acknowledged.push(...numbers)
      else unknown.push(numbers)
      // Retries a refused batch a moment later, as an ERP would.
      const wait = status === 200 ? pause : 100
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
  const sending = Promise.all(Array.from({ length: lanes }, send))
  return {
    acknowledged,
    unknown,
    statuses,
    stop: async () => {
      isOver = true
      await sending
    },
  }
}

/** Acknowledged documents of a ledger that are missing, lack lines, or are stored twice. */
export async function ledgerViolations(owner: pg.Pool, { acknowledged }: Ledger): Promise<string[]> {
  const { rows } = await owner.query<{ number: string; lines: number }>(
    `select d.number, (select count(*)::int from document_lines l where l.account_id = d.account_id and l.document_id = d.id) as lines
from documents d where d.type = 'orders'`,
  )
  const stored = new Map(rows.map(({ number, lines }) => [number, lines]))
  const twice = await owner.query<{ number: string }>(
    'select number from notices where number is not null group by account_id, kind, number having count(*) > 1',
  )
  return [
    ...acknowledged.filter((number) => !stored.has(number)).map((number) => `${number} is missing`),
    ...acknowledged
      .filter((number) => stored.has(number) && stored.get(number) !== linesPerOrder)
      .map((number) => `${number} has ${stored.get(number)} lines`),
    ...twice.rows.map(({ number }) => `${number} was told of twice`),
  ]
}

/** Sends the batches of unknown outcome again; afterwards each is stored once. */
export async function resendUnknown(address: string, key: string, { unknown }: Ledger): Promise<void> {
  for (const numbers of unknown) {
    const reply = await sendDocuments(address, key, numbers.map(order), 60_000)
    if (reply.status !== 200) throw new Error(`Sending again was answered ${reply.status}: ${await reply.text()}`)
  }
}
