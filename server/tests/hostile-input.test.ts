import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { documentTypes } from '#contract/values.ts'
import { isLong } from '#database/testing/long-form.ts'
import { createOwned, numbersOf, type Owned } from '../testing/owned.ts'
import { testPortal } from '../testing/portal.ts'
import { type Probe, probes, sendProbe } from '../testing/probes.ts'

/*
 * Every call is sent what no page of the portal would send: pieces of SQL, patterns, undeclared fields, repeated
 * parameters. Each gets a normal reply or a refusal, never an internal error, and reads or changes nothing of another
 * account.
 */
const portal = await testPortal()
const { owner: database } = portal.database
const secret = 'Zanzibar'
const documents = (account: string, mark: string): IngestDocument[] =>
  documentTypes.map((type) => ({
    ...{ type, number: numbersOf(mark)[type], account, currency: 'EUR', issueDate: '2026-03-01', note: mark },
    lines: [{ line: '1', sku: `SKU-${mark}`, name: `Wheel ${mark}`, quantity: '1', amount: '10.00' }],
    ...(type === 'invoices'
      ? { attachments: [{ name: `${mark}.txt`, mimeType: 'text/plain', contentBase64: 'eA==' }] }
      : {}),
  }))

let owner: string
let intruder: string
let owned: Owned
beforeAll(async () => {
  await portal.ingest(...documents('A-1', secret), ...documents('B-1', 'Other'))
  owner = await portal.signIn('owner@a.example', 'A-1')
  intruder = await portal.signIn('intruder@b.example', 'B-1')
  owned = await createOwned(portal, owner, secret)
})

