import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Reply } from '#contract/endpoint.ts'
import type { listRequestChanges } from '#contract/requests/supplier-endpoints.ts'
import { makeErpKey } from '#server/testing/erp-key.ts'
import { testPortal } from '#server/testing/portal.ts'

/* The supplier's systems read what happens to requests change by change, each once, and say how far they have read. */

type Changes = Reply<typeof listRequestChanges>

const portal = await testPortal()
const orders = Array.from({ length: 6 }, (_, index) => `O-${index + 1}`)
let people: string[]
let apiKey: string

beforeAll(async () => {
  const { errors } = await portal.ingest(
    ...orders.map((number) => ({
      ...{ type: 'orders' as const, number, account: 'C-1', status: 'confirmed' },
      lines: [{ line: '1', sku: 'BK-1', quantity: '2' }],
    })),
    { type: 'orders', number: 'O-far', account: 'C-2' },
  )
  expect(errors).toEqual([])
  people = await Promise.all(['a', 'b', 'c', 'd'].map((name) => portal.signIn(`${name}@c.example`, 'C-1', 'admin')))
  apiKey = await makeErpKey(portal)
})

const ask = async (number: string, note: string, token = people[0]) =>
  String(
    (await portal.call('POST', `/documents/orders/${number}/ask`, { token, body: { key: randomUUID(), note } })).body
      .id,
  )
const write = (number: string, request: string, text: string, token = people[0]) =>
  portal.call('POST', `/documents/orders/${number}/messages`, { token, body: { key: randomUUID(), text, request } })
const answer = (id: string, body: object) =>
  portal.call('POST', `/ingest/requests/${id}/answer`, { token: apiKey, body: { key: randomUUID(), ...body } })
const read = async (query = '', token = apiKey) => {
  const { status, body } = await portal.get(`/ingest/requests/changes${query}`, token)
  expect(status).toBe(200)
  return body as Changes
}
const acknowledge = (through: string | null, reader?: string, token = apiKey) =>
  portal.call('POST', '/ingest/requests/changes/acknowledge', {
    token,
    body: { through, ...(reader ? { reader } : {}) },
  })
/** Where the changes end now. */
const end = async (): Promise<string> => {
  let page = await read('?after=start&limit=100')
  while (page.more) page = await read(`?after=${page.last}&limit=100`)
  return page.last ?? 'start'
}
const toldSince = async (after: string) =>
  (await read(`?after=${after}`)).changes.map(({ change, message, file, request }) => [
    change,
    ...(message ? [message.text ?? message.outcome] : []),
    ...(file ? [file.name] : []),
    request.state,
  ])

describe('what happens to a request', () => {
  test('each of question, message, answer, file and close comes as a change of its own, in their order', async () => {
    const before = await end()
    const id = await ask('O-1', 'When does it come?')
    await write('O-1', id, 'By Friday?')
    await answer(id, { state: 'asked', text: 'Where to?', by: 'Sol' })
    await portal.app.inject({
      method: 'POST',
      url: `/api/requests/${id}/files?name=gate.pdf`,
      headers: { authorization: `Bearer ${people[0]}`, 'content-type': 'application/octet-stream' },
      body: Buffer.from('%PDF-1.7'),
    })
    await portal.call('POST', `/requests/${id}/close`, { token: people[0] ?? '' })
    expect(await toldSince(before)).toEqual([
      ['made', 'closed'],
      ['message', 'By Friday?', 'closed'],
      ['state', 'closed'],
      ['message', 'Where to?', 'closed'],
      ['file', 'gate.pdf', 'closed'],
      ['state', 'closed'],
      ['message', 'closed', 'closed'],
    ])
    const [made] = (await read(`?after=${before}`)).changes
    expect(made?.request).toMatchObject({ id, account: 'C-1', content: { note: 'When does it come?' } })
    expect(made?.request.madeBy).toMatchObject({ email: 'a@c.example' })
  })

  test('what is taken back, and what gets another account, is told', async () => {
    const id = await ask('O-2', 'Forget it')
    const before = await end()
    await portal.call('DELETE', `/requests/${id}`, { token: people[0] ?? '' })
    await portal.database.owner.query(
      `update requests set account_id = (select account_id from accounts where number = 'C-2') where id = $1`,
      [id],
    )
    expect(await toldSince(before)).toEqual([
      ['state', 'withdrawn'],
      ['moved', 'withdrawn'],
    ])
    expect((await read(`?after=${before}`)).changes.map(({ request }) => request.account)).toEqual(['C-2', 'C-2'])
  })

  test('more than 200 messages about one request are all read', async () => {
    const id = await ask('O-3', 'First')
    const before = await end()
    await portal.database.pools.server.query(
      `insert into conversation_messages (account_id, request_id, id, document_type, document_number, written_at, side, text, key)
        select account_id, id, gen_random_uuid(), document_type, document_number, now(), 'supplier', 'Words ' || n, gen_random_uuid()
        from requests, generate_series(0, 204) n where id = $1 order by n`,
      [id],
    )
    const texts: (string | null | undefined)[] = []
    for (let after = before, more = true; more; ) {
      const page = await read(`?after=${after}&limit=100`)
      texts.push(...page.changes.filter(({ change }) => change === 'message').map(({ message }) => message?.text))
      after = page.last ?? after
      more = page.more
    }
    expect(texts).toEqual(Array.from({ length: 205 }, (_, count) => `Words ${count}`))
  })
})

