import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Reply } from '#contract/endpoint.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { searchMessages } from '#contract/search/messages.ts'
import { commandLine } from '#server/audit/record.ts'
import { createKey } from '#server/ingest/keys.ts'
import { mergeAccounts } from '#server/ingest/maintenance/merge-accounts.ts'
import { moveDocument } from '#server/ingest/maintenance/move-document.ts'
import { withdraw } from '#server/ingest/maintenance/withdraw.ts'
import { excerptOf } from '#server/search/excerpt.ts'
import { testPortal } from '#server/testing/portal.ts'

/* What was written in conversations is found by the search over everything. */

const portal = await testPortal()
const deps = {
  workPool: portal.database.pools.work,
  clock: () => new Date('2026-03-10T09:00:00Z'),
  newId: randomUUIDv7,
}
const order = (number: string, account = 'C-1'): IngestDocument => ({ type: 'orders', number, account })

let buyer: string
let logistics: string
let apiKey: string
beforeAll(async () => {
  const report = await portal.ingest(
    ...['O-1', 'O-2', 'O-3', 'O-4', 'O-5'].map((number) => order(number)),
    { type: 'invoices', number: 'I-1', account: 'C-1', currency: 'EUR', status: 'open', totals: { gross: '31337.13' } },
    order('O-far', 'C-2'),
    order('O-part', 'C-3'),
  )
  expect(report.errors).toEqual([])
  buyer = await portal.signIn('buyer@c.example', 'C-1', 'admin')
  logistics = await portal.signIn('logistics@c.example', 'C-1', 'logistics')
  const keyDeps = { clock: () => new Date(), newId: randomUUID, random: randomBytes }
  apiKey = await createKey({ db: portal.database.pools.server, ...keyDeps }, { name: 'ERP', scope: 'ingest' })
})

type Page = Reply<typeof searchMessages>
const pageOf = async (q: string, { token = buyer, more = '' } = {}) => {
  const { status, body } = await portal.get(`/search/messages?q=${encodeURIComponent(q)}${more}`, token)
  expect([q, status]).toEqual([q, 200])
  return body as Page
}
const textsFound = async (q: string, options = {}) => (await pageOf(q, options)).hits.map(({ text }) => text)
type Written = { request: { id: string }; message: { id: string } | null }
const write = async (path: string, text: string, token = buyer) => {
  const sent = { token, body: { key: randomUUID(), text } }
  const { status, body } = await portal.call<Written>('POST', `${path}/messages`, sent)
  expect(status).toBe(200)
  return body
}
const about = (number: string) => `/documents/orders/${number}`
const answer = (id: string, body: object) =>
  portal.call('POST', `/ingest/requests/${id}/answer`, { token: apiKey, body })

