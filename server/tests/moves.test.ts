import { randomUUIDv7 } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { type DocumentType, documentTypes } from '#contract/values.ts'
import { commandLine } from '../audit/record.ts'
import { mergeAccounts } from '../ingest/maintenance/merge-accounts.ts'
import { moveDocument } from '../ingest/maintenance/move-document.ts'
import { withdraw } from '../ingest/maintenance/withdraw.ts'
import { numbersOf, type Owned } from '../testing/owned.ts'
import { type TestPortal, testPortal } from '../testing/portal.ts'
import { absentId, probes, sendProbe } from '../testing/probes.ts'

/*
 * Documents move between customers, are withdrawn and come back, and customers are merged, at random. Afterwards each
 * customer's portal is as if it had only ever been sent what it holds now, and nobody finds anything of another. MOVES
 * is the number of steps; more than the default takes minutes.
 */
const steps = Number(process.env.MOVES ?? 30)
const deals = ['Alphorn', 'Bassoon', 'Clarinet', 'Dulcimer', 'Euphonium', 'Flugelhorn']
const accounts = ['C-1', 'C-2', 'C-3', 'C-4', 'C-5']

/**
 * A deal's document as an ERP sends it: each of its texts contains the deal's name, and its version shows in the
 * amounts.
 */
function buildDocument(mark: string, type: DocumentType, account: string, version: number): IngestDocument {
  const numbers = numbersOf(mark)
  const index = deals.indexOf(mark)
  const common = {
    ...{
      type,
      number: numbers[type],
      account,
      accountName: `Account ${account}`,
      currency: index % 2 === 0 ? 'EUR' : 'USD',
    },
    // No two have the same date: those would be ordered by their ids.
    issueDate: `2026-0${1 + (index % 2)}-${String(1 + index * 4 + documentTypes.indexOf(type)).padStart(2, '0')}`,
    modifiedAt: new Date(Date.UTC(2026, 1, 1) + version * 1000).toISOString(),
    note: mark,
  }
  const units = { serials: [`SN-1-${mark}`], lots: [{ lot: `LOT-1-${mark}` }] }
  const line = {
    line: '1',
    sku: `SKU-${mark}`,
    name: `${mark} wheel`,
    quantity: '2',
    amount: `${10 + version}.00`,
    ...units,
  }
  // An article in all deals: its facts change with them.
  const shared = { line: '2', sku: 'BOLT', name: 'Bolt', quantity: `${1 + index}`, amount: '1.00' }
  const lines = [line, shared]
  if (type === 'quotes') return { ...common, lines, validUntil: `2026-12-${10 + index}` }
  if (type === 'orders')
    return {
      ...common,
      lines,
      promisedDate: `2026-12-${10 + index}`,
      references: [{ type: 'quotes', number: numbers.quotes }],
    }
  if (type === 'shipments') {
    const shipment = {
      carrier: mark,
      trackingNumbers: [`T-${mark}`],
      despatchDate: '2026-02-20',
      estimatedDelivery: `2026-11-${10 + index}`,
    }
    return { ...common, lines, shipment, references: [{ type: 'orders', number: numbers.orders }] }
  }
  return {
    ...common,
    totals: { gross: `${11 + version}.00` },
    dueDate: `2026-02-${10 + index}`,
    lines,
    references: [{ type: 'orders', number: numbers.orders }],
    attachments: [{ name: `${mark}.txt`, mimeType: 'text/plain', contentBase64: Buffer.from(mark).toString('base64') }],
  }
}

/** The quote that each account has from the start. */
const ownQuote = (number: string, account: string): IngestDocument => {
  const index = accounts.indexOf(number)
  return {
    type: 'quotes',
    number: `N-${number}`,
    account,
    issueDate: `2025-12-0${1 + index}`,
    validUntil: `2026-11-0${1 + index}`,
  }
}

type Step = { kind: 'send' | 'late' | 'withdraw' | 'move'; mark: string; type: DocumentType; account: string }
const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constant('send' as const) },
    { weight: 2, arbitrary: fc.constant('late' as const) },
    { weight: 2, arbitrary: fc.constant('withdraw' as const) },
    { weight: 1, arbitrary: fc.constant('move' as const) },
  ),
  mark: fc.constantFrom(...deals),
  type: fc.constantFrom(...documentTypes),
  account: fc.constantFrom(...accounts),
})

