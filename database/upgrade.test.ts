import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from './migrate.ts'
import { migrateAsBefore } from './testing/former.ts'

/*
 * A portal installed before the search covered parts of references, stems of words, amounts and items, and before the
 * total owed was stored.
 */

const log = { info: () => undefined, warn: () => undefined }
const { adminUrl } = inject('database')
const name = `upgrade_${randomBytes(6).toString('hex')}`
const account = '01900000-0000-7000-8000-000000000001'
const document = (index: number) => `01900000-0000-7000-8000-00000000001${index}`
let client: pg.Client

async function admin(sql: string): Promise<void> {
  const connection = new pg.Client({ connectionString: adminUrl })
  await connection.connect()
  await connection.query(sql).finally(() => connection.end())
}

beforeAll(async () => {
  await admin(`create database ${name}`)
  const address = new URL(adminUrl)
  address.pathname = `/${name}`
  await migrateAsBefore(address.href, '0022')
  client = new pg.Client({ connectionString: address.href })
  await client.connect()
  await client.query(`insert into accounts (account_id, number, name) values ('${account}', 'C-1', 'Better Bikes')`)
  await insertDocument(
    0,
    'orders',
    'SO-0042',
    'PO 7/2026',
    "'1:so0042' '1:so42' '1:0042' '1:42' '1:gaskets' '1:gk77' '1:77' '1:po72026'",
  )
  await insertDocument(1, 'shipments', 'DN-0007', null, "'1:dn0007' '1:dn7' '1:sn7784213' '1:gaskets' '1:gk77' '1:77'")
  await client.query(
    `insert into documents (account_id, id, type, number, status, due_date, currency, gross, open, source_system, content_hash, ingested_at)
select $1, gen_random_uuid(), 'invoices', 'IN-' || day, 'open', date '2026-01-01' + day, 'EUR', 10.5, 10.5, 'erp', '\\x00', now()
from generate_series(1, 3) as day`,
    [account],
  )
  expect(await migrateAsBefore(address.href, '0040')).toContain('0026-search-anything')
  await insertPendingDigest()
  await migrate({ url: address.href, log })
}, 60_000)
afterAll(async () => {
  await client.end()
  await admin(`drop database ${name} with (force)`)
})

/** Inserts seven notices, three of them waiting for a person's next digest, as the portal then recorded them. */
async function insertPendingDigest(): Promise<void> {
  await client.query(
    `insert into users (id, email, name, created_at) values ('${account}', 'ann@a.example', 'Ann', now())`,
  )
  await client.query(
    `insert into memberships (account_id, user_id, role, created_at) select id, id, 'buyer', now() from (select '${account}'::uuid as id) a`,
  )
  await client.query(`insert into notice_readers (account_id, user_id, channels, told_version, digested_version)
select id, id, '{"orders.confirmed": ["portal", "digest"], "orders.cancelled": ["portal", "now"]}', 60, 20 from (select '${account}'::uuid as id) a`)
  await client.query(
    `insert into errands (account_id, what, user_id, due_at) select id, 'digest', id, now() from (select '${account}'::uuid as id) a`,
  )
  await client.query(`insert into notices (account_id, id, kind, type, number, needs_prices, group_id, dedupe_key, happened_at, version, first_version)
select '${account}', i.id, kind, 'orders', told, false, i.id, told, now() - age, version, version from (values
  ('orders.onHold', 'digested', 20, interval '1 hour'), ('orders.onHold', 'usual', 30, '1 hour'),
  ('orders.confirmed', 'chosen', 40, '1 hour'), ('orders.cancelled', 'at once', 40, '1 hour'),
  ('orders.onHold', 'old', 40, '4 days'), ('orders.dateChanged', 'last', 60, '1 hour'), ('orders.onHold', 'untold', 61, '0 hours')
) as r (kind, told, version, age) cross join lateral (select gen_random_uuid() as id where kind <> '') i`)
}

