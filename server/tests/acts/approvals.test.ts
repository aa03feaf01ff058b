import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Dashboard } from '#contract/dashboard.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { Notification } from '#contract/notifications/endpoints.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { makeErpKey } from '#server/testing/erp-key.ts'
import { testPortal } from '#server/testing/portal.ts'

/* Colleagues are asked to approve of a quote before it is accepted. */

const portal = await testPortal()
const people = {
  ann: ['ann@a.example', 'K-1', 'buyer'],
  ben: ['ben@a.example', 'K-1', 'viewer'],
  cleo: ['cleo@a.example', 'K-1', 'admin'],
  fin: ['fin@a.example', 'K-1', 'finance'],
  lea: ['lea@a.example', 'K-1', 'logistics'],
  eve: ['eve@b.example', 'K-2', 'admin'],
} as const
type Name = keyof typeof people
const tokens = {} as Record<Name, string>
const ids = {} as Record<Name, string>
let apiKey: string

const quote = (number: string, more: Partial<IngestDocument> = {}): IngestDocument => ({
  ...{ type: 'quotes', number, account: 'K-1', status: 'open', currency: 'EUR', issueDate: '2026-03-01' },
  ...{ validUntil: '2026-04-30', totals: { net: '100.00', gross: '119.00' } },
  lines: [{ line: '1', sku: 'BK-1', quantity: '10', amount: '100.00' }],
  ...more,
})
const send = async (...documents: IngestDocument[]) => expect((await portal.ingest(...documents)).errors).toEqual([])

beforeAll(async () => {
  await send(quote('Q-0', { account: 'K-1' }), quote('Q-0-other', { account: 'K-2' }))
  for (const [name, [email, account, role]] of Object.entries(people)) {
    tokens[name as Name] = await portal.signIn(email, account, role)
    const { rows } = await portal.database.owner.query('select id from users where email = $1', [email])
    ids[name as Name] = rows[0].id
  }
  apiKey = await makeErpKey(portal)
})

const ask = (name: Name, number: string, approvers: Name[], more: object = {}) =>
  portal.call<CustomerRequest>('POST', `/documents/quotes/${number}/askApproval`, {
    token: tokens[name],
    body: { key: randomUUID(), approvers: approvers.map((one) => ids[one]), ...more },
  })
const askFor = async (number: string, approvers: Name[] = ['ben', 'cleo'], more: object = {}) => {
  await send(quote(number))
  const { status, body, text } = await ask('ann', number, approvers, more)
  expect(status, text).toBe(200)
  return body
}
const decide = <Body = CustomerRequest>(name: Name, id: string, body: object) =>
  portal.call<Body>('POST', `/requests/${id}/approval`, { token: tokens[name], body })
const request = async (name: Name, number: string) => {
  const { body } = await portal.get(`/documents/quotes/${number}/requests`, tokens[name])
  return (body as { requests: CustomerRequest[] }).requests.findLast(({ kind }) => kind === 'askApproval')
}
const waiting = async (name: Name) =>
  ((await portal.get('/dashboard', tokens[name])).body as Dashboard).approvals.map(({ number }) => number)
const saidBy = ({ approvals }: CustomerRequest) => approvals.map(({ name, decision }) => [name, decision])
const accept = (number: string) =>
  portal.call<CustomerRequest>('POST', `/documents/quotes/${number}/accept`, {
    token: tokens.ann,
    body: { key: randomUUID(), signature: 'Ann' },
  })