describe('a reader', () => {
  test('at the end gets the place where it goes on, as often as it asks', async () => {
    const last = await end()
    expect(await read(`?after=${last}`)).toEqual({ changes: [], last, more: false })
    await ask('O-4', 'More?')
    expect((await read(`?after=${last}`)).changes).toHaveLength(1)
  })

  test('without storage gets what it has not acknowledged, and customers see nothing of that', async () => {
    const last = await end()
    expect((await acknowledge(last)).body).toEqual({ through: last })
    expect(await read()).toEqual({ changes: [], last, more: false })
    const id = await ask('O-4', 'Anybody there?')
    const [change] = (await read()).changes
    expect((await read()).changes).toEqual([change])
    for (const _ of [1, 2]) expect((await acknowledge(change?.id ?? null)).status).toBe(200)
    expect((await acknowledge(last)).body).toEqual({ through: change?.id })
    expect((await read()).changes).toEqual([])
    const { body } = await portal.get('/documents/orders/O-4/requests', people[0])
    expect((body as { requests: object[] }).requests).toContainEqual(expect.objectContaining({ id, state: 'open' }))
  })

  test('with a key of its own, or a name, has read what it has acknowledged and no other', async () => {
    await acknowledge(await end())
    await acknowledge(await end(), 'warehouse')
    await ask('O-5', 'Still?')
    const other = await makeErpKey(portal, 'requests:read')
    expect((await read('?limit=2', other)).more).toBe(true)
    expect((await read('?reader=warehouse', other)).changes).toHaveLength(1)
    await acknowledge(await end(), 'warehouse', other)
    expect((await read('?reader=warehouse')).changes).toEqual([])
    expect((await read()).changes).toHaveLength(1)
  })

  test('that names a change of a database that was restored since is told so', async () => {
    const [place] = (await end()).split('-')
    for (const id of [`${place}-00000000`, '999999999-00000000']) {
      expect((await portal.get(`/ingest/requests/changes?after=${id}`, apiKey)).status).toBe(409)
      expect((await acknowledge(id)).status).toBe(409)
    }
    expect((await portal.get('/ingest/requests/changes?after=yesterday', apiKey)).status).toBe(400)
  })

  test('needs a key that may read requests', async () => {
    const writer = await makeErpKey(portal, 'requests:write')
    expect((await portal.get('/ingest/requests/changes', writer)).status).toBe(403)
    expect((await acknowledge(await end(), undefined, writer)).status).toBe(403)
  })
})

test('what is committed late is read all the same, after what was read before it', async () => {
  const id = await ask('O-6', 'Slow?')
  const before = await end()
  const client = await portal.database.pools.server.connect()
  await client.query('begin')
  await client.query(
    `insert into conversation_messages (account_id, request_id, id, document_type, document_number, written_at, side, text, key)
      select account_id, id, gen_random_uuid(), document_type, document_number, now(), 'supplier', 'Late', gen_random_uuid()
      from requests where id = $1`,
    [id],
  )
  await ask('O-5', 'Quick')
  const first = await read(`?after=${before}`)
  expect(first.changes.map(({ request }) => request.content.note)).toEqual(['Quick'])
  await client.query('commit')
  client.release()
  expect((await read(`?after=${first.last}`)).changes.map(({ message }) => message?.text)).toEqual(['Late'])
})