describe('words of a conversation', () => {
  test('are found whoever wrote them, with who and when, and where they stand', async () => {
    const { request } = await write(about('O-1'), 'Could the Straßenkabel come on pallet SO-0815?')
    const { message } = await write(about('O-1'), 'We take the green drums.')
    portal.setTime('2026-03-10T09:01:00Z')
    await answer(request.id, { state: 'answered', text: 'The green drums left yesterday.', by: 'Sol Vang' })
    expect((await pageOf('green drum')).hits).toEqual([
      {
        ...{ id: expect.any(String), type: 'orders', number: 'O-1', side: 'supplier', by: 'Sol Vang', own: false },
        ...{ at: '2026-03-10T09:01:00Z', text: 'The green drums left yesterday.' },
        ranges: [
          { start: 4, length: 5 },
          { start: 10, length: 4 },
        ],
      },
      {
        ...{ id: message?.id, type: 'orders', number: 'O-1', side: 'customer', by: 'buyer@c.example', own: true },
        ...{ at: '2026-03-10T09:00:00Z', text: 'We take the green drums.' },
        ranges: [
          { start: 12, length: 5 },
          { start: 18, length: 4 },
        ],
      },
    ])
    for (const typed of ['strassenk', 'SO-0815', 'so 815', '0815', 'PALLET come'])
      expect([typed, (await pageOf(typed)).hits.map(({ id }) => id)]).toEqual([typed, [request.id]])
    for (const typed of ['kabel', 'green pallet', 'status:open green', 'po:815', 'x'])
      expect([typed, await textsFound(typed)]).toEqual([typed, []])
  })

  test('are found in every language, also where the account is what they are about', async () => {
    const general = await write('/conversation', 'عنوان المُستودَع الجديد')
    const [hit] = (await pageOf('المستودع')).hits
    expect(hit).toMatchObject({ id: general.request.id, type: 'account', number: 'C-1' })
    expect(hit?.text.slice(hit.ranges[0]?.start)).toMatch(/^المُستودَع/)
  })

  test('are those of the note of a request, too', async () => {
    const body = { key: randomUUID(), lines: [{ description: 'Bearing', quantity: '4' }], note: 'As in Zwickau' }
    const made = await portal.call('POST', '/enquiries', { token: buyer, body })
    expect((await pageOf('zwickau')).hits).toMatchObject([
      { id: made.body.id, type: 'quotes', number: made.body.number },
    ])
  })

  test('are narrowed by type and by the day on which they were written', async () => {
    portal.setTime('2026-03-10T09:02:00Z')
    await write('/documents/invoices/I-1', 'The drums are on it twice.')
    expect(await textsFound('drums type:invoice')).toEqual(['The drums are on it twice.'])
    expect(await textsFound('drums', { more: '&types=invoices' })).toEqual(['The drums are on it twice.'])
    expect(await textsFound('drums after:2026-03-11')).toEqual([])
    expect(await textsFound('drums before:2026-03-10 after:2026-03-10')).toHaveLength(3)
  })

  test('were written on a day of the supplier’s calendar, also while UTC has another date', async () => {
    vi.stubEnv('TZ', 'America/New_York')
    onTestFinished(() => {
      vi.unstubAllEnvs()
      portal.setTime('2026-03-10T09:02:00Z')
    })
    // Nine in the evening before.
    portal.setTime('2026-03-12T01:00:00Z')
    const text = 'The turquoise reels are here.'
    const token = await portal.login('buyer@c.example')
    await write(about('O-1'), text, token)
    expect(await textsFound('turquoise before:2026-03-11', { token })).toEqual([text])
    expect(await textsFound('turquoise after:2026-03-12', { token })).toEqual([])
    vi.stubEnv('TZ', 'Pacific/Kiritimati')
    expect(await textsFound('turquoise after:2026-03-12 before:9999', { token })).toEqual([text])
    expect(await textsFound('turquoise before:2026-03-11', { token })).toEqual([])
    vi.stubEnv('TZ', 'America/New_York')
    expect(await textsFound('turquoise before:9999', { token })).toEqual([text])
  })

  test('change with a correction', async () => {
    const text = 'We need teh marigold ones.'
    const { request } = await write(about('O-2'), text)
    const body = { text: 'We need the crimson ones.', former: text }
    await portal.call('POST', `/requests/${request.id}/correct`, { token: buyer, body })
    expect([await textsFound('marigold'), await textsFound('crimson')]).toEqual([[], ['We need the crimson ones.']])
  })

  test('come a page at a time, newest first, each once', async () => {
    const { request } = await write(about('O-3'), 'Lampions, all of them')
    for (let index = 0; index < 12; index++)
      await answer(request.id, { state: 'answered', text: `Lampions, part ${index}` })
    const ids: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await pageOf('lampions', { more: `&limit=5${cursor && `&cursor=${cursor}`}` })
      expect(page.hits.length).toBeLessThanOrEqual(5)
      ids.push(...page.hits.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect([ids.length, new Set(ids).size]).toEqual([13, 13])
  })
})

describe('who finds what', () => {
  test('nothing of a type that the role does not see', async () => {
    expect(await textsFound('twice')).toEqual(['The drums are on it twice.'])
    expect(await textsFound('twice', { token: logistics })).toEqual([])
    expect(await textsFound('twice', { token: logistics, more: '&types=invoices' })).toEqual([])
    expect(await textsFound('drums', { token: logistics })).toHaveLength(2)
  })

  test('nothing of another account', async () => {
    const other = await portal.signIn('far@d.example', 'C-2', 'admin')
    await write(about('O-far'), 'Our drums are blue.', other)
    expect(await textsFound('drums', { token: other })).toEqual(['Our drums are blue.'])
    expect(await textsFound('blue')).toEqual([])
  })

  test('no amount that a form asked for: only what was typed as words', async () => {
    const body = { key: randomUUID(), reason: 'PRI', wanted: 'CNP', amount: '1234.5', note: 'Too dear by far' }
    const { status } = await portal.call('POST', '/documents/invoices/I-1/dispute', { token: buyer, body })
    expect([status, await textsFound('1234.50'), await textsFound('dear')]).toEqual([200, [], ['Too dear by far']])
  })
})

describe('a document takes the words about it along', () => {
  test('when it is withdrawn, and brings them back when it comes again', async () => {
    await write(about('O-4'), 'Is it the saffron one?')
    await withdraw(deps, { type: 'orders', number: 'O-4' })
    expect(await textsFound('saffron')).toEqual([])
    await portal.ingest({ ...order('O-4'), modifiedAt: '2026-03-10T09:01:00Z' })
    expect(await textsFound('saffron')).toEqual(['Is it the saffron one?'])
  })

  test('when it moves to another account: neither its former nor its new customer finds them', async () => {
    await write(about('O-5'), 'Is it the indigo one?')
    await moveDocument(deps, { type: 'orders', number: 'O-5' }, { to: 'C-2', papers: false })
    const other = await portal.login('far@d.example')
    expect([await textsFound('indigo'), await textsFound('indigo', { token: other })]).toEqual([[], []])
  })

  test('when its account becomes part of another', async () => {
    const part = await portal.signIn('part@e.example', 'C-3', 'admin')
    await write(about('O-part'), 'Is it the violet one?', part)
    await write('/conversation', 'The violet house has moved.', part)
    expect(await textsFound('violet')).toEqual([])
    await mergeAccounts(deps, { from: 'C-3', into: 'C-1' }, { caller: commandLine, keyId: null })
    expect(await textsFound('violet')).toHaveLength(2)
    expect((await pageOf('violet')).hits.map(({ number }) => number).toSorted()).toEqual(['C-1', 'O-part'])
  })
})

describe('the part of a text that is shown', () => {
  const terms = (...typed: string[]) => ({
    groups: typed.map((term) => ({ terms: [term] })),
    fragments: [],
    joined: null,
  })

  test('is that around the first match, however long the text', () => {
    const text = `${'some words '.repeat(100)}the needle ${'other words '.repeat(100)}`
    const shown = excerptOf(text, terms('needle'))
    const [range] = shown.ranges
    expect(shown.text.slice(range?.start, (range?.start ?? 0) + (range?.length ?? 0))).toBe('needle')
    expect(shown.text).toMatch(/^….*…$/)
    expect(shown.text.length).toBeLessThanOrEqual(162)
  })

  test('is a part of the text, and its marks lie within it, whatever was written and typed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 600 }),
        fc.string({ minLength: 1, maxLength: 8 }),
        (text, term) => {
          const shown = excerptOf(text, terms(term.toLowerCase()))
          // A cut may go through a character of two halves, of which a mark stays.
          const part = shown.text.replaceAll(/^…|…$/gu, '').replaceAll(/^\ufffd|\ufffd$/gu, '')
          expect(text.toWellFormed()).toContain(part)
          for (const { start, length } of shown.ranges) {
            expect(start).toBeGreaterThanOrEqual(0)
            expect(start + length).toBeLessThanOrEqual(shown.text.length)
          }
        },
      ),
      { examples: [['𐀀…𐀀', ' ']] },
    )
  })
})