/** Inserts a document as the portal stored it then. */
async function insertDocument(
  index: number,
  type: string,
  number: string,
  reference: string | null,
  terms: string,
): Promise<void> {
  const values = [account, document(index), type, number, reference]
  await client.query(
    `insert into documents (account_id, id, type, number, customer_reference, status, issue_date, currency, gross, source_system, content_hash, ingested_at)
values ($1, $2, $3, $4, $5, 'confirmed', '2026-01-15', 'EUR', 1190.5, 'erp', '\\x00', now())`,
    values,
  )
  await client.query(
    `insert into document_lines (account_id, document_id, position, line, kind, sku, quantity, details)
values ($1, $2, 1, '1', 'item', 'GK-77', 1, $3)`,
    [
      account,
      document(index),
      JSON.stringify({ name: 'Gaskets', ...(index === 1 ? { serials: ['SN-778-4213'] } : {}) }),
    ],
  )
  await client.query(
    'insert into document_search (account_id, document_id, type, list_date, terms) values ($1, $2, $3, $4, $5)',
    [account, document(index), type, '2026-01-15', terms],
  )
}

test.each([
  ['a number', { groups: ['so42'] }, [0]],
  ['the middle of a serial', { fragments: ['84213'] }, [1]],
  ['the middle of a serial, said as one', { fragments: ['784'], parts: ['C/784'] }, [1]],
  ['the beginning of a serial, said as one', { groups: ['C/sn778'] }, [1]],
  ['a customer’s reference, said as one', { groups: ['A/po7'] }, [0]],
  ['an article, said as one', { groups: ['B/gk77'] }, [0, 1]],
  ['an amount', { groups: ['$1190.50'] }, [0, 1]],
  ['another form of a word', { groups: ['gasket'] }, [0, 1]],
  ['the beginning of a number, while it is typed', { groups: ['dn0'], beginning: 'dn0' }, [1]],
])('after an update old documents are found by %s', async (_by, query, expectedIndexes) => {
  const types = ['orders', 'shipments']
  await client.query('begin')
  await client.query(`set local app.account_id = '${account}'`)
  const { rows } = await client.query<{ id: string }>(
    "select hit_id as id from search_documents($1) where part = 'hit' order by 1",
    [
      JSON.stringify({
        fragments: [],
        groups: [],
        types,
        countedTypes: types,
        today: '2026-01-20',
        limit: 10,
        ...query,
      }),
    ],
  )
  await client.query('commit')
  expect(rows.map(({ id }) => id)).toEqual((expectedIndexes as number[]).map(document))
})

test('after an update all that is owed is known, and a payment takes from it', async () => {
  const owed = async () => {
    const { rows } = await client.query<{ topic: string; sum: string }>(
      `select topic, sum(count) || ' ' || sum(amount)::float as sum from document_sums
where topic in ('owed', 'invoices') group by topic order by topic`,
    )
    return rows.map(({ topic, sum }) => `${topic}: ${sum}`)
  }
  const versions = async () => {
    const { rows } = await client.query<{ invoices: string; orders: string }>(
      'select invoices, orders from account_versions',
    )
    return rows.map(({ invoices, orders }) => [Number(invoices), Number(orders)])
  }
  expect(await owed()).toEqual(['invoices: 3 31.5', 'owed: 3 31.5'])
  const [[invoices = 0, orders = 0] = []] = await versions()
  await client.query(`update documents set status = 'paid', open = 0 where number = 'IN-2'`)
  expect(await owed()).toEqual(['invoices: 2 21', 'owed: 2 21'])
  expect(await versions()).toEqual([[invoices + 1, orders]])
})

test('after an update the next digest holds what waited for it, and nothing that was told before', async () => {
  const { rows } = await client.query<{ told: string }>(
    'select n.number as told from notice_readers r join notices n on n.id = any (r.to_digest) order by n.version',
  )
  expect(rows.map(({ told }) => told)).toEqual(['usual', 'chosen', 'last'])
})