describe('A colleague who is asked to approve of a quote', () => {
  test('has it among what needs their action until they have answered, and the asker sees what each says', async () => {
    const { id, state } = await askFor('Q-1', ['ben', 'cleo'], { note: 'Is that within the budget?' })
    expect(state).toBe('colleagues')
    expect([await waiting('ben'), await waiting('cleo'), await waiting('ann')]).toEqual([['Q-1'], ['Q-1'], []])
    const declined = await decide('ben', id, { decision: 'declined', reason: 'Too dear' })
    expect([declined.status, declined.body.state]).toEqual([200, 'colleagues'])
    expect(await waiting('ben')).not.toContain('Q-1')
    const seen = await request('ann', 'Q-1')
    expect(seen && saidBy(seen)).toEqual([
      ['ben@a.example', 'declined'],
      ['cleo@a.example', null],
    ])
    expect(seen?.approvals[0]?.reason).toBe('Too dear')
    const approved = await decide('cleo', id, { decision: 'approved' })
    expect(approved.body.state).toBe('declined')
    const again = await decide('cleo', id, { decision: 'approved' })
    expect(again.status).toBe(200)
    expect((await decide('cleo', id, { decision: 'declined', reason: 'No' })).status).toBe(409)
  })

  test('is notified, and so is who asked, by name of the quote and without an amount', async () => {
    const { id } = await askFor('Q-2', ['ben'])
    await decide('ben', id, { decision: 'approved' })
    const noticesOf = async (name: Name) =>
      ((await portal.get('/notifications', tokens[name])).body as Notification[])
        .filter(({ docnum }) => docnum === 'Q-2')
        .map(({ message, act }) => [message, act])
    expect(await noticesOf('ben')).toContainEqual(['A colleague asks you to approve quote Q-2.', 'approval'])
    expect(await noticesOf('ann')).toContainEqual(['A colleague approved quote Q-2.', null])
    expect((await noticesOf('cleo')).flat()).not.toContain('A colleague asks you to approve quote Q-2.')
  })

  test('declines only with a reason', async () => {
    const { id } = await askFor('Q-3', ['ben'])
    const { status, body } = await decide<{ message: string }>('ben', id, { decision: 'declined' })
    expect([status, body.message]).toEqual([400, 'Say why you decline.'])
  })

  test('says one thing when it is said twice at once', async () => {
    const { id } = await askFor('Q-4', ['ben'])
    const both = await Promise.all([
      decide('ben', id, { decision: 'approved' }),
      decide('ben', id, { decision: 'declined', reason: 'No' }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('An approval', () => {
  test('is asked of those who see the quote and its prices alone, and of nobody in another account', async () => {
    await send(quote('Q-10'))
    for (const name of ['fin', 'lea', 'eve', 'ann'] as const)
      expect((await ask('ann', 'Q-10', [name])).status).toBe(400)
    expect((await ask('lea', 'Q-10', ['ben'])).status).toBe(404)
    expect((await ask('ben', 'Q-10', ['ann'])).status).toBe(403)
    expect((await ask('eve', 'Q-10', ['cleo'])).status).toBe(404)
    const { body } = await portal.get('/conversations/colleagues?type=quotes&prices=true', tokens.ann)
    expect((body as { colleagues: { name: string }[] }).colleagues.map(({ name }) => name)).toEqual([
      'ben@a.example',
      'cleo@a.example',
    ])
  })

  test('is decided by those who were asked alone', async () => {
    const { id } = await askFor('Q-11', ['ben'])
    for (const name of ['ann', 'cleo', 'lea', 'eve'] as const)
      expect([name, (await decide(name, id, { decision: 'approved' })).status]).toEqual([name, 404])
    expect((await request('ann', 'Q-11'))?.approvals[0]?.decision).toBeNull()
  })

  test('is asked once: the same people are not asked again before they have answered', async () => {
    await askFor('Q-12', ['ben'])
    expect((await ask('ann', 'Q-12', ['ben'])).status).toBe(409)
    const more = await ask('ann', 'Q-12', ['ben', 'cleo'])
    expect(saidBy(more.body)).toEqual([['cleo@a.example', null]])
  })

  test('can be taken back by who asked', async () => {
    const { id } = await askFor('Q-13', ['ben'])
    const back = await portal.call('DELETE', `/requests/${id}`, { token: tokens.ann })
    expect([back.status, back.body.state]).toEqual([200, 'withdrawn'])
    expect(await waiting('ben')).not.toContain('Q-13')
    expect((await decide('ben', id, { decision: 'approved' })).status).toBe(409)
  })

  test('of colleagues with the same name says whose it is', async () => {
    await send(quote('Q-18', { account: 'K-2' }))
    const emails = ['kim@b.example', 'roe@b.example']
    const [kim, roe] = await Promise.all(emails.map((email) => portal.signIn(email, 'K-2', 'buyer')))
    const { rows } = await portal.database.owner.query(
      `update users set name = 'Kim Roe' where email = any ($1) returning id`,
      [emails],
    )
    const body = { key: randomUUID(), approvers: rows.map(({ id }) => id) }
    const made = await portal.call<CustomerRequest>('POST', '/documents/quotes/Q-18/askApproval', {
      ...{ token: tokens.eve, body },
    })
    expect(made.status, made.text).toBe(200)
    const say = (token: string | undefined, decision: object) =>
      portal.call('POST', `/requests/${made.body.id}/approval`, { token: token ?? '', body: decision })
    await say(kim, { decision: 'declined', reason: 'Too dear' })
    await say(roe, { decision: 'approved' })
    const seen = await request('eve', 'Q-18')
    expect(seen && saidBy(seen).toSorted()).toEqual([
      ['Kim Roe (kim@b.example)', 'declined'],
      ['Kim Roe (roe@b.example)', 'approved'],
    ])
    expect(new Set(seen?.approvals.map(({ id }) => id))).toEqual(new Set(rows.map(({ id }) => id)))
  })

  test('stops nobody from accepting, ends with it, and is named in the evidence', async () => {
    const { id } = await askFor('Q-14')
    await decide('ben', id, { decision: 'approved', reason: 'Fine, although it is dear' })
    const accepted = await accept('Q-14')
    expect(accepted.status, accepted.text).toBe(200)
    expect(accepted.body.shown?.approvals?.map(({ name, decision }) => [name, decision])).toEqual([
      ['ben@a.example', 'approved'],
      ['cleo@a.example', null],
    ])
    expect(accepted.text).not.toContain('dear')
    expect((await request('ann', 'Q-14'))?.state).toBe('closed')
    expect(await waiting('cleo')).not.toContain('Q-14')
    expect((await decide('cleo', id, { decision: 'approved' })).status).toBe(409)
  })

  test.each([
    ['rejected', { status: 'rejected' }],
    ['changed', { details: { revision: '2' }, totals: { net: '110.00', gross: '130.90' } }],
    ['valid for longer', { validUntil: '2026-05-31' }],
  ] as const)('ends when the supplier sends the quote as %s', async (name, change) => {
    const number = `Q-${name}`
    const { id } = await askFor(number)
    await send(quote(number, { ...change, modifiedAt: '2026-03-10T08:00:00Z' } as Partial<IngestDocument>))
    expect((await request('ann', number))?.state).toBe('closed')
    expect(await waiting('ben')).not.toContain(number)
    expect((await decide('ben', id, { decision: 'approved' })).status).toBe(409)
  })

  test('of a quote as it was is not named when the quote is accepted as it is', async () => {
    const { id } = await askFor('Q-15', ['ben'])
    await decide('ben', id, { decision: 'approved' })
    await send(quote('Q-15', { totals: { net: '200.00', gross: '238.00' }, modifiedAt: '2026-03-10T08:00:00Z' }))
    const accepted = await accept('Q-15')
    expect(accepted.status, accepted.text).toBe(200)
    expect(accepted.body.shown?.approvals).toBeUndefined()
  })

  test('is not ended by the same quote sent again', async () => {
    await askFor('Q-16', ['ben'])
    await send(quote('Q-16'))
    expect((await request('ann', 'Q-16'))?.state).toBe('colleagues')
  })

  test('ends when the quote is withdrawn', async () => {
    const { id } = await askFor('Q-17', ['ben'])
    await portal.database.owner.query(`delete from documents where type = 'quotes' and number = 'Q-17'`)
    const { rows } = await portal.database.owner.query('select state from requests where id = $1', [id])
    expect(rows).toEqual([{ state: 'closed' }])
    expect(await waiting('ben')).not.toContain('Q-17')
  })
})

describe('The supplier', () => {
  test('reads that approval is asked and given, without the words, and has nothing to answer', async () => {
    const { rows: before } = await portal.database.owner.query('select count(*)::int as mails from mails')
    const { id } = await askFor('Q-20', ['ben'], { note: 'A secret of ours' })
    await decide('ben', id, { decision: 'approved', reason: 'Another secret' })
    const { rows: after } = await portal.database.owner.query('select count(*)::int as mails from mails')
    expect(after).toEqual(before)
    const { text, body } = await portal.get('/ingest/requests/changes?after=start&limit=100', apiKey)
    const changes = (body as { changes: { change: string; request: CustomerRequest }[] }).changes.filter(
      (one) => one.request.id === id,
    )
    expect(changes.map(({ change, request: { kind, state } }) => [change, kind, state])).toEqual([
      ['made', 'askApproval', 'accepted'],
      ['state', 'askApproval', 'accepted'],
    ])
    expect(changes[0]?.request.approvals).toMatchObject([{ name: 'ben@a.example', decision: 'approved' }])
    expect(text).not.toContain('secret')
    const open = await portal.get('/ingest/requests', apiKey)
    expect(open.text).not.toContain('askApproval')
    const answered = await portal.call('POST', `/ingest/requests/${id}/answer`, {
      token: apiKey,
      body: { state: 'accepted' },
    })
    expect(answered.status).toBe(409)
  })
})

test('A person’s data hold what they were asked to approve, and what they said', async () => {
  const { id } = await askFor('Q-30', ['ben'])
  await decide('ben', id, { decision: 'declined', reason: 'Far too dear' })
  const { text } = await portal.get('/profile/data/export', tokens.ben)
  expect(text).toContain('Far too dear')
})
