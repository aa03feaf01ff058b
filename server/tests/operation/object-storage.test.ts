import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { tryAdvisoryLock } from '#database/connection/advisory-lock.ts'
import { openBucket } from '#database/object-storage/bucket.ts'
import {
  checkObjects,
  moveToDatabase,
  moveToStorage,
  removeUnusedObjects,
} from '#database/object-storage/move-files.ts'
import { openFileStorage } from '#database/object-storage/open.ts'
import { createFileReader } from '#database/object-storage/read-file.ts'
import { checkObjectStorage } from '#server/commands/doctor/object-storage.ts'
import { readConfig } from '#server/config.ts'
import { createKey } from '#server/ingest/keys.ts'
import { moveDocument } from '#server/ingest/maintenance/move-document.ts'
import { deleteRawMessagesBefore } from '#server/ingest/write/batch-queries.ts'
import { startObjectStore } from '#server/testing/object-store.ts'
import { testPortal } from '#server/testing/portal.ts'

/* Files that lie in an object storage, as their customers see them. */
const store = await startObjectStore()
const bucket = openBucket(store.address, { call: 2_000, answer: 500 })
const portal = await testPortal('2026-04-10T09:00:00Z', { readFile: createFileReader(bucket) })
const { server: db, work: workPool, lock: lockPool } = portal.database.pools
const files = { workPool, lockPool, bucket }
const clock = () => new Date('2026-04-10T09:00:00Z')
const newId = randomUUIDv7
const key = await createKey({ db, clock, newId, random: randomBytes }, { name: 'erp', scope: 'ingest' })
await portal.ingest(
  { type: 'quotes', number: 'Q-1', account: 'C-1' },
  { type: 'quotes', number: 'Q-2', account: 'C-2' },
)
const ann = await portal.signIn('ann@c.example', 'C-1')
const bob = await portal.signIn('bob@c.example', 'C-2')

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const large = randomBytes(40_000)
const changed = randomBytes(40_000)
const small = Buffer.from('Handle with care')

/** Sends an order with a large and a small file, as an ERP does. */
const sendOrder = (number: string, content = large) =>
  portal.ingest({
    ...{ type: 'orders', number, account: 'C-1', status: 'confirmed', issueDate: '2026-04-01' },
    attachments: [
      { name: 'drawing.bin', mimeType: 'application/octet-stream', contentBase64: content.toString('base64') },
      { name: 'note.txt', mimeType: 'text/plain', contentBase64: small.toString('base64') },
    ],
  })

const download = async (number: string, name: string, token = ann) => {
  const { attachments } = (await portal.get(`/documents/orders/${number}`, token)).body as DocumentDetail
  const id = attachments.find((attachment) => attachment.name === name)?.id
  return portal.app.inject({
    url: `/api/documents/orders/${number}/attachments/${id}`,
    headers: { authorization: `Bearer ${token}` },
  })
}
const bytesOf = async (number: string, name: string, token?: string) => (await download(number, name, token)).rawPayload
const storedBytes = async (number: string) => {
  const { rows } = await db.query<{ inDatabase: number }>(
    `select coalesce(sum(octet_length(content)), 0)::int as "inDatabase" from attachments
      where document_id = (select id from documents where number = $1)`,
    [number],
  )
  return rows[0]?.inDatabase
}
const longAgo = () => db.query(`update unused_objects set since = since - interval '31 days'`)

beforeEach(async () => {
  store.become('well')
  for (const table of ['attachments', 'request_files', 'original_files', 'raw_messages', 'unused_objects'])
    await portal.database.owner.query(`delete from ${table}`)
  store.objects.clear()
})

