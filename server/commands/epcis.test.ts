import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { renameAccount } from '../accounts/rename.ts'
import { readConfig } from '../config.ts'
import { takeIn } from '../ingest/intake.ts'
import { testPortal, tokenSecret } from '../testing/portal.ts'
import type { Context } from './command.ts'
import { epcisCommands } from './epcis.ts'

const portal = await testPortal('2026-03-10T09:00:00Z')
const deps = {
  workPool: portal.database.pools.work,
  clock: () => new Date('2026-03-10T09:00:00Z'),
  newId: () => randomUUIDv7(),
}
const lines: string[] = []
const context: Context = {
  ...deps,
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

/** Runs a command and returns what it printed. */
async function run(name: string, values: Record<string, string> = {}, ...positionals: string[]): Promise<string> {
  const command = epcisCommands.find((candidate) => candidate.name === `epcis ${name}`)
  if (!command) throw new Error(`There is no command epcis ${name}`)
  lines.length = 0
  await command.run(context, { positionals, values })
  return lines.join('\n')
}

const shipment = (account: string): IngestDocument => ({
  type: 'shipments',
  number: 'DN-7',
  account,
  accountName: account,
  lines: [],
  shipment: { despatchDate: '2026-03-01' },
})
const event = (eventID: string, overrides: object = {}) => ({
  type: 'ObjectEvent',
  eventID,
  action: 'OBSERVE',
  eventTime: '2026-03-05T09:00:00+01:00',
  eventTimeZoneOffset: '+01:00',
  bizStep: 'receiving',
  ...overrides,
})
const advice = (number: string) => ({
  bizTransactionList: [{ type: 'desadv', bizTransaction: `urn:epcglobal:cbv:bt:4012345000009:${number}` }],
})
const capture = (...eventList: object[]) =>
  takeIn(
    deps,
    'epcis',
    Buffer.from(JSON.stringify({ type: 'EPCISDocument', schemaVersion: '2.0', epcisBody: { eventList } })),
    { dryRun: false },
  )
const statusOf = async (token: string) =>
  ((await portal.get('/documents/shipments/DN-7', token)).body as { status: string }).status

let token: string
beforeAll(async () => {
  expect(await run('waiting')).toBe('No event waits for its shipment.')
  await portal.ingestPerCustomer(shipment('C-1'), shipment('C-2'))
  token = await portal.signIn('logistics@c.example', 'C-1', 'logistics')
  await capture(event('urn:uuid:1'), event('urn:uuid:2', advice('DN-9')), event('urn:uuid:3', advice('DN-7')))
})

test('the operator sees which events wait, and why', async () => {
  const list = await run('waiting')
  expect(list.split('\n')).toEqual([
    'urn:uuid:1  received 2026-03-10T09:00:00Z  delivered at 2026-03-05T08:00:00.000Z',
    '    It names no despatch advice, package or piece.',
    'urn:uuid:2  received 2026-03-10T09:00:00Z  delivered at 2026-03-05T08:00:00.000Z',
    expect.stringMatching(/It names .*despatch:DN-9.*; no shipment is known by that\./),
    'urn:uuid:3  received 2026-03-10T09:00:00Z  delivered at 2026-03-05T08:00:00.000Z',
    expect.stringMatching(/leads to C-1 DN-7, C-2 DN-7, and to no one for sure\./),
  ])
})

test('an event is put on one shipment, and stays there whatever arrives later', async () => {
  expect(await statusOf(token)).toBe('in_transit')
  expect(await run('assign', { account: 'C-1', shipment: 'DN-7' }, 'urn:uuid:3')).toContain('DN-7 of C-1')
  expect(await statusOf(token)).toBe('delivered')
  await portal.ingestPerCustomer(shipment('C-2'), { ...shipment('C-1'), note: 'Sent again' })
  await portal.ingestPerCustomer({ ...shipment('C-3'), accountName: 'C-3' })
  expect(await statusOf(token)).toBe('delivered')
  const other = await portal.signIn('logistics@c2.example', 'C-2', 'logistics')
  expect(await statusOf(other)).toBe('in_transit')
  await expect(run('assign', { account: 'C-2', shipment: 'DN-7' }, 'urn:uuid:3')).rejects.toThrow(/found its shipment/)
  await expect(run('drop', {}, 'urn:uuid:3')).rejects.toThrow(/stands on a shipment/)
})

test('a retraction of an event that was put by hand finds it', async () => {
  await capture(
    event('urn:uuid:3', { ...advice('DN-7'), errorDeclaration: { declarationTime: '2026-03-06T09:00:00Z' } }),
  )
  expect(await run('waiting')).not.toContain('urn:uuid:3')
  expect(await statusOf(token)).toBe('in_transit')
})

test('a waiting event is dropped, and an unknown one is named as such', async () => {
  expect(await run('drop', {}, 'urn:uuid:1')).toBe('The event is forgotten.')
  expect(await run('waiting')).not.toContain('urn:uuid:1')
  await expect(run('drop', {}, 'urn:uuid:1')).rejects.toThrow(/no such event/)
  await expect(run('assign', { account: 'C-1', shipment: 'DN-8' }, 'urn:uuid:2')).rejects.toThrow(/no shipment DN-8/)
  await expect(run('assign', { account: 'C-1' }, 'urn:uuid:2')).rejects.toThrow(/--shipment is missing/)
})

test('an event is put on the shipment of a customer who has another number now', async () => {
  await renameAccount(deps, 'C-3', { number: 'C-4' })
  await run('assign', { account: 'C-3', shipment: 'DN-7' }, 'urn:uuid:2')
  expect(await run('waiting')).toBe('No event waits for its shipment.')
})