/** What the portal should hold: each document's account by its current name, and its last message. */
class ExpectedState {
  readonly held = new Map<string, { account: string; sent: IngestDocument }>()
  readonly part = new Map<string, string>()
  version = 0
  now = (account: string): string => {
    const into = this.part.get(account)
    return into === undefined ? account : this.now(into)
  }
}

const keyOf = ({ mark, type }: Step) => `${type}/${mark}`

async function applySteps(portal: TestPortal, truth: ExpectedState, batchSteps: readonly Step[]): Promise<void> {
  const deps = {
    workPool: portal.database.pools.work,
    clock: () => new Date('2026-03-10T09:00:00Z'),
    newId: randomUUIDv7,
  }
  let sending: IngestDocument[] = []
  const flush = async () => {
    const report = await portal.ingest(...sending)
    expect(report.errors).toEqual([])
    sending = []
  }
  for (const step of batchSteps) {
    const { kind, mark, type, account } = step
    const held = truth.held.get(keyOf(step))
    const number = numbersOf(mark)[type]
    truth.version++
    if (kind === 'send') {
      const sent = buildDocument(mark, type, account, truth.version)
      truth.held.set(keyOf(step), { account: truth.now(account), sent })
      sending.push(sent)
    } else if (kind === 'late') {
      // As old as the ERP's first message about it.
      if (held) sending.push(buildDocument(mark, type, account, 0))
    } else if (held) {
      await flush()
      if (kind === 'withdraw') {
        await withdraw(deps, { type, number, modifiedAt: buildDocument(mark, type, account, truth.version).modifiedAt })
        truth.held.delete(keyOf(step))
      } else if (held.account !== truth.now(account)) {
        await moveDocument(deps, { type, number }, { to: account, papers: true })
        held.account = truth.now(account)
      }
    }
  }
  await flush()
}

/** All reading requests about a deal. */
const reads = (mark: string, token: string) => {
  const owned: Owned = {
    ...{ token, mark, numbers: numbersOf(mark), attachment: absentId, invitation: absentId, request: absentId },
    ...{ requestFile: absentId, message: absentId, view: absentId, notice: absentId, signInId: absentId },
  }
  return (
    endpoints
      .filter(
        (endpoint) => endpoint.access === 'viewer' && (endpoint.method === 'GET' || endpoint.name === 'exportSelected'),
      )
      .flatMap((endpoint) =>
        (probes[endpoint.name]?.(owned) ?? []).map(({ url, body }) => ({
          method: endpoint.method,
          url,
          ...(body ? { body } : {}),
        })),
      )
      // Papers take long to set; the document says whether it has one.
      .filter(({ url }) => !url.includes('/pdf'))
  )
}

/** Replies in which an account finds texts of documents that are not its own. */
async function leaks(portal: TestPortal, truth: ExpectedState, account: string, token: string): Promise<string[]> {
  const leaked: string[] = []
  const foreign = deals.filter((mark) =>
    documentTypes.every((type) => truth.held.get(`${type}/${mark}`)?.account !== account),
  )
  const visited = new Set<string>()
  for (const mark of foreign) {
    for (const { method, ...request } of reads(mark, token)) {
      if (visited.has(request.url) && !('body' in request)) continue
      visited.add(request.url)
      const reply = await sendProbe(portal, method, request, token)
      // A reply may echo the search text.
      const replyText = reply.body.replaceAll(/"(q|query|subject)":"[^"]*"/g, '')
      if (reply.statusCode === 200 && foreign.some((foreignMark) => replyText.includes(foreignMark)))
        leaked.push(`${account} ${request.url}`)
    }
  }
  return leaked
}

/** What an account reads, without ids, moments, notices of the steps and the people whom a merger has brought. */
async function readAll(portal: TestPortal, token: string): Promise<Record<string, unknown>> {
  const replies = new Map<string, unknown>()
  for (const mark of deals) {
    for (const { method, ...request } of reads(mark, token)) {
      if (
        /notifications|\/changes|\/versions|\/comparison|\/promises|\/requests|\/profile|xlsx|\/ubl|\/e-invoice|related|colleagues/.test(
          request.url,
        )
      )
        continue
      const name = `${request.url} ${JSON.stringify(request.body ?? '')}`
      if (replies.has(name)) continue
      const reply = await sendProbe(portal, method, request, token)
      replies.set(name, comparable(reply.headers['content-type'], reply.body))
    }
  }
  return Object.fromEntries(replies)
}