describe('A large file', () => {
  test('is read from the object storage once it was moved there, and the database holds it no longer', async () => {
    await sendOrder('SO-1')
    expect(await moveToStorage(files)).toBe(1)
    expect([...store.objects.values()]).toEqual([large])
    expect(await storedBytes('SO-1')).toBe(small.length)
    expect(await bytesOf('SO-1', 'drawing.bin')).toEqual(large)
    expect(await bytesOf('SO-1', 'note.txt')).toEqual(small)
  })

  test('is in the ZIP of its document', async () => {
    await sendOrder('SO-2')
    await moveToStorage(files)
    const reply = await portal.app.inject({
      method: 'POST',
      url: '/api/documents/download',
      headers: { authorization: `Bearer ${ann}` },
      body: { type: 'orders', numbers: ['SO-2'], parts: ['attachments'] },
    })
    expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
    const zip = await fromBufferPromise(reply.rawPayload)
    const entries = new Map<string, Buffer>()
    for await (const entry of zip.eachEntry())
      entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
    expect([...entries].find(([name]) => name.endsWith('drawing.bin'))?.[1]).toEqual(large)
  })

  test('that the ERP sends again is not moved again', async () => {
    await sendOrder('SO-3')
    await moveToStorage(files)
    await sendOrder('SO-3')
    expect(await storedBytes('SO-3')).toBe(small.length)
    expect(await moveToStorage(files)).toBe(0)
    expect(await bytesOf('SO-3', 'drawing.bin')).toEqual(large)
  })

  test('that the ERP replaces is the new one at once, and the former leaves the storage when its days are over', async () => {
    await sendOrder('SO-4')
    await moveToStorage(files)
    await sendOrder('SO-4', changed)
    expect(await bytesOf('SO-4', 'drawing.bin')).toEqual(changed)
    await moveToStorage(files)
    expect(await bytesOf('SO-4', 'drawing.bin')).toEqual(changed)
    expect(store.objects.size).toBe(2)
    expect(await removeUnusedObjects(files, 30)).toBe(0)
    await longAgo()
    expect(await removeUnusedObjects(files, 30)).toBe(1)
    expect([...store.objects.values()]).toEqual([changed])
  })

  test('of a customer’s request is read from there by the supplier and by the customer', async () => {
    await sendOrder('SO-6')
    const { body } = await portal.call<{ id: string }>('POST', '/documents/orders/SO-6/ask', {
      token: ann,
      body: { key: newId(), note: 'See the drawing' },
    })
    const drawing = Buffer.concat([Buffer.from('%PDF-1.7 '), large])
    const added = await portal.app.inject({
      method: 'POST',
      url: `/api/requests/${body.id}/files?name=drawing.pdf`,
      headers: { authorization: `Bearer ${ann}`, 'content-type': 'application/octet-stream' },
      body: drawing,
    })
    const { id } = added.json<{ id: string }>()
    await moveToStorage(files)
    expect([...store.objects.keys()].filter((path) => path.startsWith('request_files/'))).toHaveLength(1)
    for (const [path, token] of [
      [`/requests/${body.id}/files/${id}`, ann],
      [`/ingest/requests/${body.id}/files/${id}`, key],
    ]) {
      const headers = { authorization: `Bearer ${token}` }
      expect((await portal.app.inject({ url: `/api${path}`, headers })).rawPayload, path).toEqual(drawing)
    }
  })

  test('as which an invoice came is given as it was, and what the ERP sent leaves the storage after its time', async () => {
    const embedded = '<cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="paper.pdf">'
    const xml = readFileSync(join(import.meta.dirname, '../../formats/ubl/fixtures/invoice.xml'), 'utf8').replace(
      '<cac:AdditionalDocumentReference>',
      `<cac:AdditionalDocumentReference><cbc:ID>paper</cbc:ID><cac:Attachment>${embedded}${large.toString('base64')}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>
       <cac:AdditionalDocumentReference>`,
    )
    const send = () =>
      portal.app.inject({
        method: 'POST',
        url: '/api/ingest/ubl?account=C-1',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/xml' },
        body: xml,
      })
    expect((await send()).json()).toMatchObject({ created: 1 })
    await moveToStorage(files)
    const tables = () => [...store.objects.keys()].map((path) => path.slice(0, path.indexOf('/'))).sort()
    expect(tables()).toEqual(['attachments', 'original_files', 'raw_messages'])
    const headers = { authorization: `Bearer ${ann}` }
    const original = () => portal.app.inject({ url: '/api/documents/invoices/RE-900/original', headers })
    expect((await original()).body).toBe(xml)

    await send()
    expect(await moveToStorage(files)).toBe(1)
    expect(tables()).toEqual(['attachments', 'original_files', 'raw_messages', 'raw_messages'])
    await deleteRawMessagesBefore(workPool, '2027-01-01')
    await longAgo()
    expect(await removeUnusedObjects(files, 30)).toBe(2)
    expect((await original()).body).toBe(xml)
  })

  test('stays as long as a document that was moved to another customer has it', async () => {
    await sendOrder('SO-5')
    await moveToStorage(files)
    await moveDocument({ workPool, clock, newId }, { type: 'orders', number: 'SO-5' }, { to: 'C-2', papers: true })
    await longAgo()
    expect(await removeUnusedObjects(files, 30)).toBe(0)
    expect(await bytesOf('SO-5', 'drawing.bin', bob)).toEqual(large)
  })

  test('that two customers had leaves the storage when the days since the last of them are over', async () => {
    await sendOrder('SO-7')
    await moveToStorage(files)
    await moveDocument({ workPool, clock, newId }, { type: 'orders', number: 'SO-7' }, { to: 'C-2', papers: true })
    await longAgo()
    await portal.database.owner.query('delete from attachments')
    expect(await removeUnusedObjects(files, 30)).toBe(0)
    await longAgo()
    expect(await removeUnusedObjects(files, 30)).toBe(1)
  })
})

