import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Announcement } from '#contract/announcements/endpoints.ts'
import { mailKinds } from '#contract/mail.ts'
import { openListener } from '#database/listen.ts'
import { atEnd } from '#database/testing/at-end.ts'
import { readAudit } from '#server/audit/read-audit.ts'
import { readPdf } from '#server/testing/pdf.ts'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

/* What the supplier's people publish, as customers get it. */
const start = '2026-03-10T09:00:00Z'
let now = new Date(start)
const portal = await testPortal(start)
const desk = consoleOf(portal, () => now)
const { pools, urls } = portal.database
const log = { info: () => undefined, warn: () => undefined }
const setTime = (instant: string) => {
  now = new Date(instant)
  portal.setTime(instant)
}

let editor: string
let support: string
let ada: string
let ben: string
beforeAll(async () => {
  editor = (await desk.join('content@supplier.example', 'content', 'Cora Content')).cookie
  support = (await desk.join('support@supplier.example', 'support')).cookie
  await portal.ingest(
    ...['A-1', 'B-1'].map((account) => ({
      ...({ type: 'orders', currency: 'EUR', issueDate: '2026-03-01' } as const),
      ...{ number: `O-${account}`, account },
    })),
  )
  ada = await portal.signIn('ada@a.example', 'A-1')
  ben = await portal.signIn('ben@b.example', 'B-1', 'viewer')
})

const standard = {
  texts: { en: 'Closed on Friday.', de: 'Freitag geschlossen.' },
  ...{ link: '/orders', place: 'portal', accounts: [], roles: [], dismissible: true },
  ...{ startsAt: start, endsAt: null },
}
const announce = (change: object = {}, cookie = editor) =>
  desk.call('POST', '/content/announcements', { cookie, body: { ...standard, ...change } })
const listed = async () =>
  (await desk.call('GET', '/content/announcements', { cookie: editor })).body.announcements as {
    id: string
    state: string
    dismissed: number
    texts: Record<string, string>
  }[]
const endAll = async () => {
  for (const { id, state } of await listed())
    if (state !== 'over') await desk.call('DELETE', `/content/announcements/${id}`, { cookie: editor })
}
async function seenBy(token: string, language = 'en') {
  const headers = { authorization: `Bearer ${token}`, 'accept-language': language }
  const reply = await portal.app.inject({ url: '/api/announcements', headers })
  return reply.json<{ announcements: Announcement[] }>().announcements
}
const textsFor = async (token: string, language?: string) => (await seenBy(token, language)).map(({ text }) => text)
const announcedTo = async (token: string) => (await portal.get('/profile', token)).body as { announced: boolean }
/** From now on no connection is free for what follows the commit of what is published. */
function failAfterCommit(): void {
  const query = pools.server.query.bind(pools.server) as (...values: unknown[]) => unknown
  vi.spyOn(pools.server, 'query').mockImplementation((...values: unknown[]) => {
    const [statement] = values as [string | { text: string }]
    const text = typeof statement === 'string' ? statement : statement.text
    if (/pg_notify|content_versions order by kind/.test(text)) throw new Error('no connection is free')
    return query(...values)
  })
}
afterEach(() => void vi.restoreAllMocks())
const lastEntry = async () => (await readAudit(pools.server, { user: 'content@supplier.example' })).at(-1)

