import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { createCursors } from './cursors.ts'
import { createHttpServer } from './server.ts'
import { serveWeb } from './web-files.ts'

const folder = await mkdtemp(join(tmpdir(), 'portal-web-'))
afterAll(() => rm(folder, { recursive: true }))
await mkdir(join(folder, 'assets'))
await mkdir(join(folder, '.vite'))
const page =
  '<html><head></head><body><!--frame--><i>a frame</i><!--/frame--><!--card--><i>a card</i><!--/card--></body></html>'
const textsOf = (language: string) => ({
  signedOut: [`/assets/auth-${language}.js`],
  shell: [`/assets/shell-${language}.js`],
  dashboard: [],
  list: [],
  detail: [],
})
await Promise.all([
  writeFile(join(folder, 'index.html'), page),
  writeFile(join(folder, 'assets/list-1.js'), 'export {}'),
  writeFile(join(folder, 'assets/list-1.js.br'), 'x'.repeat(60_000)),
  writeFile(
    join(folder, '.vite/first-files.json'),
    JSON.stringify({
      calls: '/assets/session-1.js',
      pages: {
        signedOut: ['/assets/sign-in-1.js', '/assets/sign-in-1.css'],
        shell: ['/assets/portal-1.js', '/assets/portal-1.css'],
        dashboard: ['/assets/dashboard-1.js'],
        list: ['/assets/list-1.js'],
        table: ['/assets/table-1.js'],
        cards: ['/assets/cards-1.js'],
        detail: ['/assets/detail-1.js'],
      },
      texts: Object.fromEntries(languages.map((language) => [language, textsOf(language)])),
    }),
  ),
])

await mkdir(join(folder, 'console'))
await Promise.all([
  writeFile(join(folder, 'console/index.html'), '<html><head></head><body></body></html>'),
  writeFile(
    join(folder, '.vite/console-first-files.json'),
    JSON.stringify({
      calls: '/assets/calls-1.js',
      pages: { shell: ['/assets/app-1.js'], today: ['/assets/today-1.js', '/assets/app-1.js'] },
      texts: Object.fromEntries(
        languages.map((language) => [
          language,
          { shell: [`/assets/console-${language}.js`], today: [`/assets/requests-${language}.js`] },
        ]),
      ),
    }),
  ),
])

async function openServer() {
  const app = createHttpServer({
    ...{ https: false, trustProxy: false, logger: false, cursors: createCursors(['a secret']) },
    ...{ verifyToken: async () => undefined, findKey: async () => undefined, versionOf: async () => 0 },
  })
  onTestFinished(() => app.close())
  await serveWeb(app, folder, { page: (built) => built, pictures: [], picture: () => undefined })
  return app
}

async function openPage(url: string, headers: Record<string, string> = { cookie: 'logedIn=true' }) {
  const app = await openServer()
  const { body } = await app.inject({ url, headers: { accept: 'text/html', ...headers } })
  const names = [...body.matchAll(/(?:href|src)="\/assets\/([\w-]+)\.js"/g)].map(([, name]) => name)
  const styles = [...body.matchAll(/rel="stylesheet" crossorigin href="\/assets\/([\w-]+)\.css"/g)].map(
    ([, name]) => name,
  )
  const stylesFirst = body.indexOf('stylesheet') < body.search(/data-calls|modulepreload/)
  return {
    names,
    styles,
    stylesFirst,
    calls: /data-calls="([^"]*)"/.exec(body)?.[1]?.split(' '),
    shows: /<i>(.*)<\/i>/.exec(body)?.[1],
  }
}

const everyPage = ['/profile', '/portal', '/notifications']