/** A checksum of every table but the excluded ones. */
async function tableSums(excluded: readonly string[]): Promise<Record<string, string>> {
  const { rows } = await database.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  const sums: Record<string, string> = {}
  for (const { name } of rows.filter((table) => !excluded.includes(table.name))) {
    const { rows: found } = await database.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${name} t`,
    )
    sums[name] = found[0]?.sum ?? ''
  }
  return sums
}

const endpointOf = (name: string) => endpoints.find((endpoint) => endpoint.name === name) as Endpoint
/** The probes of each endpoint, except papers: they take long to set and are found by the same number as all else. */
const probesOf = (name: string) =>
  (probes[name]?.(owned) ?? []).filter(({ url, body }) => !url.includes('/pdf') && !Buffer.isBuffer(body)).slice(0, 2)

const hostile = [
  `' or '1'='1`,
  `'); drop table documents; --`,
  `${secret}' union select password from passwords --`,
  '%',
  '\\',
  '(.*)+$',
  '__proto__',
  '\u0000',
  '🙃\ud800',
  '../../../etc/passwd',
]

/** The call with each of its values in turn replaced: parts of the path, values of the query, texts of the body. */
function* mutations({ url, body }: Probe, value: string): Generator<Pick<Probe, 'url' | 'body'>> {
  const encoded = encodeURIComponent(value.toWellFormed())
  const [path = '', query = ''] = url.split('?')
  const parts = path.split('/')
  for (const [index, part] of parts.entries()) {
    if (/[A-Z0-9]/.test(part) && !/^[a-z]+[A-Z][a-z]+$/.test(part)) {
      yield { url: `${parts.with(index, encoded).join('/')}${query && `?${query}`}`, ...(body ? { body } : {}) }
    }
  }
  const pairs = query.split('&').filter(Boolean)
  for (const [index, pair] of pairs.entries()) {
    const [name] = pair.split('=')
    yield { url: `${path}?${pairs.with(index, `${name}=${encoded}`).join('&')}`, ...(body ? { body } : {}) }
    yield { url: `${path}?${query}&${name}=${encoded}`, ...(body ? { body } : {}) }
  }
  if (!body) return
  for (const [name, original] of Object.entries(body)) {
    if (typeof original === 'string') yield { url, body: { ...body, [name]: value } }
    yield { url, body: { ...body, [name]: [value] } }
  }
}

describe('What a caller sends', () => {
  test('is a value wherever it stands: no call breaks, tells of another account or changes it', {
    timeout: 120_000,
  }, async () => {
    const mine = await database.query('select account_id from accounts where number = $1', ['A-1'])
    const accountId = mine.rows[0].account_id
    const ownerState = async () =>
      (
        await database.query(
          `select (select md5(string_agg(d::text, '|' order by d.id)) from documents d where account_id = $1) as documents,
  (select md5(string_agg(u::text, '|' order by u.id)) from users u where email like '%@a.example') as users,
  (select count(*) from pg_class where relnamespace = 'public'::regnamespace) as tables`,
          [accountId],
        )
      ).rows
    const before = await ownerState()
    let [tries, calls, taken] = [0, 0, 0]
    for (const name of Object.keys(probes)) {
      const { method } = endpointOf(name)
      for (const request of probesOf(name)) {
        for (const value of hostile) {
          for (const mutation of mutations(request, value)) {
            tries += 1
            // The short form sends every other one.
            if (!isLong && tries % 2 === 0) continue
            const reply = await sendProbe(portal, method, mutation, intruder)
            calls += 1
            if (reply.statusCode !== 400) taken += 1
            const replyText = reply.body.replaceAll(/"(q|query|subject|message)":"[^"]*"/g, '')
            expect([method, mutation, reply.statusCode < 500]).toEqual([method, mutation, true])
            expect([method, mutation, reply.statusCode === 200 && replyText.includes(secret)]).toEqual([
              method,
              mutation,
              false,
            ])
          }
        }
      }
    }
    expect(tries).toBeGreaterThan(1_000)
    // Many values are valid: a number that no document has, words that no text contains.
    expect(taken / calls).toBeGreaterThan(0.2)
    expect(await ownerState()).toEqual(before)
  })

  test('is no pattern: signs that would mean anything find what has them, which is nothing', async () => {
    expect((await portal.get('/search?q=zanzibar', owner)).text).toContain(owned.numbers.orders)
    expect((await portal.get('/documents/orders?q=zanzibar', owner)).text).toContain(owned.numbers.orders)
    for (const sign of ['Z%r', 'Z______r', 'Z.*r', 'Z\\w+r', '(Z)[a-y]*r$', 'Zi%r', 'SKU%r']) {
      const q = encodeURIComponent(sign)
      const { body } = await portal.get(`/search?q=${q}`, owner)
      expect([sign, (body as { hits?: unknown[] }).hits ?? []]).toEqual([sign, []])
      for (const type of documentTypes) {
        const list = await portal.get(`/documents/${type}?q=${q}`, owner)
        if (list.status === 200) expect([sign, list.body]).toEqual([sign, expect.objectContaining({ rows: [] })])
      }
    }
  })

  test('takes no time that grows faster than it does', async () => {
    for (const q of [`${'a'.repeat(199)}!`, `${'(a+)+'.repeat(30)}$`, `${'x '.repeat(90)}y`, `${'0'.repeat(199)}-`]) {
      const startedAt = performance.now()
      const { status, text } = await portal.get(`/search?q=${encodeURIComponent(q)}`, owner)
      expect([q, status, text]).toEqual([q, 200, expect.anything()])
      expect(performance.now() - startedAt).toBeLessThan(2_000)
    }
  })

  test('without being declared is refused by its name, in the address and in the body', async () => {
    let bodies = 0
    for (const name of Object.keys(probes)) {
      const { method } = endpointOf(name)
      const [request] = probesOf(name)
      if (!request) continue
      const { url, body } = request
      const withUnknown = `${url}${url.includes('?') ? '&' : '?'}unheard=1`
      const refused = await sendProbe(portal, method, { url: withUnknown, ...(body ? { body } : {}) }, intruder)
      expect([name, refused.statusCode, refused.body]).toEqual([name, 400, expect.stringContaining('unheard')])
      if (!body) continue
      bodies += 1
      for (const field of ['unheard', 'accountId', 'role2', '__proto__']) {
        const reply = await portal.app.inject({
          ...{ method, url: `/api${url}`, payload: JSON.stringify(body).replace(/\}$/, `,"${field}":"1"}`) },
          headers: { authorization: `Bearer ${intruder}`, 'content-type': 'application/json' },
        })
        expect([name, field, reply.statusCode]).toEqual([name, field, 400])
      }
    }
    expect(bodies).toBeGreaterThan(15)
  })
})