describe('An object storage', () => {
  test('that is away costs only the files that lie there, and says so', async () => {
    await sendOrder('SO-10')
    await moveToStorage(files)
    store.become('down')
    const reply = await download('SO-10', 'drawing.bin')
    expect([reply.statusCode, reply.headers['retry-after'], reply.json<{ message: string }>().message]).toEqual([
      503,
      '10',
      'This file cannot be fetched right now. Please try again in a moment.',
    ])
    expect(await bytesOf('SO-10', 'note.txt')).toEqual(small)
    await sendOrder('SO-11')
    expect(await bytesOf('SO-11', 'drawing.bin')).toEqual(large)
    await expect(moveToStorage(files)).rejects.toThrow('it cannot be reached')
    expect(await bytesOf('SO-11', 'drawing.bin')).toEqual(large)
  })

  test('that is away is named in the log once, with the reason', async () => {
    await sendOrder('SO-17')
    await moveToStorage(files)
    const lines: string[] = []
    const app = await portal.serve(
      {},
      { logger: { level: 'warn', stream: { write: (line) => void lines.push(line) } } },
    )
    const { attachments } = (await portal.get('/documents/orders/SO-17', ann)).body as DocumentDetail
    const url = `/api/documents/orders/SO-17/attachments/${attachments[0]?.id}`
    store.become('down')
    for (let time = 0; time < 3; time++) await app.inject({ url, headers: { authorization: `Bearer ${ann}` } })
    type Refusals = { reasons: { reason: string; count: number }[] }
    await expect
      .poll(() => lines.flatMap((line) => (JSON.parse(line) as Refusals).reasons))
      .toMatchObject([{ count: 3, reason: expect.stringMatching(/^unavailable: This file .* \(it cannot be reached/) }])
  })

  test.for([
    { mode: 'silent', number: 'SO-16', title: 'that takes a call and never answers keeps nobody waiting' },
    { mode: 'stalls', number: 'SO-31', title: 'that stops in the middle of a file keeps nobody waiting' },
  ] as const)('$title', async ({ mode, number }) => {
    await sendOrder(number)
    await moveToStorage(files)
    store.become(mode)
    // A call ends in time also when the garbage collector runs while it waits.
    const collecting = setInterval(collectGarbage, 50)
    onTestFinished(() => clearInterval(collecting))
    expect((await download(number, 'drawing.bin')).statusCode).toBe(503)
  })

  test('that is busy for a moment is asked again', async () => {
    await sendOrder('SO-32')
    store.become('busy for a moment')
    expect(await moveToStorage(files)).toBe(1)
    store.become('busy for a moment')
    expect(await bytesOf('SO-32', 'drawing.bin')).toEqual(large)
  })

  test('that needs longer for a large file than for a small one takes and gives it', async () => {
    store.become('slow')
    const content = randomBytes(400_000)
    const impatient = openBucket(store.address, { call: 1_000, answer: 2_000 })
    await impatient.put('attachments/large', content)
    expect(await impatient.get('attachments/large')).toEqual(content)
  })

  test('that never takes some files takes all others, and says so', async () => {
    const tooLarge = randomBytes(120_000)
    for (const number of ['SO-34', 'SO-35']) await sendOrder(number, tooLarge)
    await sendOrder('SO-36')
    store.become('refuses files from 100 kB on')
    await expect(moveToStorage(files)).rejects.toThrow('it answers 400 EntityTooLarge')
    expect(await storedBytes('SO-36')).toBe(small.length)
    for (const [number, content] of [
      ['SO-34', tooLarge],
      ['SO-35', tooLarge],
      ['SO-36', large],
    ] as const)
      expect(await bytesOf(number, 'drawing.bin'), number).toEqual(content)
  })

  test('that never takes some files gives up those whose days are over', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await sendOrder('SO-37')
    await moveToStorage(files)
    await sendOrder('SO-37', changed)
    await moveToStorage(files)
    await longAgo()
    for (const number of ['SO-38', 'SO-39']) await sendOrder(number, randomBytes(120_000))
    store.become('refuses files from 100 kB on')
    const log = { info: () => undefined, warn: () => undefined }
    const { pools } = portal.database
    const storage = openFileStorage({ ...{ address: store.address, moves: true, keepDays: 30 }, pools, log })
    await vi.advanceTimersByTimeAsync(60_000)
    await expect.poll(() => [...store.objects.values()]).toEqual([changed])
    await storage.stop()
    expect(storage.failingFor?.()).toBeGreaterThan(0)
  })

  test('that breaks off after it has stored a file leaves it in the database, and the object is removed later', async () => {
    await sendOrder('SO-12')
    store.become('breaks off after storing')
    await expect(moveToStorage(files)).rejects.toThrow('it cannot be reached')
    expect(await bytesOf('SO-12', 'drawing.bin')).toEqual(large)
    expect(store.objects.size).toBe(1)
    store.become('well')
    await longAgo()
    expect(await removeUnusedObjects(files, 30)).toBe(1)
    expect(store.objects.size).toBe(0)
  })

  test('that gives other bytes than were put there is never believed', async () => {
    await sendOrder('SO-13')
    await moveToStorage(files)
    const [objectKey = ''] = store.objects.keys()
    store.objects.set(objectKey, changed)
    expect((await download('SO-13', 'drawing.bin')).statusCode).toBe(503)
    const { whole, faulty, faults } = await checkObjects(files)
    expect([whole, faulty, faults]).toEqual([
      0,
      1,
      [`The object storage has other bytes under ${objectKey} than were put there`],
    ])
    store.objects.delete(objectKey)
    expect((await checkObjects(files)).faults).toEqual([`The object storage has no ${objectKey}`])
    store.objects.set(objectKey, large)
    expect((await checkObjects(files)).whole).toBe(1)
  })

  test('gives all files back to the database', async () => {
    await sendOrder('SO-14')
    await moveToStorage(files)
    expect(await moveToDatabase(files)).toBe(1)
    store.become('down')
    expect(await bytesOf('SO-14', 'drawing.bin')).toEqual(large)
  })

  test('that is away stays so for a server that leaves the files to another one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const lines: string[] = []
    const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) }
    const { pools } = portal.database
    const storage = openFileStorage({ ...{ address: store.address, moves: true, keepDays: 30 }, pools, log })
    await sendOrder('SO-33')
    store.become('down')
    await vi.advanceTimersByTimeAsync(60_000)
    await expect.poll(() => storage.failingFor?.()).toBeGreaterThan(0)
    const lock = await tryAdvisoryLock(lockPool, 'object storage')
    onTestFinished(() => lock?.release())
    expect(lock).toBeDefined()
    // From here on it fails only as long as the server has not seen for itself that it works.
    store.become('well')
    await vi.advanceTimersByTimeAsync(60_000)
    await storage.stop()
    expect(storage.failingFor?.()).toBeGreaterThan(0)
    expect(lines).toEqual([expect.stringContaining('Files stay in the database for now')])
  })

  test('is used by one server at a time', async () => {
    await sendOrder('SO-15')
    const lock = await tryAdvisoryLock(lockPool, 'object storage')
    expect(await moveToStorage(files)).toBeUndefined()
    await lock?.release()
    expect(await moveToStorage(files)).toBe(1)
  })
})

