import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { readConfig } from '../config.ts'
import { testPortal, tokenSecret } from '../testing/portal.ts'
import { accountCommands } from './accounts.ts'
import type { Context } from './command.ts'
import { documentCommands } from './documents.ts'

const portal = await testPortal('2026-03-10T09:00:00Z')
const lines: string[] = []
const context: Context = {
  clock: () => new Date('2026-03-10T09:00:00Z'),
  newId: () => randomUUIDv7(),
  config: readConfig({}),
  open: async () => ({ database: { urls: portal.database.urls } as never, pools: portal.database.pools }),
  secrets: () => [tokenSecret],
  out: (line) => lines.push(line),
  progress: () => undefined,
  ifInterrupted: () => () => undefined,
  input: async () => '',
  random: randomBytes,
  interactive: false,
}

/** Runs a command, such as "document show orders SO-1", and returns what it printed. */
async function run(commandLine: string, values: Record<string, string | boolean> = {}): Promise<string> {
  const [topic, name, ...positionals] = commandLine.split(' ')
  const command = [...documentCommands, ...accountCommands].find((candidate) => candidate.name === `${topic} ${name}`)
  if (!command) throw new Error(`There is no command ${topic} ${name}`)
  lines.length = 0
  await command.run(context, { positionals, values })
  return lines.join('\n')
}

const order = (account: string, overrides: Partial<IngestDocument> = {}): IngestDocument => ({
  ...{ type: 'orders', number: 'SO-1', account, accountName: `Name of ${account}`, issueDate: '2026-03-01' },
  modifiedAt: '2026-03-02T08:00:00Z',
  lines: [{ line: '1', sku: 'BK-42', name: 'Wheel', quantity: '2' }],
  attachments: [{ name: 'SO-1.txt', mimeType: 'text/plain', contentBase64: Buffer.from('paper').toString('base64') }],
  ...overrides,
})
const holders = async () =>
  (
    await portal.database.owner.query(
      `select a.number from documents d join accounts a using (account_id) where d.number = 'SO-1' order by 1`,
    )
  ).rows.map(({ number }) => number)

beforeEach(async () => {
  await portal.database.owner.query('truncate accounts, users cascade')
  await portal.ingest(
    { type: 'quotes', number: 'Q-1', account: 'C-1' },
    { type: 'quotes', number: 'Q-2', account: 'C-2' },
  )
})

