import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { decode } from 'fast-png'
import fastify from 'fastify'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { serveWeb } from '../http/web-files.ts'
import { serveBrand } from './brand.ts'
import { serveManifest } from './manifest.ts'

const source = new URL('../../web/', import.meta.url)
const folder = await mkdtemp(join(tmpdir(), 'portal-web-'))
await cp(new URL('public', source), folder, { recursive: true })
await cp(new URL('index.html', source), join(folder, 'index.html'))
afterAll(() => rm(folder, { recursive: true }))

type Brand = { brandColor?: string; logo?: string }

async function portalOf({ brandColor = null, logo = null }: { [Name in keyof Brand]?: string | null }) {
  const app = fastify()
  onTestFinished(() => app.close())
  const brand = { name: 'Bolts', brandColor, logo, links: [] }
  serveManifest(app, () => brand)
  await serveWeb(
    app,
    folder,
    serveBrand(app, () => brand),
  )
  const get = async (url: string) => {
    const { statusCode, headers, rawPayload, body } = await app.inject({ url })
    expect([url, statusCode]).toEqual([url, 200])
    return { type: headers['content-type'], bytes: rawPayload, text: body }
  }
  const page = (await get('/orders')).text
  return { get, page, linked: (rel: string) => new RegExp(`rel="${rel}" href="([^"]*)"`).exec(page)?.[1] ?? 'none' }
}

/** The colours that more than one per cent of a picture's pixels have. */
function coloursOf(png: Buffer): string[] {
  const { data, channels } = decode(png)
  const counts = new Map<string, number>()
  for (let offset = 0; offset < data.length; offset += channels) {
    const colour = data.slice(offset, offset + 3).join()
    if (channels === 3 || data[offset + 3] === 255) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  return [...counts].filter(([, points]) => points > data.length / channels / 100).map(([colour]) => colour)
}

describe('A portal in the operator’s colour', () => {
  test('has its icon in the tab, on a home screen and as an installed app in that colour', async () => {
    const { get, linked } = await portalOf({ brandColor: '#0b5fa5' })
    const tab = await get(linked('icon'))
    expect(tab.type).toBe('image/svg+xml')
    expect(tab.text.match(/#[0-9a-f]+/g)).toEqual(['#0b5fa5', '#ffffff'])
    const manifest = JSON.parse((await get('/manifest.webmanifest')).text)
    expect(manifest.theme_color).toBe('#0b5fa5')
    const installed = manifest.icons.map(({ src }: { src: string }) => src)
    expect(installed).toHaveLength(4)
    for (const address of [linked('apple-touch-icon'), ...installed]) {
      const icon = await get(address)
      expect([icon.type, coloursOf(icon.bytes).toSorted()]).toEqual(['image/png', ['11,95,165', '255,255,255']])
    }
  })

  test('keeps the shape of its icons: what no mark covers stays clear', async () => {
    const [red, blue] = await Promise.all([portalOf({}), portalOf({ brandColor: '#0b5fa5' })])
    const [before, after] = await Promise.all(
      [red, blue].map(async ({ get }) => decode((await get('/icon-192.png')).bytes)),
    )
    const clear = (picture: typeof before) => picture?.data.filter((_, index) => index % 4 === 3)
    expect(clear(after)).toEqual(clear(before))
    expect(after).toMatchObject({ width: 192, height: 192, channels: 4 })
  })

  test('draws the mark dark on a colour on which white could not be seen', async () => {
    const { get, linked } = await portalOf({ brandColor: '#e0a100' })
    expect((await get(linked('icon'))).text).not.toContain('#ffffff')
  })

  test('has other addresses for its styles and icons as soon as the colour is another', async () => {
    const [first, second] = await Promise.all([
      portalOf({ brandColor: '#0b5fa5' }),
      portalOf({ brandColor: '#0b5fa6' }),
    ])
    for (const rel of ['icon', 'apple-touch-icon', 'stylesheet']) expect(first.linked(rel)).not.toBe(second.linked(rel))
    expect((await first.get(first.linked('stylesheet'))).text).toContain('--brand:#0b5fa5')
  })
})

describe('A portal with the operator’s logo', () => {
  test('names it in the page itself, so that no other mark is shown first', async () => {
    const { page } = await portalOf({ logo: 'https://a.example/logo.svg?a=1&b=2' })
    expect(page).toContain('<meta name="portal-logo" content="https://a.example/logo.svg?a=1&amp;b=2"></head>')
    expect(page).toContain('<img src="https://a.example/logo.svg?a=1&amp;b=2" alt="" class="size-10 object-contain">')
    expect(page).not.toContain('data-logo')
  })

  test('takes an address for nothing but an address', async () => {
    const { page } = await portalOf({ logo: '/"><script src="//evil.example/x.js"></script>' })
    expect(page).toContain('content="/&quot;>&lt;script src=&quot;//evil.example/x.js&quot;>&lt;/script>"')
  })
})

test('A page that one server gave has its colours from any other, whichever colour that has heard of', async () => {
  const [blue, red] = await Promise.all([portalOf({ brandColor: '#0b5fa5' }), portalOf({})])
  expect((await red.get(blue.linked('stylesheet'))).text).toContain('--brand:#0b5fa5')
})

test('The page has the operator’s name from its first byte, as text', async () => {
  expect((await portalOf({})).page).toContain('<title>Bolts</title>')
})

test('A portal without a brand of its own serves the web as it was built', async () => {
  const { get, page, linked } = await portalOf({})
  expect(linked('icon')).toBe('/favicon.svg')
  expect((await get('/favicon.svg')).text).toContain('#c8102e')
  expect(page).not.toMatch(/portal-logo|brand\.css/)
})

test('Of the portal’s folder only what was built for browsers is served, and no file that lies hidden in it or beside it', async () => {
  await writeFile(join(folder, '.env'), 'TOKEN_SECRET=canary')
  await writeFile(`${folder}.secret`, 'canary')
  const app = fastify()
  onTestFinished(async () => {
    await app.close()
    await rm(`${folder}.secret`)
  })
  const brand = { name: 'Bolts', brandColor: null, logo: null, links: [] }
  await serveWeb(
    app,
    folder,
    serveBrand(app, () => brand),
  )
  const siblingName = basename(folder)
  for (const url of [
    ...['/.env', '/%2eenv', '/.git/config', '/package.json', '/node_modules/pg/package.json', '/assets/../.env'],
    ...[
      `/../${siblingName}.secret`,
      `/..%2f${siblingName}.secret`,
      `/%2e%2e/${siblingName}.secret`,
      `/..\\${siblingName}.secret`,
    ],
    ...[`//${folder}.secret`, '/assets/index.js.map', '/server/main.ts', '/.data/token-secret', '/index.html~'],
  ]) {
    const { statusCode, body } = await app.inject({ url })
    // Any other path gets the portal's page, whose router reports that it is unknown.
    expect([url, statusCode === 200 && !body.startsWith('<!doctype html>')]).toEqual([url, false])
    expect([url, body.includes('canary')]).toEqual([url, false])
  }
})
