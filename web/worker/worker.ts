import { handlePushes } from './push.ts'

/*
 * Runs beside the pages, also when they are closed. It keeps the program, and of each person's lists and documents what
 * they opened last, so that both can be read without a network. It never answers from what it keeps while the server
 * can be reached, and takes over from an older one only when the person says so.
 */
declare const self: ServiceWorkerGlobalScope
/** Put in by the build: another for each, so that browsers notice a new one. */
declare const __BUILD__: string

const program = `program-${__BUILD__}`
const dataPrefix = 'kept-'
/** Under which names a former version kept answers also of who did not want to stay signed in. */
const formerPrefix = 'data-'
/** Beside what is kept for a person and account: how often documents had left the account. */
const removedPrefix = 'removed-'
/** What is kept is found by its address alone: whose it is says the name of its cache. */
const anyVary = { ignoreVary: true }
/** Answers that are kept of a person; the oldest go first. */
const mostKept = 300
/** Lists, documents and what stands around them; never files, streams, or how somebody signs in. */
const worthKeeping =
  /^\/api\/(portal|profile|dashboard|notifications|views|documents\/[a-z]+(\/[^/]+(\/(changes|promises|requests|versions))?)?|items(\/[^/]+(\/(lines|units))?)?|units\/[^/]+|statement)$/

/** A part of the program whose address says what is in it never changes. */
const neverChanges = ({ origin, pathname }: URL) =>
  origin === self.location.origin && (pathname.startsWith('/assets/') || pathname === '/brand.css')

handlePushes(self as unknown as Parameters<typeof handlePushes>[0])

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(program).then((cache) => cache.addAll(['/', '/theme.js', '/favicon.svg'])))
})

self.addEventListener('activate', (event) => {
  const outdated = async () => {
    const names = await caches.keys()
    const old = names.filter(
      (name) => (name.startsWith('program-') && name !== program) || name.startsWith(formerPrefix),
    )
    await Promise.all(old.map((name) => caches.delete(name)))
    await self.clients.claim()
  }
  event.waitUntil(outdated())
})

self.addEventListener('message', (event) => {
  if (event.data === 'update') event.waitUntil(self.skipWaiting())
  if (typeof event.data?.owner === 'string')
    event.waitUntil(forgetRemoved(event.data.owner, String(event.data.removed)))
  // What the page had loaded before there was a worker.
  if (Array.isArray(event.data)) event.waitUntil(keepProgram(event.data.map(String)))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const address = new URL(request.url)
  const { origin, pathname } = address
  if (origin !== self.location.origin) return
  if (pathname.startsWith('/api/')) {
    if (/^\/api\/auth\/(login|logout|refresh|submit2fa)$/.test(pathname)) event.respondWith(signingInOrOut(event))
    else if (request.method === 'GET' && worthKeeping.test(pathname)) event.respondWith(newestOrKept(event))
  } else if (request.method === 'GET') {
    if (request.mode === 'navigate') event.respondWith(pageOrKept(event))
    else if (neverChanges(address)) event.respondWith(keptOrFetched(event))
    else if (/^\/(theme\.js|favicon\.svg)$/.test(pathname)) event.respondWith(newestProgram(event))
  }
})

/** The name under which a request's person and account keep their answers; null for nobody, and for who does not want to stay signed in. */
function ownerOf(request: Request): string | null {
  const payload = /^Bearer [^.]+\.([^.]+)\./.exec(request.headers.get('authorization') ?? '')?.[1]
  if (payload === undefined) return null
  try {
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Record<string, unknown>
    const { sub, acc, rem } = claims
    return typeof sub === 'string' && typeof acc === 'string' && rem === true ? `${dataPrefix}${sub}-${acc}` : null
  } catch {
    return null
  }
}

/** Counts how often everything was forgotten: an answer that was asked for before is not kept after it. */
let forgotten = 0

async function forgetData(): Promise<void> {
  forgotten++
  const names = await caches.keys()
  const ours = names.filter((name) => name.startsWith(dataPrefix) || name.startsWith(removedPrefix))
  await Promise.all(ours.map((name) => caches.delete(name)))
}