function comparable(type: unknown, body: string): unknown {
  if (!String(type).includes('json')) return body
  return JSON.parse(body, (name, value) =>
    /^(id|.*Id|requestId|news|recent|activity|attachments|.*At|version|cursor|nextCursor|visits?|since|received|asOf|updated)$/.test(
      name,
    )
      ? undefined
      : value,
  )
}

test('whoever had a document before finds nothing of it, and all accounts are as if nothing had ever moved', {
  timeout: 900_000,
}, async () => {
  const portal = await testPortal()
  const truth = new ExpectedState()
  const chosenSteps =
    fc.sample(fc.array(anyStep, { minLength: steps, maxLength: steps }), {
      seed: Number(process.env.MOVES_SEED ?? 42),
      numRuns: 1,
    })[0] ?? []
  await portal.ingest(...accounts.map((account): IngestDocument => ownQuote(account, account)))
  const tokens = new Map<string, string>()
  for (const account of accounts) tokens.set(account, await portal.signIn(`${account}@c.example`, account))
  const tokenOf = (account: string) => tokens.get(account) ?? ''

  const batch = Math.min(20, Math.ceil(chosenSteps.length / 4))
  for (let from = 0; from < chosenSteps.length; from += batch) {
    await applySteps(portal, truth, chosenSteps.slice(from, from + batch))
    // Now and then one account is merged into another, until three are left.
    if (from + batch === Math.floor(chosenSteps.length / 2 / batch) * batch) await merge(portal, truth, 'C-4', 'C-2')
    if (from + batch === Math.floor((chosenSteps.length * 3) / 4 / batch) * batch)
      await merge(portal, truth, 'C-5', 'C-4')
  }
  expect([truth.now('C-4'), truth.now('C-5')]).toEqual(['C-2', 'C-2'])

  const other = await testPortal()
  const ownQuotes = accounts.map((account): IngestDocument => ownQuote(account, truth.now(account)))
  const heldDocuments = [...truth.held.values()].map(({ account, sent }) => ({
    ...sent,
    account,
    accountName: `Account ${account}`,
  }))
  await other.ingest(
    ...ownQuotes,
    ...heldDocuments.toSorted((a, b) => ((a.modifiedAt ?? '') < (b.modifiedAt ?? '') ? -1 : 1)),
  )
  for (const account of accounts.filter((candidate) => truth.now(candidate) === candidate)) {
    const token = tokenOf(account)
    expect(await leaks(portal, truth, account, token)).toEqual([])
    const expectedToken = await other.signIn(`${account}@c.example`, account)
    const [actual, expected] = [await readAll(portal, token), await readAll(other, expectedToken)]
    for (const [path, reply] of Object.entries(expected))
      expect([account, path, actual[path]]).toEqual([account, path, reply])
  }
  for (const [table, condition] of Object.entries(comparedTables)) {
    expect([table, await rowsOf(portal, table, condition)]).toEqual([table, await rowsOf(other, table, condition)])
  }
})

/** The tables that hold documents' data, and the condition under which a row counts. */
const comparedTables = {
  documents: 'true',
  document_counts: 'count <> 0',
  document_days: 'count <> 0',
  document_sums: 'count <> 0 or amount <> 0',
  account_months: 'amount <> 0',
  account_movements: 'true',
  items: 'true',
  item_totals: 'lines <> 0',
  ordered_lines: 'true',
  units: 'true',
  search_words: 'true',
}

async function merge(portal: TestPortal, truth: ExpectedState, from: string, into: string): Promise<void> {
  const deps = {
    workPool: portal.database.pools.work,
    clock: () => new Date('2026-03-10T09:00:00Z'),
    newId: randomUUIDv7,
  }
  await mergeAccounts(deps, { from, into }, { caller: commandLine, keyId: null })
  truth.part.set(from, truth.now(into))
  for (const held of truth.held.values()) held.account = truth.now(held.account)
}

/** The number of rows of a table for each account. */
async function rowsOf(portal: TestPortal, table: string, condition: string): Promise<unknown> {
  const { rows } = await portal.database.owner.query(
    `select a.number, count(*) from ${table} t join accounts a on a.account_id = t.account_id where ${condition.replace(/count(?= <>)/, 't.count')} group by 1 order by 1`,
  )
  return rows
}
