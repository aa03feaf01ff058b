import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { IngestReport } from '#contract/ingest/documents.ts'
import { documentExamples } from '#contract/ingest/examples.ts'
import { parseKeepingDigits } from '#server/formats/digits.ts'
import { lenientReader } from '#server/formats/formats.ts'
import { testPortal } from '#server/testing/portal.ts'
import { checkDocument } from './check/check.ts'
import { changeLeniency, createKey, listKeys, readingsOfKeys } from './keys.ts'

/* NDJSON that is not quite as the format has it, and that nobody can change in the ERP. */

const portal = await testPortal()
const { server: db } = portal.database.pools
const clock = () => new Date('2026-03-10T09:00:00Z')
let ids = 0
const newId = () => `018f0000-0000-7000-8000-${String(++ids).padStart(12, '0')}`
const key = await createKey(
  { db, clock, newId, random: (size) => Buffer.alloc(size, 7) },
  { name: 'erp', scope: 'ingest:write' },
)

async function send(query: string, ...lines: string[]) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' }
  const url = `/api/ingest/documents${query}`
  const reply = await portal.app.inject({ method: 'POST', url, headers, payload: lines.join('\n') })
  expect(reply.statusCode).toBe(200)
  return reply.json() as IngestReport
}

const loose = (number: string) =>
  `{"type":"orders","number":"${number}","account":10010,"status":"Offen","issueDate":"31.12.2026","modifiedAt":"01.02.2026 08:30:00+01:00","currency":"EUR","colour":"red","totals":{"net":100.50,"gross":1e2},"details":{"placedBy":"Ann","mood":"good"},"lines":[{"line":1,"sku":"R-1","quantity":12345678901.123456,"weight":{"kg":1}},{"line":"2","weight":null}]}`
const stored = async (number: string) =>
  (
    await portal.database.owner.query(
      `select d.status, d.issue_date::text as date, d.net::text, d.gross::text, l.quantity::text
from documents d join document_lines l on l.account_id = d.account_id and l.document_id = d.id and l.position = 1 where d.number = $1`,
      [number],
    )
  ).rows

test('A call that is lenient takes what is clear, and names each property once that it leaves out', async () => {
  await changeLeniency({ db, clock, newId }, 'erp', { dates: 'day first', statuses: { offen: 'confirmed' } })
  expect(await send('', loose('L-1'))).toMatchObject({ created: 0, rejected: 1 })
  const report = await send('?lenient=true', loose('L-1'), loose('L-2'))
  expect(report).toMatchObject({ created: 2, rejected: 0 })
  const leftOut = report.warnings.filter(({ message }) => message.includes('left out'))
  expect(leftOut).toEqual(
    ['$.colour', '$.lines[*].weight', '$.details.mood'].map((path) => ({
      ...{ line: 1, path, message: 'Documents have no such property: it was left out, in 2 of them.' },
    })),
  )
  expect(await stored('L-1')).toEqual([
    { status: 'confirmed', date: '2026-12-31', net: '100.5000', gross: '100.0000', quantity: '12345678901.123456' },
  ])
  expect(await send('?lenient=true', loose('L-1'))).toMatchObject({ unchanged: 1 })
})

test('What was taken leniently is listed once for the key, and forgotten when the key is read in another way', async () => {
  const [erp] = await listKeys({ db, clock: () => new Date() })
  const readings = async () => (await readingsOfKeys({ db }, [{ id: erp?.id ?? '' }])).get(erp?.id ?? '') ?? []
  const counts = async () =>
    Object.fromEntries((await readings()).map(({ kind, path, documents }) => [`${kind} ${path}`, documents]))
  const before = await counts()
  expect(before).toMatchObject({
    ...{ 'property $.colour': 3, 'property $.lines[*].weight': 3, 'number $.totals.net': 3 },
    ...{ 'date $.issueDate': 3, 'date $.modifiedAt': 3, 'status Offen': 3 },
  })
  await send('?lenient=true&dryRun=true', loose('L-1'))
  expect(await counts()).toEqual(before)
  // Whatever a program makes up does not fill the list for ever.
  const many = Array.from({ length: 400 }, (_, index) => `"made up ${index}":"x"`).join(',')
  for (const part of ['a', 'b', 'c', 'd'])
    await send('?lenient=true', loose('L-1').replace('"colour"', many.replaceAll('made up', part).concat(',"colour"')))
  const { rows } = await portal.database.owner.query<{ count: number }>(
    'select count(*)::int as count from lenient_readings',
  )
  expect(rows[0]?.count).toBe(300)
  expect((await readings()).length).toBe(100)
  await changeLeniency({ db, clock, newId }, 'erp', { dates: 'day first', statuses: { offen: 'confirmed' } })
  expect(await readings()).toEqual([])
})