describe('the operator', () => {
  test('moves a document to whom it belongs, with or without its papers', async () => {
    await portal.ingest(order('C-1'))
    expect(await run('document move orders SO-1', { to: 'C-2' })).toBe(
      'SO-1 moved from C-1 to C-2.\nLeft out: SO-1.txt.',
    )
    const second = await portal.signIn('second@c.example', 'C-2')
    expect((await portal.get('/documents/orders/SO-1', second)).body).toMatchObject({ attachments: [] })
    expect((await portal.get('/search?q=wheel', second)).text).toContain('SO-1')
    expect((await portal.get('/items/BK-42', second)).status).toBe(200)
    // The former customer's message is as old as before, so it is stale.
    expect(await portal.ingest(order('C-1'))).toMatchObject({ stale: 1 })
    await portal.ingest(order('C-1', { modifiedAt: '2026-03-03T08:00:00Z' }))
    expect(await run('document move orders SO-1', { to: 'C-2', papers: true })).toBe('SO-1 moved from C-1 to C-2.')
    expect((await portal.get('/documents/orders/SO-1', second)).text).toContain('SO-1.txt')
    expect(await run('document show orders SO-1')).toMatch(/^C-2 .*SO-1\.txt\nC-1 .*until it moved$/)
    await expect(run('document move orders SO-1', { to: 'C-9' })).rejects.toThrow('There is no account "C-9".')
    await expect(run('document move orders SO-9', { to: 'C-1' })).rejects.toThrow(/No account has SO-9/)
  })

  test('moves an invoice or a credit note to whom has the other of its number, and not to whom has the same', async () => {
    const bill = (account: string, invoiceKind: '380' | '381', gross: string): IngestDocument => ({
      ...{ type: 'invoices', number: '1001', account, invoiceKind, currency: 'EUR', issueDate: '2026-03-01' },
      ...{ totals: { gross }, lines: [], modifiedAt: '2026-03-02T08:00:00Z' },
    })
    const tokens = {
      'C-1': await portal.signIn('first@c.example', 'C-1', 'finance'),
      'C-2': await portal.signIn('second@c.example', 'C-2', 'finance'),
    }
    const invoices = async (account: keyof typeof tokens) => {
      const { rows } = (await portal.get('/documents/invoices', tokens[account])).body as {
        rows: Record<string, string>[]
      }
      return rows.map(({ number, gross }) => `${number} ${Number(gross)}`).toSorted()
    }
    const both = ['1001 500', '1001\u00A0CN -80']
    await portal.ingest(bill('C-1', '381', '80.00'), bill('C-2', '380', '500.00'))
    await run('document move invoices 1001', { account: 'C-1', to: 'C-2' })
    expect([await invoices('C-1'), await invoices('C-2')]).toEqual([[], both])
    // Without its invoice the credit note keeps the number by which its customer knows it.
    await run('document move invoices 1001', { 'invoice-kind': '380', to: 'C-1' })
    expect([await invoices('C-1'), await invoices('C-2')]).toEqual([['1001 500'], ['1001\u00A0CN -80']])
    await run('document move invoices 1001', { 'invoice-kind': '381', to: 'C-1' })
    expect([await invoices('C-1'), await invoices('C-2')]).toEqual([both, []])
    const { body } = await portal.get('/statement/balances', tokens['C-1'])
    expect(body).toMatchObject({ balances: [{ balance: '420' }] })
    await run('document withdraw invoices 1001', { 'invoice-kind': '381' })
    await portal.ingest({ ...bill('C-2', '381', '90.00'), modifiedAt: '2026-03-03T08:00:00Z' })
    await run('document move invoices 1001', { account: 'C-1', to: 'C-2' })
    expect([await invoices('C-1'), await invoices('C-2')]).toEqual([[], ['1001 500', '1001\u00A0CN -90']])
    await portal.ingestPerCustomer(bill('C-3', '381', '70.00'))
    await expect(run('document move invoices 1001', { account: 'C-3', to: 'C-2' })).rejects.toThrow(
      /C-2 has 1001 .*already/,
    )
  })

  test('withdraws a document, and lets the very same come again', async () => {
    await portal.ingest(order('C-1'))
    expect(await run('document withdraw orders SO-1')).toMatch(/^C-1 has SO-1 no more\./)
    expect(await portal.ingest(order('C-1'))).toMatchObject({ stale: 1 })
    expect(await run('document readmit orders SO-1')).toBe('SO-1 may come again; have it sent.')
    expect(await portal.ingest(order('C-1'))).toMatchObject({ created: 1 })
    await expect(run('document withdraw order SO-1')).rejects.toThrow(/TYPE is quotes/)
    const { rows } = await portal.database.owner.query(
      `select action from audit_log where action ~ '^document' order by at, id`,
    )
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['document_withdrawn', 'document_readmitted']),
    )
  })

  test('renames an account, and what is sent for its former number reaches it', async () => {
    await run('account rename C-1', { name: 'Better Bikes', number: 'B-1' })
    expect(await portal.ingest(order('C-1', { accountName: 'An older name' }))).toMatchObject({
      created: 1,
      errors: [],
    })
    expect(await holders()).toEqual(['B-1'])
    expect(await run('account show B-1')).toMatch(/name +Better Bikes/)
    expect(await run('account list')).toMatch(/B-1 +Better Bikes\nC-1 +is part of B-1/)
    await expect(run('account rename B-1', { number: 'c-2' })).rejects.toThrow(/There is a customer “c-2” already/)
    // By mistake: they have their former number again, and what is sent for the other one reaches them.
    await run('account rename B-1', { number: 'C-1' })
    expect(await run('account list')).toMatch(/B-1 +is part of C-1/)
    expect(await portal.ingest(order('B-1', { number: 'SO-2' }))).toMatchObject({ created: 1, errors: [] })
    const { rows } = await portal.database.owner.query<{ number: string }>(
      `select a.number from documents d join accounts a using (account_id) where d.number = 'SO-2'`,
    )
    expect(rows).toEqual([{ number: 'C-1' }])
    await run('account rename C-1', { number: 'B-1' })
    expect(await run('account list')).toMatch(/B-1 +Better Bikes\nC-1 +is part of B-1/)
  })

  test('makes one account of two, with their people, requests and papers', async () => {
    const first = await portal.signIn('first@c.example', 'C-1', 'buyer')
    const second = await portal.signIn('second@c.example', 'C-2')
    await portal.ingest(order('C-1'))
    const ask = { key: '018f0000-0000-7000-8000-000000000abc', note: 'Where is it?' }
    await portal.call('POST', '/documents/orders/SO-1/ask', { token: first, body: ask })
    await portal.call('POST', '/views', {
      token: first,
      body: { type: 'orders', name: 'Mine', state: 'q=1', shared: true },
    })
    expect(await run('account merge C-1 C-2')).toMatch(/^C-1 is part of C-2 now, with 2 documents\./)
    expect((await portal.get('/documents/orders/SO-1', second)).text).toContain('SO-1.txt')
    expect((await portal.get('/requests', second)).body).toMatchObject({
      requests: [{ number: 'SO-1', state: 'open' }],
    })
    expect((await portal.get('/views', second)).text).toContain('Mine')
    expect((await portal.get('/documents/orders', first)).status).toBe(401)
    const again = await portal.login('first@c.example')
    expect((await portal.get('/documents/quotes', again)).body).toMatchObject({ total: { count: 2 } })
    expect(await portal.ingest(order('C-1', { number: 'SO-2', accountName: 'Old' }))).toMatchObject({ created: 1 })
    expect((await portal.get('/documents/orders/SO-2', second)).status).toBe(200)
    await expect(run('account merge C-1 C-2')).rejects.toThrow(/are one customer already/)
  })
})
