import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { testPortal } from '../testing/portal.ts'
import { createCursors } from './cursors.ts'

const reader = fc.tuple(fc.string(), fc.string(), fc.string())
const cursors = createCursors(['the newer secret', 'the older secret'])

describe('A cursor', () => {
  test('is read by whom it was given to, also after the secret has changed', () => {
    const before = createCursors(['the older secret'])
    fc.assert(
      fc.property(fc.string(), reader, (cursor, who) => {
        expect(cursors.open(cursors.sign(cursor, who), who)).toBe(cursor)
        expect(cursors.open(before.sign(cursor, who), who)).toBe(cursor)
      }),
    )
  })

  test('with any other sign in it, for anybody else, or of another portal, is refused', () => {
    const foreign = createCursors(['the secret of another portal'])
    fc.assert(
      fc.property(fc.string(), reader, reader, fc.nat(), fc.string(), (cursor, who, other, at, sign) => {
        const signed = cursors.sign(cursor, who)
        const position = at % signed.length
        const forged = signed.slice(0, position) + sign + signed.slice(position + 1)
        fc.pre(forged !== signed && JSON.stringify(other) !== JSON.stringify(who))
        for (const refused of [
          () => cursors.open(forged, who),
          () => cursors.open(signed, other),
          () => cursors.open(foreign.sign(cursor, who), who),
          () => cursors.open(cursor, who),
        ]) {
          expect(refused).toThrow(/no longer there/)
        }
      }),
    )
  })
})

describe('Over HTTP', async () => {
  const portal = await testPortal()
  const order = (number: string, account: string): IngestDocument => ({ type: 'orders', number, account, lines: [] })
  const tokens: Record<string, string> = {}
  const page = async (path: string, token: string | undefined) => {
    const { status, body } = await portal.get(path, token)
    return { status, ...(body as { nextCursor: string | null; rows: { number: string }[]; searched?: string }) }
  }

  beforeAll(async () => {
    await portal.ingest(
      ...['A', 'B'].flatMap((account) => [1, 2, 3].map((n) => order(`${account}-${n}`, account))),
      { type: 'shipments', number: 'S-1', account: 'A', lines: [] },
      { type: 'shipments', number: 'S-2', account: 'A', lines: [] },
      { type: 'invoices', number: 'I-1', account: 'A', note: 'zzquixotic terms', lines: [] },
    )
    tokens.a = await portal.signIn('a@example.com', 'A')
    tokens.colleague = await portal.signIn('colleague@example.com', 'A')
    tokens.warehouse = await portal.signIn('warehouse@example.com', 'A', 'logistics')
    tokens.b = await portal.signIn('b@example.com', 'B')
  })

  test('a list goes on where it ended, for its reader alone and in the same list alone', async () => {
    const first = await page('/documents/orders?limit=1', tokens.a)
    const next = `limit=1&cursor=${encodeURIComponent(first.nextCursor ?? '')}`
    expect((await page(`/documents/orders?${next}`, tokens.a)).rows).toHaveLength(1)
    expect((await page(`/documents/orders?${next}`, tokens.colleague)).status).toBe(400)
    expect((await page(`/documents/orders?${next}`, tokens.b)).status).toBe(400)
    expect((await page(`/search?q=A&${next}`, tokens.a)).status).toBe(400)
  })

  test('no words of papers that a role may not see are had by a cursor that nobody was given', async () => {
    const forged = Buffer.from('9999-12-31 ffffffff-ffff-ffff-ffff-ffffffffffff near').toString('base64url')
    const { status } = await portal.get(`/search?q=zzquixotik&cursor=${forged}`, tokens.warehouse)
    expect(status).toBe(400)
    const hidden = await portal.get('/search?q=zzquixotik', tokens.warehouse)
    expect(hidden.text).not.toContain('zzquixotic')
    // A viewer who may see invoices gets the correction.
    expect((await portal.get('/search?q=zzquixotik', tokens.a)).text).toContain('zzquixotic')
  })
})