describe('An announcement', () => {
  test('is read by every customer in their language, and their first answer says that there is one', async () => {
    expect(await announcedTo(ada)).toMatchObject({ announced: false })
    expect((await announce()).status).toBe(200)
    expect(await announcedTo(ada)).toMatchObject({ announced: true })
    expect(await textsFor(ada, 'de')).toEqual(['Freitag geschlossen.'])
    expect(await textsFor(ben, 'fr')).toEqual(['Closed on Friday.'])
    await endAll()
    expect(await announcedTo(ada)).toMatchObject({ announced: false })
  })

  test('is put away by one person for good, and by nobody else', async () => {
    await announce()
    const [one] = await seenBy(ada)
    expect((await portal.call('DELETE', `/announcements/${one?.id}`, { token: ada })).status).toBe(200)
    expect(await seenBy(await portal.login('ada@a.example'))).toEqual([])
    expect(await announcedTo(ada)).toMatchObject({ announced: false })
    expect(await seenBy(ben)).toHaveLength(1)
    expect((await listed())[0]).toMatchObject({ dismissed: 1 })
    await endAll()
  })

  test('that cannot be put away stays', async () => {
    await announce({ dismissible: false })
    const [one] = await seenBy(ada)
    expect((await portal.call('DELETE', `/announcements/${one?.id}`, { token: ada })).status).toBe(404)
    expect(await seenBy(ada)).toHaveLength(1)
    await endAll()
  })

  test('for some accounts or roles is seen by their people alone', async () => {
    await announce({ accounts: ['A-1'], texts: { en: 'For A' } })
    await announce({ roles: ['viewer'], texts: { en: 'For those who read' } })
    expect(await textsFor(ada)).toEqual(['For A'])
    expect(await textsFor(ben)).toEqual(['For those who read'])
    const [foreign] = await seenBy(ada)
    expect((await portal.call('DELETE', `/announcements/${foreign?.id}`, { token: ben })).status).toBe(404)
    await endAll()
  })

  test('runs from its start until its end, without anybody doing anything', async () => {
    await announce({ startsAt: '2026-03-10T09:10:00Z', endsAt: '2026-03-10T09:20:00Z' })
    expect(await seenBy(ada)).toEqual([])
    setTime('2026-03-10T09:15:00Z')
    expect(await seenBy(await portal.login('ada@a.example'))).toHaveLength(1)
    setTime('2026-03-10T09:25:00Z')
    expect(await seenBy(await portal.login('ada@a.example'))).toEqual([])
    setTime(start)
    await endAll()
  })

  test('on the sign-in page is read by strangers, and cannot be for some people alone', async () => {
    expect((await announce({ place: 'signIn', accounts: ['A-1'] })).status).toBe(400)
    expect((await portal.get('/portal')).body).toMatchObject({ announced: false })
    await announce({ place: 'signIn' })
    expect((await portal.get('/portal')).body).toMatchObject({ announced: true })
    expect((await portal.get('/announcements/signIn')).body).toMatchObject({ announcements: [{ link: '/orders' }] })
    expect(await seenBy(ada)).toEqual([])
    await endAll()
  })

  test('leads nowhere but to the portal or the web, and says what is wrong with it', async () => {
    for (const link of ['javascript:alert(1)', '//evil.example', '/\\evil.example', 'data:text/html,x'])
      expect([link, (await announce({ link })).status]).toEqual([link, 400])
    expect((await announce({ texts: { en: '   ' } })).status).toBe(400)
    expect((await announce({ endsAt: '2026-03-01T00:00:00Z' })).status).toBe(400)
    const unknown = await announce({ accounts: ['A-1', 'Z-9'] })
    expect([unknown.status, unknown.body.message]).toEqual([400, 'No customer has this number: Z-9'])
  })

  test('is published once by two presses of a form, and is not begun again by a press after its end', async () => {
    const id = randomUUID()
    const before = (await listed()).length
    expect((await announce({ id })).status).toBe(200)
    expect((await announce({ id, texts: { en: 'Closed on Thursday.' } })).status).toBe(200)
    expect(await textsFor(ada)).toEqual(['Closed on Thursday.'])
    expect(await listed()).toHaveLength(before + 1)
    await endAll()
    expect((await announce({ id, texts: { en: 'Closed on Friday again.' } })).status).toBe(404)
    expect(await seenBy(ada)).toEqual([])
  })

  test('that was stored is reported as published, and every server is told, while nothing can be read back', async () => {
    const listener = await openListener({ url: urls.session, log, clock: () => now, onLost: () => undefined })
    atEnd(listener.stop)
    let changes = 0
    listener.subscribe('content_changed', () => changes++)
    failAfterCommit()
    expect((await announce({ texts: { en: 'Stored.' } })).status).toBe(200)
    expect((await publish(textPath('terms', 'terms', 'fr'), '# Conditions')).status).toBe(200)
    const [{ id } = { id: '' }] = await listed()
    expect((await desk.call('DELETE', `/content/announcements/${id}`, { cookie: editor })).status).toBe(200)
    await expect.poll(() => changes).toBe(3)
    vi.restoreAllMocks()
    await publish(textPath('terms', 'terms', 'fr'), null)
    expect(await seenBy(ada)).toEqual([])
  })

  test('that was ended stays ended, also for whoever had its form open before', async () => {
    await announce({ texts: { en: 'Closed until noon.' } })
    const [{ id } = { id: '' }] = (await listed()).filter(({ state }) => state === 'running')
    await endAll()
    const change = { ...standard, texts: { en: 'Closed until evening.' } }
    const late = await desk.call('PUT', `/content/announcements/${id}`, { cookie: editor, body: change })
    expect(late.status).toBe(404)
    expect(await seenBy(ada)).toEqual([])
    expect((await listed()).find((one) => one.id === id)).toMatchObject({
      ...{ state: 'over', texts: { en: 'Closed until noon.' } },
    })
  })

  test('is published by those who look after content, and stands in the audit log with before and after', async () => {
    expect((await announce({}, support)).status).toBe(403)
    await announce()
    const [{ id } = { id: '' }] = (await listed()).filter(({ state }) => state === 'running')
    const changed = { ...standard, texts: { en: 'Closed on Monday.' } }
    expect((await desk.call('PUT', `/content/announcements/${id}`, { cookie: editor, body: changed })).status).toBe(200)
    const entry = await lastEntry()
    expect(entry).toMatchObject({ action: 'announcement_saved' })
    expect(entry?.details).toMatchObject({ before: 'Closed on Friday. · portal', after: 'Closed on Monday. · portal' })
    expect(await textsFor(ada)).toEqual(['Closed on Monday.'])
    await endAll()
  })
})