/** Documents have left the account: which, nobody says any more, so all that was kept of it goes. */
async function forgetRemoved(owner: string, removed: string): Promise<void> {
  const noted = await caches.open(`${removedPrefix}${owner}`)
  const known = await (await noted.match('/removed'))?.text()
  if (known === removed) return
  if (known !== undefined || removed !== '0') {
    forgotten++
    await caches.delete(`${dataPrefix}${owner}`)
  }
  await noted.put('/removed', new Response(removed))
}

/** Whoever signs in or out, or is no longer let in, leaves nothing of themselves or of who was there before. */
async function signingInOrOut({ request }: FetchEvent): Promise<Response> {
  const leaves = new URL(request.url).pathname === '/api/auth/logout'
  if (leaves) await forgetData()
  const answer = await fetch(request)
  const comes = answer.ok && /\/(login|submit2fa)$/.test(new URL(request.url).pathname)
  if (comes || answer.status === 401) await forgetData()
  return answer
}

async function newestOrKept(event: FetchEvent): Promise<Response> {
  const { request } = event
  const owner = ownerOf(request)
  const since = forgotten
  try {
    const answer = await fetch(request)
    if (owner && answer.status === 200) event.waitUntil(keep(owner, request, answer.clone(), since))
    if (owner && answer.status === 404) event.waitUntil(drop(owner, request))
    return answer
  } catch (error) {
    const kept = owner && (await (await caches.open(owner)).match(request.url, anyVary))
    if (!kept) throw error
    // Its header `x-kept-at` tells the page from when it is.
    return kept
  }
}

/** What is there no more is not shown without a network either. */
async function drop(owner: string, { url }: Request): Promise<void> {
  if (await caches.has(owner)) await (await caches.open(owner)).delete(url, anyVary)
}

async function keep(owner: string, { url }: Request, answer: Response, since: number): Promise<void> {
  const headers = new Headers(answer.headers)
  headers.set('x-kept-at', new Date().toISOString())
  const body = await answer.arrayBuffer()
  if (since !== forgotten) return
  const cache = await caches.open(owner)
  // Put last, so that the first are those that nobody has opened for longest.
  await cache.delete(url)
  await cache.put(url, new Response(body, { status: 200, headers }))
  const kept = await cache.keys()
  await Promise.all(kept.slice(0, Math.max(0, kept.length - mostKept)).map((old) => cache.delete(old)))
}

/** A page is always the newest; without a network it is the one that was there last. */
async function pageOrKept({ request }: FetchEvent): Promise<Response> {
  const cache = await caches.open(program)
  try {
    const page = await fetch(request)
    if (page.ok && page.headers.get('content-type')?.startsWith('text/html')) {
      const path = new URL(request.url).pathname
      if (!path.startsWith('/api/')) await cache.put('/', page.clone())
    }
    return page
  } catch (error) {
    const kept = await cache.match('/', anyVary)
    if (!kept) throw error
    return kept
  }
}

async function keptOrFetched(event: FetchEvent): Promise<Response> {
  const kept = await caches.match(event.request, anyVary)
  if (kept) return kept
  const answer = await fetch(event.request)
  if (answer.ok) {
    const copy = answer.clone()
    event.waitUntil(caches.open(program).then((cache) => cache.put(event.request, copy)))
  }
  return answer
}

async function newestProgram(event: FetchEvent): Promise<Response> {
  try {
    return await fetch(event.request)
  } catch (error) {
    const kept = await caches.match(event.request, { ...anyVary, ignoreSearch: true })
    if (!kept) throw error
    return kept
  }
}

async function keepProgram(addresses: string[]): Promise<void> {
  const cache = await caches.open(program)
  const ours = addresses.filter((address) => neverChanges(new URL(address)))
  await Promise.all(
    ours.map(
      async (address) => (await cache.match(address, anyVary)) ?? (await cache.add(address).catch(() => undefined)),
    ),
  )
}
