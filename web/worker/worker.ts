import { handlePushes } from './push.ts'

/*
 * The service worker, which also runs when no page is open. It caches the program, and per person the lists and
 * documents opened last, so that both work without a network. It never answers from that data cache while the server
 * can be reached, and replaces an older worker only when the person agrees.
 */
declare const self: ServiceWorkerGlobalScope
/** Inserted by the build, different each time, so that browsers notice a new version. */
declare const __BUILD__: string

const program = `program-${__BUILD__}`
const dataPrefix = 'kept-'
/** The cache names of a former version, which also cached data of people who did not want to stay signed in. */
const formerPrefix = 'data-'
/** The cache, per person and account, of how often documents have left the account. */
const removedPrefix = 'removed-'
/** Replies are found by their address alone: the cache's name already says whose they are. */
const matchOptions = { ignoreVary: true }
/** The most replies cached per person and account; the oldest go first. */
const maxCachedResponses = 300
/** Lists, documents and what belongs to them; never files, streams, or anything about signing in. */
const cacheablePath =
  /^\/api\/(portal|profile|dashboard|notifications|views|documents\/[a-z]+(\/[^/]+(\/(changes|promises|requests|versions))?)?|items(\/[^/]+(\/(lines|units))?)?|units\/[^/]+|statement)$/

/** Whether a file of the program never changes, because its address contains a hash of its content. */
const isImmutable = ({ origin, pathname }: URL) =>
  origin === self.location.origin && (pathname.startsWith('/assets/') || pathname === '/brand.css')

handlePushes(self as unknown as Parameters<typeof handlePushes>[0])

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(program).then((cache) => cache.addAll(['/', '/favicon.svg'])))
})

self.addEventListener('activate', (event) => {
  const deleteOldCaches = async () => {
    const names = await caches.keys()
    const old = names.filter(
      (name) => (name.startsWith('program-') && name !== program) || name.startsWith(formerPrefix),
    )
    await Promise.all(old.map((name) => caches.delete(name)))
    await self.clients.claim()
  }
  event.waitUntil(deleteOldCaches())
})

self.addEventListener('message', (event) => {
  if (event.data === 'update') event.waitUntil(self.skipWaiting())
  // Somebody else has signed in; a single sign-on makes none of the calls that purge by themselves.
  if (event.data === 'purge') event.waitUntil(purgeData())
  if (typeof event.data?.owner === 'string')
    event.waitUntil(forgetRemoved(event.data.owner, String(event.data.removed)))
  // The files that the page loaded before there was a worker.
  if (Array.isArray(event.data)) event.waitUntil(cacheProgram(event.data.map(String)))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const address = new URL(request.url)
  const { origin, pathname } = address
  // The console keeps nothing in the browser, and is no page of the program that is cached here.
  if (origin !== self.location.origin || /^\/console(\/|$)/.test(pathname)) return
  if (pathname.startsWith('/api/')) {
    if (/^\/api\/auth\/(login|logout|passkey|refresh|submit2fa)$/.test(pathname))
      event.respondWith(handleSignInOrOut(event))
    else if (request.method === 'GET' && cacheablePath.test(pathname)) event.respondWith(networkFirst(event))
  } else if (request.method === 'GET') {
    if (request.mode === 'navigate') event.respondWith(networkFirstPage(event))
    else if (isImmutable(address)) event.respondWith(cacheFirst(event))
    else if (pathname === '/favicon.svg') event.respondWith(networkFirstProgram(event))
  }
})

/**
 * The name of the data cache of a request's person and account; null without a token, and for a person who does not
 * want to stay signed in.
 */
function ownerOf(request: Request): string | null {
  const payload = /^Bearer [^.]+\.([^.]+)\./.exec(request.headers.get('authorization') ?? '')?.[1]
  if (payload === undefined) return null
  try {
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Record<string, unknown>
    const { sub, acc, rem } = claims
    return typeof sub === 'string' && typeof acc === 'string' && rem === true ? `${dataPrefix}${sub}-${acc}` : null
  } catch {
    // Not a token of ours: nothing is cached for it.
    return null
  }
}

/** Counts the purges: a reply requested before a purge is not cached after it. */
let purgeCount = 0

async function purgeData(): Promise<void> {
  purgeCount++
  const names = await caches.keys()
  const ours = names.filter((name) => name.startsWith(dataPrefix) || name.startsWith(removedPrefix))
  await Promise.all(ours.map((name) => caches.delete(name)))
}