const textPath = (kind: string, name: string, language: string) => `/content/texts/${kind}/${name}/${language}`
const publish = (path: string, content: string | null, cookie = editor) =>
  desk.call('PUT', path, { cookie, body: { content } })
const faqOf = async (language: string) => {
  const headers = { authorization: `Bearer ${ada}`, 'accept-language': language }
  const reply = await portal.app.inject({ url: '/api/faq', headers })
  return reply.json<{ categories: { id: string; title: string; questions: { question: string }[] }[] }>().categories
}

describe('A text of the help', () => {
  const path = textPath('faq', '10-finding', 'de')

  test('that the console has published wins over the file in its language, and says so', async () => {
    const { body: before } = await desk.call('GET', path, { cookie: editor })
    expect(before).toMatchObject({ source: 'portal', versions: [] })
    expect((await publish(path, '# Suchen\n\n## Wo?\n\nOben.')).status).toBe(200)
    expect((await faqOf('de')).find(({ id }) => id === '10-finding')).toMatchObject({
      title: 'Suchen',
      questions: [{ question: 'Wo?' }],
    })
    expect((await faqOf('en')).find(({ id }) => id === '10-finding')?.title).not.toBe('Suchen')
    const { body } = await desk.call('GET', path, { cookie: editor })
    expect(body).toMatchObject({ source: 'console', standard: before.content, versions: [{ savedBy: 'Cora Content' }] })
    const { body: all } = await desk.call('GET', '/content/texts', { cookie: editor })
    const row = all.texts.find(({ name }: { name: string }) => name === '10-finding')
    expect(row.languages).toContainEqual({ language: 'de', source: 'console' })
    expect(row.languages).toContainEqual({ language: 'fr', source: 'portal' })
  })

  test('returns to an earlier version or to the file, and keeps all of them', async () => {
    await publish(path, '# Anders\n\n## Was?\n\nDas.')
    const { body } = await desk.call('GET', path, { cookie: editor })
    expect(body.versions).toHaveLength(2)
    await publish(path, body.versions[1].content)
    expect((await faqOf('de')).find(({ id }) => id === '10-finding')?.title).toBe('Suchen')
    await publish(path, null)
    const { body: last } = await desk.call('GET', path, { cookie: editor })
    expect(last).toMatchObject({ source: 'portal', content: last.standard })
    expect(last.versions.map(({ content }: { content: string | null }) => content === null)).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(await lastEntry()).toMatchObject({ action: 'content_taken_back' })
  })

  test('can be new, is read in another language where it has none, and needs a title', async () => {
    expect((await publish(textPath('faq', '50-returns', 'en'), 'No title')).status).toBe(400)
    expect((await publish(textPath('faq', '50-returns', 'en'), '# Returns\n\n## How?\n\nAsk.')).status).toBe(200)
    expect((await faqOf('es')).find(({ id }) => id === '50-returns')).toMatchObject({ title: 'Returns' })
    expect((await publish(textPath('faq', '50-returns', 'en'), '# x', support)).status).toBe(403)
    expect((await desk.call('GET', textPath('faq', '..%2fetc', 'en'), { cookie: editor })).status).toBe(400)
  })

  test('is previewed as customers read it: markup is text', async () => {
    const content = '# Title\n\n**Bold** <script>alert(1)</script> [bad](javascript:alert(1))'
    const { body } = await desk.call('POST', '/content/preview', { cookie: editor, body: { content } })
    expect(body.blocks[0]).toMatchObject({ kind: 'heading' })
    expect(JSON.stringify(body)).not.toMatch(/<script|javascript:/)
  })
})

