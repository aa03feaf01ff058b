import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { commandLine } from '../audit/record.ts'
import { addUser, changeEmail, disableUser } from '../auth/administration/users.ts'
import { createKey } from '../ingest/keys.ts'
import { mergeAccounts } from '../ingest/maintenance/merge-accounts.ts'
import { testPortal } from '../testing/portal.ts'

/*
 * An answer is mailed to the person who asked, while they are still a member and the document is still their account's.
 */
const portal = await testPortal()
const buildDocument = (
  type: IngestDocument['type'],
  number: string,
  overrides: Partial<IngestDocument> = {},
): IngestDocument => ({
  ...{ type, number, account: 'C-1', lines: [{ line: '1', sku: 'BK-1', quantity: '2' }] },
  ...overrides,
})
let apiKey: string
beforeAll(async () => {
  await portal.ingest(
    ...['O-1', 'O-moved', 'O-withdrawn'].map((number) => buildDocument('orders', number, { status: 'confirmed' })),
    buildDocument('invoices', 'I-1', { currency: 'EUR', totals: { gross: '50.00' }, dueDate: '2026-03-20' }),
  )
  const keyDeps = { clock: () => new Date(), newId: randomUUID, random: randomBytes }
  apiKey = await createKey({ db: portal.database.pools.server, ...keyDeps }, { name: 'ERP', scope: 'ingest' })
})
const createRequest = (path: string, body: object, token: string) =>
  portal.call('POST', `/documents/${path}`, { token, body: { key: randomUUID(), ...body } })
const answer = (id: unknown, body: object) =>
  portal.call('POST', `/ingest/requests/${id}/answer`, { token: apiKey, body })

describe('the person who asked, and since then', () => {
  const askQuestion = async (email: string, path = 'orders/O-1') => {
    const token = await portal.signIn(email, 'C-1', 'buyer')
    const { body } = await createRequest(`${path}/ask`, { note: `A question of ${email}` }, token)
    await portal.mails()
    return body.id
  }
  const mailsOfAnswer = async (id: unknown) => {
    expect((await answer(id, { state: 'answered', text: 'On Friday.' })).status).toBe(200)
    return (await portal.mails()).filter(({ text }) => text.includes('On Friday.')).map(({ to }) => to.address)
  }
  const deps = () => ({
    db: portal.database.pools.server,
    clock: () => new Date(),
    newId: randomUUID,
    random: randomBytes,
  })

  test('has left the account, is written nothing, though they work for another one', async () => {
    await portal.ingest(buildDocument('orders', 'O-other', { account: 'C-2' }))
    const id = await askQuestion('left@c.example')
    await addUser(deps(), { email: 'left@c.example', name: 'Left', account: 'C-2', role: 'admin' })
    const admin = await portal.signIn('admin@c.example', 'C-1', 'admin')
    const { body } = await portal.get('/profile/company/members', admin)
    const { members } = body as { members: { id: string; email: string }[] }
    const formerMember = members.find(({ email }) => email === 'left@c.example')
    expect((await portal.call('DELETE', `/profile/company/members/${formerMember?.id}`, { token: admin })).status).toBe(
      200,
    )
    expect(await mailsOfAnswer(id)).toEqual([])
  })

  test('was disabled, is written nothing', async () => {
    const id = await askQuestion('disabled@c.example')
    await disableUser(deps(), 'disabled@c.example')
    expect(await mailsOfAnswer(id)).toEqual([])
  })

  test('may not see such documents any more, is written nothing', async () => {
    const id = await askQuestion('moved@c.example', 'invoices/I-1')
    await addUser(deps(), { email: 'moved@c.example', name: 'Moved', account: 'C-1', role: 'logistics' })
    expect(await mailsOfAnswer(id)).toEqual([])
  })

  test('asked about a document that is another customer’s since, or was withdrawn, is written nothing', async () => {
    const moved = await askQuestion('mistaken@c.example', 'orders/O-moved')
    await answer(moved, { state: 'answered', text: 'On Friday.' })
    const asker = await portal.login('mistaken@c.example')
    expect((await portal.get('/notifications', asker)).text).toContain('O-moved')
    await portal.ingest(buildDocument('orders', 'O-moved', { account: 'C-2', note: 'Theirs' }))
    expect((await portal.mails()).map(({ to }) => to.address)).toEqual([])
    expect((await portal.get('/notifications', asker)).text).not.toContain('O-moved')
    const withdrawn = await askQuestion('waiting@c.example', 'orders/O-withdrawn')
    await answer(withdrawn, { state: 'answered', text: 'On Friday.' })
    const withdrawal = await portal.call('DELETE', '/ingest/documents/orders/O-withdrawn', { token: apiKey })
    expect(withdrawal.status).toBe(200)
    expect((await portal.mails()).map(({ to }) => to.address)).toEqual([])
  })

  test('works for a customer that has become part of another, is written to all the same', async () => {
    await portal.ingest(buildDocument('orders', 'O-merged', { account: 'C-old' }))
    const token = await portal.signIn('merged@c.example', 'C-old', 'buyer')
    const { body } = await createRequest('orders/O-merged/ask', { note: 'When?' }, token)
    await portal.mails()
    await answer(body.id, { state: 'answered', text: 'On Friday.' })
    const merging = { ...deps(), workPool: portal.database.pools.work, newId: randomUUIDv7 }
    await mergeAccounts(merging, { from: 'C-old', into: 'C-1' }, { caller: commandLine, keyId: null })
    expect((await portal.mails()).map(({ to }) => to.address)).toEqual(['merged@c.example'])
  })

  test('has another e-mail, is written to that one', async () => {
    const id = await askQuestion('before@c.example')
    await changeEmail(deps(), 'before@c.example', 'after@c.example')
    expect(await mailsOfAnswer(id)).toEqual(['after@c.example'])
  })
})