describe('The page that a browser opens', () => {
  test('names the scripts of a list and what it asks first, the rows before all else', async () => {
    const { names, styles, stylesFirst, calls, shows } = await openPage('/invoices')
    expect([styles, stylesFirst]).toEqual([['portal-1'], true])
    expect(names).toEqual(['session-1', 'portal-1', 'shell-en', 'list-1', 'table-1', 'cards-1'])
    const rows = ['/documents/invoices?limit=50', '/views?type=invoices', '/documents/invoices/statuses']
    expect(calls).toEqual([...rows, ...everyPage])
    expect(shows).toBe('a frame')
  })

  test.each([
    [
      '/orders?status=confirmed,nonsense&q=%C3%A4%20%26%20"b"&sort=-gross&columns=number&view=none',
      '/documents/orders?status=confirmed&amp;q=%C3%A4+%26+%22b%22&amp;sort=-gross&amp;limit=50',
      '/documents/orders/statuses?q=%C3%A4+%26+%22b%22',
    ],
    [
      '/shipments?from=2026-01-31&to=2026-02-30&over=5&late=true',
      '/documents/shipments?from=2026-01-31&amp;late=true&amp;limit=50',
      '/documents/shipments/statuses?from=2026-01-31&amp;late=true',
    ],
    ['/quotes?nothing=known', '/documents/quotes?limit=50', '/documents/quotes/statuses'],
  ])('asks for the rows and counts that %s shows', async (url, rows, counts) => {
    const { calls } = await openPage(url)
    expect(calls).toEqual([rows, `/views?type=${url.slice(1, url.indexOf('?'))}`, counts, ...everyPage])
  })

  test('asks for the counts alone where the list is grouped by status: they say with which its rows begin', async () => {
    const { calls } = await openPage('/orders?group=status')
    expect(calls).toEqual(['/views?type=orders', '/documents/orders/statuses', ...everyPage])
    expect((await openPage('/orders?group=week')).calls?.[0]).toBe('/documents/orders?limit=50')
  })

  test('asks for the rows of the view with which a person’s list opens, unless the address says something else', async () => {
    const cookie = `logedIn=true; defaultView=${encodeURIComponent('status=received&columns=number&sort=number')}`
    expect((await openPage('/orders', { cookie })).calls?.slice(0, 3)).toEqual([
      '/documents/orders?status=received&amp;sort=number&amp;limit=50',
      '/views?type=orders',
      '/documents/orders/statuses',
    ])
    expect((await openPage('/orders?late=true', { cookie })).calls?.[0]).toBe(
      '/documents/orders?late=true&amp;limit=50',
    )
    const broken = 'logedIn=true; defaultView=%E0%A4%A'
    expect((await openPage('/orders', { cookie: broken })).calls?.[0]).toBe('/documents/orders?limit=50')
  })

  test.each([
    ['/dashboard', 'dashboard-1', ['/dashboard']],
    ['/orders/SO-1', 'detail-1', ['/documents/orders/SO-1', '/documents/orders/SO-1/requests']],
  ])('names what %s needs', async (url, script, own) => {
    const { names, calls } = await openPage(url)
    expect(names).toContain(script)
    expect(calls).toEqual([...own, ...everyPage])
  })

  test('has the texts of the reader’s language', async () => {
    const { names } = await openPage('/faq', { cookie: 'a=b; logedIn=true', 'accept-language': 'de-AT,en;q=0.5' })
    expect(names).toEqual(['session-1', 'portal-1', 'shell-de'])
  })

  test.each([
    ['/orders', 'a card'],
    ['/', 'a card'],
    // Their cards have other sizes.
    ['/register', undefined],
    ['/termsConditions', undefined],
  ])('asks nothing for a stranger at %s, names the sign-in and shows %s at once', async (url, shows) => {
    expect(await openPage(url, { cookie: 'other=true' })).toEqual({
      names: ['sign-in-1', 'auth-en'],
      styles: ['sign-in-1'],
      stylesFirst: true,
      calls: undefined,
      shows,
    })
  })

  test.each(['/?signedIn=1', '/changePassword', '/orders/"><script>', '/elsewhere'])(
    'names nothing for %s, whose scripts decide what it is',
    async (url) => {
      expect(await openPage(url)).toMatchObject({ names: [], styles: [], shows: undefined })
    },
  )
})

describe('The page of the console', () => {
  test.each(['/console', '/console/', '/console/?from=mail'])('at %s names what Today needs', async (url) => {
    const { names, calls } = await openPage(url, { 'accept-language': 'de' })
    expect([names, calls]).toEqual([['calls-1', 'app-1', 'console-de', 'today-1', 'requests-de'], undefined])
  })

  test('at any other address names what every page needs, and nothing of the customers’', async () => {
    const { names } = await openPage('/console/requests')
    expect(names).toEqual(['calls-1', 'app-1', 'console-en'])
  })
})

describe('A script', () => {
  test('comes with at most 300 bytes of headers, is kept for good and is never taken for anything else', async () => {
    const app = await openServer()
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as { port: number }
    const socket = connect(port, '127.0.0.1')
    socket.write(
      'GET /assets/list-1.js HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br\r\n\r\nGET /nothing HTTP/1.0\r\nHost: a\r\n\r\n',
    )
    const [headers = ''] = (await text(socket)).split('\r\n\r\n')
    expect(headers).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(headers.length).toBeLessThanOrEqual(300)
    expect(headers).toContain('cache-control: max-age=31536000, immutable')
    expect(headers).toContain('x-content-type-options: nosniff')
    expect(headers).toContain('cross-origin-resource-policy: same-origin')
  })

  test('that is not there is answered with the security headers of a page', async () => {
    const app = await openServer()
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as { port: number }
    const reply = await fetch(`http://127.0.0.1:${port}/assets/gone.js`)
    expect(reply.status).toBe(404)
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
  })
})