describe('The terms', () => {
  test('that the console publishes are another version, on every server, which people are asked to accept', async () => {
    const other = await portal.serve()
    const termsOn = async (app: typeof portal.app) =>
      (await app.inject({ url: '/api/terms', headers: { 'accept-language': 'en' } })).json<{
        version: string
        text: string
      }>()
    const before = await termsOn(portal.app)
    await portal.call('POST', '/profile/terms', { token: ada, body: { version: before.version } })
    await publish(textPath('terms', 'terms', 'en'), '# Our terms\n\nBe kind.')
    const after = await termsOn(portal.app)
    expect(after).toMatchObject({ text: '# Our terms\n\nBe kind.' })
    expect(after.version).not.toBe(before.version)
    await expect.poll(async () => (await termsOn(other)).version).toBe(after.version)
    expect((await portal.get('/profile', ada)).body).toMatchObject({ termsDue: true })
    const stale = await portal.call('POST', '/profile/terms', { token: ada, body: { version: before.version } })
    expect(stale.status).toBe(409)
    await publish(textPath('terms', 'terms', 'en'), null)
    expect((await termsOn(portal.app)).version).toBe(before.version)
  })
})

const textOf = async (pdf: Uint8Array) => (await readPdf(pdf)).text
const seller = { name: 'Supplier SE', city: 'Hamburg', bank: { iban: 'DE02120300000000202051' } }
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('The supplier’s data', () => {
  const save = (body: object, cookie = editor) => desk.call('PUT', '/content/seller', { cookie, body })

  test('are previewed as a PDF before they are in force, and checked', async () => {
    const logo = { format: 'png', base64: png.toString('base64') }
    const body = { seller: { ...seller, name: 'Not yet SE' }, logo, kind: 'invoices', language: 'en' }
    const reply = await portal.app.inject({
      ...{ method: 'POST', url: '/api/console/content/seller/paper', body, cookies: { console: editor } },
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(reply.headers['content-type']).toBe('application/pdf')
    expect(await textOf(reply.rawPayload)).toContain('NotyetSE')
    expect(
      (await save({ seller, logo: { format: 'png', base64: Buffer.from('not a picture at all').toString('base64') } }))
        .status,
    ).toBe(400)
    const torn = { format: 'png', base64: png.subarray(0, 40).toString('base64') }
    expect((await save({ seller, logo: torn })).status).toBe(400)
    const heavy = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle r="4"/></svg>`.padEnd(150_000),
    )
    expect((await save({ seller, logo: { format: 'svg', base64: heavy.toString('base64') } })).status).toBe(200)
    await desk.call('POST', '/content/seller/restore', { cookie: editor, body: { id: null } })
    expect((await save({ seller: { ...seller, bank: { iban: 'nonsense' } }, logo: null })).status).toBe(400)
    expect((await save({ seller, logo: null }, support)).status).toBe(403)
  })

  test('stand on papers and electronic invoices at once, with the former account in the audit log', async () => {
    expect((await save({ seller, logo: null })).status).toBe(200)
    await save({ seller: { ...seller, bank: { iban: 'DE75512108001245126199' } }, logo: null })
    const change = { before: 'DE02120300000000202051', after: 'DE75512108001245126199' }
    expect((await lastEntry())?.details).toMatchObject(change)
    const paper = await portal.app.inject({
      url: '/api/documents/orders/O-A-1/pdf',
      headers: { authorization: `Bearer ${ada}` },
    })
    expect(await textOf(paper.rawPayload)).toContain('SupplierSE')
    const { body } = await desk.call('GET', '/content/seller', { cookie: editor })
    expect(body).toMatchObject({ source: 'console', seller: { city: 'Hamburg' } })
    const restored = { id: body.versions[1].id }
    await desk.call('POST', '/content/seller/restore', { cookie: editor, body: restored })
    const { body: after } = await desk.call('GET', '/content/seller', { cookie: editor })
    expect(after.seller.bank.iban).toBe('DE02120300000000202051')
  })

  test('choose the template of papers, which is seen before, in force at once, in the audit log and in the history', async () => {
    const positionsOf = async (pdf: Buffer) => (await readPdf(pdf)).positions
    const titleOnPaper = async () => {
      const headers = { authorization: `Bearer ${ada}` }
      const reply = await portal.app.inject({ url: '/api/documents/orders/O-A-1/pdf', headers })
      return (await positionsOf(reply.rawPayload)).find(({ text }) => text === 'Order confirmation')
    }
    await save({ seller, logo: null })
    const before = await titleOnPaper()
    const modern = { seller: { ...seller, paperTemplate: 'modern' }, logo: null }
    const preview = await portal.app.inject({
      ...{ method: 'POST', url: '/api/console/content/seller/paper', cookies: { console: editor } },
      ...{ body: { ...modern, kind: 'orders', language: 'en' }, headers: { 'sec-fetch-site': 'same-origin' } },
    })
    const previewed = (await positionsOf(preview.rawPayload)).find(({ text }) => text === 'Order confirmation')
    expect(previewed?.width).toBeGreaterThan(before?.width ?? 0)
    expect(await titleOnPaper()).toEqual(before)
    expect((await save(modern)).status).toBe(200)
    expect((await lastEntry())?.details).toMatchObject({ before: 'classic', after: 'modern' })
    expect((await titleOnPaper())?.width).toBe(previewed?.width)
    const { body } = await desk.call('GET', '/content/seller', { cookie: editor })
    expect(body.seller.paperTemplate).toBe('modern')
    await desk.call('POST', '/content/seller/restore', { cookie: editor, body: { id: body.versions[1].id } })
    expect(await titleOnPaper()).toEqual(before)
    expect((await save({ seller: { ...seller, paperTemplate: 'fancy' }, logo: null })).status).toBe(400)
  })

  test('are joined by links in the menu, which lead to the web alone', async () => {
    const put = (links: unknown) => desk.call('PUT', '/content/links', { cookie: editor, body: { links } })
    expect((await put([{ label: 'Bad', url: 'javascript:alert(1)' }])).status).toBe(400)
    expect((await put([{ label: 'Shop', url: 'https://shop.example' }])).status).toBe(200)
    expect((await portal.get('/portal')).body).toMatchObject({
      links: [{ label: 'Shop', url: 'https://shop.example' }],
    })
    await put(null)
    expect((await portal.get('/portal')).body).toMatchObject({ links: [] })
  })
})

describe('The mails', () => {
  test('are shown as they leave, of every kind, and sent to whoever asks', async () => {
    for (const kind of mailKinds) {
      const { status, body } = await desk.call('GET', `/content/mails/${kind}?language=fr`, { cookie: editor })
      expect([kind, status]).toEqual([kind, 200])
      const page = await desk.call('GET', `/content/mails/${kind}/html?language=fr`, { cookie: editor })
      expect(page.text).toContain('lang="fr"')
      expect(`${body.subject} ${body.text}`).not.toMatch(/undefined|\{\w+[,}]/)
    }
    await portal.mails()
    const sent = await desk.call('POST', '/content/mails/newDevice', { cookie: editor, body: { language: 'en' } })
    expect(sent.status).toBe(200)
    const mails = await portal.mails()
    expect(mails.map(({ to }) => to.address)).toEqual(['content@supplier.example'])
    expect(
      (await desk.call('POST', '/content/mails/newDevice', { cookie: support, body: { language: 'en' } })).status,
    ).toBe(403)
  })
})