test('A table cannot say what is no status', async () => {
  await expect(changeLeniency({ db, clock, newId }, 'erp', { statuses: { offen: 'confimed' } })).rejects.toThrow(
    expect.objectContaining({ code: 'invalid_input' }),
  )
})

test('A key can be lenient by itself, and a call of it strict', async () => {
  await changeLeniency({ db, clock, newId }, 'erp', {
    always: true,
    dates: 'day first',
    statuses: { OFFEN: 'received' },
  })
  const { rows: changes } = await portal.database.owner.query(
    `select details ->> 'before' as before, details ->> 'after' as after from audit_log where action = 'key_changed' order by at desc, id desc limit 1`,
  )
  expect(changes[0]).toMatchObject({ after: expect.stringContaining('day first') })
  expect(await send('', loose('L-3'))).toMatchObject({ created: 1 })
  expect(await stored('L-3')).toMatchObject([{ status: 'received' }])
  expect(await send('?lenient=false', loose('L-4'))).toMatchObject({ created: 0, rejected: 1 })
})

test('What is not clear is refused as ever: a date that is none, a status without a meaning', async () => {
  const wrong = loose('L-5').replace('31.12.2026', '12.31.2026').replace('Offen', 'wartet')
  const { errors } = await send('', wrong)
  expect(errors.map(({ path }) => path)).toEqual(['$.issueDate'])
  const status = await send('', loose('L-5').replace('Offen', 'wartet'))
  expect(status.errors[0]?.message).toContain('"wartet" is not a status of orders')
})

/** What a document with one of its values replaced says, in strict and in lenient reading. */
const leniency = { dates: 'day first', statuses: { confirmed: 'cancelled', offen: 'open', x: 'received' } } as const
async function both(text: string) {
  const reader = lenientReader(leniency)
  const [message] = await Array.fromAsync(
    reader.read(
      (async function* () {
        yield { line: 1, document: parseKeepingDigits(text), raw: Buffer.from(text) }
      })(),
    ),
  )
  const options = { parts: 'if so' } as const
  return { strict: checkDocument(JSON.parse(text), options), read: message, options, warnings: reader.warnings() }
}

test('Whatever is taken strictly is taken alike leniently', async () => {
  const values = fc.oneof(
    fc.constantFrom<unknown>(null, '', 'confirmed', 'x', 'offen', '2026-03-01', '31.12.2026', 0, 1.5, true, [], {}),
    fc.string({ maxLength: 8 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  )
  const change = fc.record({ example: fc.nat(), at: fc.nat(), value: values, adds: fc.boolean() })
  let taken = 0
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 2 }), fc.nat(), async (changes, which) => {
      const examples = documentExamples.map(({ text }) => text)
      const document: unknown = JSON.parse(examples[which % examples.length] ?? '{}')
      for (const { at, value, adds } of changes) {
        const places = holdersOf(document)
        const { holder, name } = places[at % places.length] ?? { holder: {}, name: '' }
        Object.assign(holder, { [adds ? 'extra' : name]: value })
      }
      const { strict, read, options, warnings } = await both(JSON.stringify(document))
      if ('problems' in strict) return
      taken++
      expect(warnings).toEqual([])
      if (!read || 'problem' in read) throw new Error('It was not read')
      expect(checkDocument(read.document, options)).toEqual(strict)
      expect(JSON.stringify(read.document)).toBe(JSON.stringify(document))
    }),
    { numRuns: 400 },
  )
  expect(taken).toBeGreaterThan(40)
})

type NamedValue = { holder: Record<string, unknown>; name: string }
function holdersOf(value: unknown): NamedValue[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap((name) => [{ holder, name }, ...holdersOf(holder[name])])
}