/** Purges the whole data cache when documents have left the account: the server does not say which. */
async function forgetRemoved(owner: string, removed: string): Promise<void> {
  const removedCache = await caches.open(`${removedPrefix}${owner}`)
  const knownRemoved = await (await removedCache.match('/removed'))?.text()
  if (knownRemoved === removed) return
  if (knownRemoved !== undefined || removed !== '0') {
    purgeCount++
    await caches.delete(`${dataPrefix}${owner}`)
  }
  await removedCache.put('/removed', new Response(removed))
}

/** Purges all cached data when somebody signs in or out, or when one of these calls is answered with 401. */
async function handleSignInOrOut({ request }: FetchEvent): Promise<Response> {
  const isSignOut = new URL(request.url).pathname === '/api/auth/logout'
  if (isSignOut) await purgeData()
  const response = await fetch(request)
  const isSignIn = response.ok && /\/(login|passkey|submit2fa)$/.test(new URL(request.url).pathname)
  if (isSignIn || response.status === 401) await purgeData()
  return response
}

async function networkFirst(event: FetchEvent): Promise<Response> {
  const { request } = event
  const owner = ownerOf(request)
  const purgeCountBefore = purgeCount
  try {
    const response = await fetch(request)
    if (owner && response.status === 200)
      event.waitUntil(cacheResponse(owner, request, response.clone(), purgeCountBefore))
    if (owner && response.status === 404) event.waitUntil(uncache(owner, request))
    return response
  } catch (error) {
    const cached = owner && (await (await caches.open(owner)).match(request.url, matchOptions))
    if (!cached) throw error
    // Its header `x-kept-at` says when it was cached.
    return cached
  }
}

/** Removes a document that no longer exists, so that it is not shown without a network either. */
async function uncache(owner: string, { url }: Request): Promise<void> {
  if (await caches.has(owner)) await (await caches.open(owner)).delete(url, matchOptions)
}

async function cacheResponse(
  owner: string,
  { url }: Request,
  response: Response,
  purgeCountBefore: number,
): Promise<void> {
  const headers = new Headers(response.headers)
  headers.set('x-kept-at', new Date().toISOString())
  const body = await response.arrayBuffer()
  if (purgeCountBefore !== purgeCount) return
  const cache = await caches.open(owner)
  // Deleted first, so that it is put last and the first entries are those opened longest ago.
  await cache.delete(url)
  await cache.put(url, new Response(body, { status: 200, headers }))
  const cachedKeys = await cache.keys()
  await Promise.all(
    cachedKeys.slice(0, Math.max(0, cachedKeys.length - maxCachedResponses)).map((old) => cache.delete(old)),
  )
}

/** The HTML page from the network; without a network the one cached last. */
async function networkFirstPage(event: FetchEvent): Promise<Response> {
  const { request } = event
  try {
    const page = await fetch(request)
    if (page.ok && page.headers.get('content-type')?.startsWith('text/html')) {
      const path = new URL(request.url).pathname
      if (!path.startsWith('/api/')) event.waitUntil(cachePage(page.clone()))
    }
    return page
  } catch (error) {
    const cached = await caches.match('/', { ...matchOptions, cacheName: program })
    if (!cached) throw error
    return cached
  }
}

async function cachePage(page: Response): Promise<void> {
  try {
    await (await caches.open(program)).put('/', page)
  } catch {
    // The storage is full: without a network the page cached before is shown.
  }
}

async function cacheFirst(event: FetchEvent): Promise<Response> {
  const cached = await caches.match(event.request, matchOptions)
  if (cached) return cached
  const response = await fetch(event.request)
  if (response.ok) {
    const copy = response.clone()
    event.waitUntil(caches.open(program).then((cache) => cache.put(event.request, copy)))
  }
  return response
}

async function networkFirstProgram(event: FetchEvent): Promise<Response> {
  try {
    return await fetch(event.request)
  } catch (error) {
    const cached = await caches.match(event.request, { ...matchOptions, ignoreSearch: true })
    if (!cached) throw error
    return cached
  }
}

async function cacheProgram(addresses: string[]): Promise<void> {
  const cache = await caches.open(program)
  const ours = addresses.filter((address) => isImmutable(new URL(address)))
  await Promise.all(
    ours.map(
      // What is missing is cached when it is next loaded.
      async (address) =>
        (await cache.match(address, matchOptions)) ?? (await cache.add(address).catch(() => undefined)),
    ),
  )
}
