import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encode } from 'fast-png'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readAudit } from '#server/audit/read-audit.ts'
import { readPortalName } from '#server/content/brand.ts'
import { readPdf } from '#server/testing/pdf.ts'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

/* Whose portal it is: name, colour and logo, as the supplier's people choose them. */
const start = '2026-03-10T09:00:00Z'
const web = new URL('../../../web/', import.meta.url)
const folder = await mkdtemp(join(tmpdir(), 'portal-brand-'))
await cp(new URL('public', web), folder, { recursive: true })
await cp(new URL('index.html', web), join(folder, 'index.html'))
await cp(new URL('console/index.html', web), join(folder, 'console/index.html'))
const portal = await testPortal(start)
const served = await portal.serve({}, { webFolder: folder })
const desk = consoleOf({ ...portal, app: served }, () => new Date(start))

let editor: string
let owner: string
let support: string
let ada: string
beforeAll(async () => {
  editor = (await desk.join('content@supplier.example', 'content', 'Cora Content')).cookie
  owner = (await desk.join('owner@supplier.example', 'owner')).cookie
  support = (await desk.join('support@supplier.example', 'support')).cookie
  await portal.ingest({
    ...{ type: 'orders', currency: 'EUR', issueDate: '2026-03-01' },
    number: 'SO-1',
    account: 'A-1',
  })
  ada = await portal.signIn('ada@a.example', 'A-1')
})
afterAll(() => rm(folder, { recursive: true }))

type Change = { name?: string | null; color?: string | null; logo?: string | null }
const save = (change: Change, cookie = editor) =>
  desk.call('PUT', '/content/brand', { cookie, body: { name: null, color: null, ...change } })
const shown = async () => (await desk.call('GET', '/content/brand', { cookie: editor })).body
const takeBack = () => desk.call('POST', '/content/brand/restore', { cookie: editor, body: { id: null } })
afterEach(takeBack)