/** The objects of a schema, at any depth, that allow undeclared fields. */
function* openObjects(schema: unknown, path: string): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return
  const node = schema as Record<string, unknown>
  if (node.type === 'object' && node.properties && node.additionalProperties !== false) yield path
  for (const [name, value] of Object.entries(node)) yield* openObjects(value, `${path}.${name}`)
}

test('no call takes fields that it does not declare, nor a secret in its address', () => {
  const undeclared = endpoints
    .filter((endpoint) => !endpoint.accepts)
    .flatMap(({ name, query, body }) => [
      // An identity provider and a browser's passkey may add fields of their own to their answers.
      ...(name === 'finishSignOn' || name === 'finishStaffSignOn' ? [] : openObjects(query, `${name} query`)),
      ...openObjects(body, `${name} body`).filter((path) => !path.includes('.credential')),
    ])
  expect(undeclared).toEqual([])
  const secrets = endpoints.flatMap(({ name, query, params }) =>
    [...Object.keys(query.properties), ...Object.keys(params.properties)]
      .filter((parameter) => /token|password|secret|key|code|email/i.test(parameter))
      .map((parameter) => `${name} ${parameter}`),
  )
  // The token that ends mails, as RFC 8058 requires it, and the number on the goods.
  expect(secrets).toEqual(['showUnsubscribe token', 'unsubscribe token', 'showUnit code'])
})

test('reading changes nothing but what the portal notes of the reader', { timeout: 60_000 }, async () => {
  const excluded = ['audit_log', 'daily_counts', 'vain_searches', 'visits']
  const before = await tableSums(excluded)
  for (const name of Object.keys(probes)) {
    if (endpointOf(name).method !== 'GET') continue
    for (const request of probesOf(name)) await sendProbe(portal, 'GET', request, owner)
  }
  const after = await tableSums(excluded)
  expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual([])
})

test('nothing can be stored of a document that is not there, or under another customer', async () => {
  const { rows } = await database.query<{ name: string; bound: boolean }>(`select c.relname as name, exists (
  select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.confrelid = 'documents'::regclass
    and cardinality(k.conkey) = 2) as bound
from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  and (select count(*) from pg_attribute a where a.attrelid = c.oid and a.attname in ('account_id', 'document_id')) = 2 order by 1`)
  // These two are kept by triggers of the documents themselves.
  const kept = ['account_movements', 'document_numbers']
  expect(rows.filter(({ bound }) => !bound).map(({ name }) => name)).toEqual(kept)
  expect(rows.map(({ name }) => name)).toContain('attachments')
  const put = (account: string, document: string) =>
    database.query(
      `insert into attachments (account_id, document_id, id, name, mime_type, size, sha256, content, created_at)
select (select account_id from accounts where number = $1), $2, $3, 'x.pdf', 'application/pdf', 1, '\\x00', '\\x00', now()`,
      [account, document, randomUUID()],
    )
  const { rows: theirs } = await database.query(`select id from documents where number = 'I-${secret}'`)
  await expect(put('A-1', randomUUID())).rejects.toMatchObject({ code: '23503' })
  await expect(put('B-1', theirs[0].id)).rejects.toMatchObject({ code: '23503' })
})