describe('The check-up says of the object storage', () => {
  const checkUp = (address: string | undefined) =>
    checkObjectStorage({
      config: readConfig(address === undefined ? {} : { OBJECT_STORAGE_URL: address }),
      clock,
      open: async () => portal.database as never,
    })

  test('that it takes and gives files, and how many are there', async () => {
    expect(await checkUp(store.address)).toEqual(['ok', 'it takes and gives files. 0 files are in the object storage.'])
    await sendOrder('SO-20')
    expect((await checkUp(store.address))[1]).toContain('1 more are to be moved there.')
    expect(store.objects.size).toBe(0)
  })

  test('that nobody can open files whose storage is not named any more', async () => {
    expect((await checkUp(undefined))[0]).toBe('ok')
    await sendOrder('SO-21')
    await moveToStorage(files)
    expect(await checkUp(undefined)).toEqual([
      'bad',
      '1 files are in the object storage, and OBJECT_STORAGE_URL is not set: nobody can open them. Set it as it was.',
    ])
  })

  test.each([
    ['refuses the access key', 'tester:', 'somebody:', 'it answers 403 InvalidAccessKeyId'],
    ['has no such bucket', '/files', '/other', 'it answers 404 NoSuchBucket'],
  ])('that it %s', async (_, part, other, reason) => {
    const [verdict, text] = await checkUp(store.address.replace(part, other))
    expect([verdict, text]).toEqual(['bad', expect.stringContaining(reason)])
  })
})