const get = async (url: string, app = served) => {
  const { statusCode, headers, body, rawPayload } = await app.inject({ url })
  return { status: statusCode, headers, text: body, bytes: rawPayload }
}
/** What a browser fetches of a page: whose it is, and the addresses of its colours and its logo. */
const pageAt = async (path: string) => {
  const { text } = await get(path)
  const first = (pattern: RegExp) => pattern.exec(text)?.[1]
  return {
    title: first(/<title>(.*?)<\/title>/),
    css: first(/"(\/brand\.css[^"]*)"/),
    logo: first(/portal-logo" content="([^"]*)"/),
  }
}
const svg = (inside = '') =>
  Buffer.from(
    `<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inside}<circle r="4"/></svg>`,
  )
const png = (width: number, height: number) =>
  Buffer.from(encode({ width, height, channels: 1, depth: 8, data: new Uint8Array(width * height).fill(90) }))
const base64 = (bytes: Buffer) => bytes.toString('base64')

describe('Name, colour and logo that the console has published', () => {
  test('show at once on the page of the sign-in, on signed-in pages and in the console', async () => {
    const logo = svg()
    expect((await save({ name: 'Velo & Söhne', color: '#0b5fa5', logo: base64(logo) })).status).toBe(200)
    for (const path of ['/', '/orders', '/console/']) {
      const page = await pageAt(path)
      if (path !== '/console/') expect([path, page.title]).toEqual([path, 'Velo &amp; Söhne'])
      expect((await get(page.css ?? '')).text).toContain('--brand:#0b5fa5')
      const picture = await get(page.logo ?? '')
      expect([picture.headers['content-type'], picture.bytes]).toEqual(['image/svg+xml', logo])
    }
    expect(JSON.parse((await get('/api/portal')).text)).toMatchObject({
      name: 'Velo & Söhne',
      brandColor: '#0b5fa5',
      logo: (await pageAt('/')).logo,
    })
    expect(JSON.parse((await get('/manifest.webmanifest')).text)).toMatchObject({
      name: 'Velo & Söhne',
      theme_color: '#0b5fa5',
    })
    expect((await get('/favicon.svg')).text).toContain('#0b5fa5')
    expect((await get('/api/docs')).text).toMatch(/<h1>Velo &(amp|#38); Söhne API<\/h1>/)
  })

  test('show on every other server of the portal, too', async () => {
    const other = await portal.serve({}, { webFolder: folder })
    await save({ name: 'On all servers', color: '#0b5fa5' })
    await expect.poll(async () => (await get('/', other)).text).toContain('<title>On all servers</title>')
  })

  test('stand in mails, with the logo where mail programs show it', async () => {
    const mail = async () => {
      await desk.call('POST', '/content/mails/testMail', { cookie: editor, body: { language: 'en' } })
      return (await portal.mails()).at(-1)
    }
    await save({ name: 'Velo Werk', color: '#0b5fa5', logo: base64(png(8, 8)) })
    // Mails leave from another server of the portal, which hears of the brand a moment later.
    await expect.poll(async () => (await mail())?.from.name).toBe('Velo Werk')
    const sent = await mail()
    expect(sent?.html).toContain('border-top:4px solid #0b5fa5')
    expect(sent?.html).toContain('src="cid:logo"')
    expect(sent?.attachments).toMatchObject([{ cid: 'logo', contentType: 'image/png', content: png(8, 8) }])
    await save({ logo: base64(svg()) })
    await expect.poll(mail).not.toHaveProperty('attachments')
    const preview = (await desk.call('GET', '/content/mails/testMail/html', { cookie: editor })).text
    expect(preview).not.toContain('cid:')
  })

  test('stand on papers, with the logo unless the supplier’s data have their own', async () => {
    const paper = async () => {
      const headers = { authorization: `Bearer ${ada}` }
      return readPdf((await served.inject({ url: '/api/documents/orders/SO-1/pdf', headers })).rawPayload)
    }
    await save({ name: 'Velo Werk', logo: base64(svg()) })
    expect((await paper()).text).toContain('VeloWerk')
  })

  test('are named by authenticator apps and in invitations from the command line', async () => {
    await save({ name: 'Velo Werk' })
    const headers = { authorization: `Bearer ${ada}` }
    const key = await served.inject({ method: 'POST', url: '/api/profile/secondFactor/totp', headers })
    expect(key.json().url).toContain('otpauth://totp/Velo%20Werk:')
    expect(await readPortalName(portal.database.pools.server, 'From the settings')).toBe('Velo Werk')
    await takeBack()
    expect(await readPortalName(portal.database.pools.server, 'From the settings')).toBe('From the settings')
  })
})

describe('What is chosen', () => {
  test('wins over the settings one by one, and the page of the system says where each comes from', async () => {
    await save({ color: '#0b5fa5' })
    expect(JSON.parse((await get('/api/portal')).text)).toMatchObject({
      name: 'Test portal',
      brandColor: '#0b5fa5',
      logo: null,
    })
    const { body } = await desk.call('GET', '/system', { cookie: owner })
    const sourceOf = (name: string) => body.settings.find((one: { name: string }) => one.name === name)
    expect(sourceOf('BRAND_COLOR')).toMatchObject({ source: 'console', value: '#0b5fa5' })
    expect(sourceOf('BRAND_NAME')).toMatchObject({ source: 'standard' })
  })

  test('is kept with who chose it, and comes back from the history or from the settings', async () => {
    await save({ name: 'First', logo: base64(svg()) })
    const { logo } = await pageAt('/')
    await save({ name: 'Second', logo: null })
    expect((await pageAt('/')).logo).toBeUndefined()
    const { versions } = await shown()
    expect(versions[1]).toMatchObject({ savedBy: 'Cora Content', isStandard: false })
    const restored = { cookie: editor, body: { id: versions[1].id } }
    expect((await desk.call('POST', '/content/brand/restore', restored)).status).toBe(200)
    expect(await pageAt('/')).toMatchObject({ title: 'First', logo })
    const entry = (await readAudit(portal.database.pools.server, { user: 'content@supplier.example' })).at(-1)
    expect(entry).toMatchObject({
      action: 'content_saved',
      details: { kind: 'brand', before: 'Second', after: `First · ${logo}` },
    })
    await takeBack()
    expect(await pageAt('/')).toEqual({ title: 'Test portal', css: undefined, logo: undefined })
    expect(await shown()).toMatchObject({ source: 'folder', name: null, standard: { name: 'Test portal' } })
    const unknown = { cookie: editor, body: { id: '01890000-0000-7000-8000-000000000000' } }
    expect((await desk.call('POST', '/content/brand/restore', unknown)).status).toBe(404)
  })

  test('keeps the logo where only name or colour change', async () => {
    await save({ name: 'Velo Werk', logo: base64(svg()) })
    const { logo } = await pageAt('/')
    await save({ name: 'Velo Werk', color: '#0b5fa5' })
    expect((await pageAt('/')).logo).toBe(logo)
  })

  test('is chosen by the owner and by those who look after content, and by nobody else', async () => {
    expect((await save({ name: 'By the owner' }, owner)).status).toBe(200)
    expect((await save({ name: 'By support' }, support)).status).toBe(403)
    const headers = { authorization: `Bearer ${ada}` }
    expect((await desk.call('PUT', '/content/brand', { headers, body: {} })).status).toBe(401)
  })

  test('is text wherever it shows: markup in a name stays text', async () => {
    await save({ name: '</title><script>alert(1)</script>' })
    expect((await get('/')).text).not.toContain('<script>alert')
    for (const name of ['', ' ', ' blanks ', 'two\nlines', 'x'.repeat(61)])
      expect([name, (await save({ name })).status]).toEqual([name, 400])
    for (const color of ['red', '#fff', '#0B5FA5', '#0b5fa5;}'])
      expect([color, (await save({ color })).status]).toEqual([color, 400])
  })
})

describe('A logo', () => {
  test('is what its bytes say, and nothing else than a picture', async () => {
    const html = Buffer.from('<!doctype html><html><body><svg></svg><script>alert(1)</script></body></html>')
    const gif = Buffer.from('R0lGODlhAQABAAAAACw=', 'base64')
    const torn = png(64, 64).subarray(0, 60)
    for (const bytes of [html, gif, torn, Buffer.from('nothing of a picture'), Buffer.from('<svg>never closed')]) {
      const { status, body } = await save({ logo: base64(bytes) })
      expect([status, body.errors?.[0]?.field]).toEqual([400, 'logo'])
    }
    expect((await shown()).source).toBe('folder')
  })

  test('is neither heavy nor huge', async () => {
    expect((await save({ logo: base64(png(4_097, 1)) })).status).toBe(400)
    expect((await save({ logo: base64(Buffer.concat([svg(), Buffer.alloc(150_000, ' ')])) })).status).toBe(400)
    expect((await save({ logo: 'A'.repeat(200_100) })).status).toBe(400)
    expect((await save({ logo: base64(png(4_096, 1)) })).status).toBe(200)
    const heaviest = Buffer.concat([svg(), Buffer.alloc(150_000 - svg().length, ' ')])
    expect((await save({ logo: base64(heaviest) })).status).toBe(200)
  })

  test('runs nothing, though it may have scripts in it, and is kept by browsers as long as it is the same', async () => {
    await save({ logo: base64(svg('<script>alert(1)</script>')) })
    const { logo = '' } = await pageAt('/')
    const { headers } = await get(logo)
    expect(headers['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' })
    const other = await get('/brand/logo?0000000000000000')
    expect([other.status, other.headers['cache-control']]).toEqual([404, 'no-store'])
  })
})