test('random acts and messages, and readers that are killed between: each change reaches each reader once', {
  timeout: 60_000,
}, async () => {
  const other = await portal.serve()
  const begin = await end()
  /** A page from one of two servers, which place changes at the same moment. */
  const pageOf = async (server: number, reader: string, limit: number) => {
    const reply = await [portal.app, other][server]?.inject({
      url: `/api/ingest/requests/changes?reader=${reader}&limit=${limit}`,
      headers: { authorization: `Bearer ${apiKey}` },
    })
    return reply?.json<Changes>() ?? { changes: [], last: null, more: false }
  }
  const step = fc.record({ order: fc.nat(5), act: fc.constantFrom('ask', 'write', 'answer', 'late') })
  const visit = fc.record({ server: fc.nat(1), limit: fc.integer({ min: 1, max: 9 }), killed: fc.boolean() })
  const plan = fc.record({
    // Each writes as another person: nobody may write more than 60 times an hour.
    writers: fc.array(fc.array(step, { maxLength: 5 }), { minLength: 2, maxLength: 4 }),
    readers: fc.array(fc.array(visit, { maxLength: 8 }), { minLength: 2, maxLength: 3 }),
  })
  let run = 0
  await fc.assert(
    fc.asyncProperty(plan, async ({ writers, readers }) => {
      run++
      const from = await end()
      const names = readers.map((_, index) => `reader-${run}-${index}`)
      for (const name of names) await acknowledge(from, name)
      const taken = new Map(names.map((name) => [name, [] as string[]]))
      /** Reads a page; one that is killed forgets it before it has acknowledged it. */
      const readPage = async (
        name: string,
        { server, limit, killed }: { server: number; limit: number; killed: boolean },
      ) => {
        const { changes, last, more } = await pageOf(server, name, limit)
        if (killed || changes.length === 0) return more
        expect((await acknowledge(last, name)).status).toBe(200)
        taken.get(name)?.push(...changes.map(({ id }) => id))
        return more || changes.length > 0
      }
      await Promise.all([
        ...writers.map(async (steps, who) => {
          for (const { order, act } of steps) await perform(act, orders[order] ?? '', people[who] ?? '')
        }),
        ...readers.map(async (visits, index) => {
          for (const visit of visits) await readPage(names[index] ?? '', visit)
        }),
      ])
      for (const name of names) while (await readPage(name, { server: 0, limit: 7, killed: false }));
      const { rows } = await portal.database.owner.query<{ id: string }>(
        `select position || '-' || left(mark::text, 8) as id from request_changes where position > $1 order by position`,
        [from.split('-')[0]],
      )
      for (const name of names) expect(taken.get(name)).toEqual(rows.map(({ id }) => id))
    }),
    { numRuns: 5 },
  )
  expect(await end()).not.toBe(begin)
})

/** Does something about an order; `late` ends its transaction after others have begun theirs. */
async function perform(act: string, number: string, token: string): Promise<void> {
  if (act === 'late') {
    const client = await portal.database.pools.server.connect()
    await client.query('begin')
    await client.query(
      `insert into conversation_messages (account_id, request_id, id, document_type, document_number, written_at, side, text, key)
        select account_id, id, gen_random_uuid(), document_type, document_number, now(), 'supplier', 'Late', gen_random_uuid()
        from requests where kind = 'ask' and account_id = (select account_id from accounts where number = 'C-1') limit 1`,
    )
    await ask(number, 'Meanwhile', token)
    await client.query('commit')
    client.release()
    return
  }
  const id = await ask(number, 'A question', token)
  if (act === 'write') expect((await write(number, id, 'And more', token)).status).toBe(200)
  if (act === 'answer') expect((await answer(id, { state: 'answered', text: 'Words' })).status).toBe(200)
}
