import { parseSearch, stringifySearch } from '#contract/search-parameters.ts'
import { afterPaint } from '../ui/after-paint.ts'
import { decode, fillPath, matcherOf, type RouteMatch, type Routes, type Target } from './routes.ts'
import { applyScroll, hasSavedScroll, type ScrollChange, saveScroll } from './scroll.ts'

/** The address in the browser: below the application's own path, the search and hash without ? and #. */
export type Location = { pathname: string; search: string; hash: string; key: string }

/** What is shown: the page of an address with what the address says. */
export type Match = { route: RouteMatch; search: object; location: Location; scroll: ScrollChange }

/** How a target is gone to. */
export type NavigateOptions = { replace?: boolean; resetScroll?: boolean }

/**
 * What can be listened for: an address has been requested; another page can be shown; it is on the screen. `beforeNavigate`
 * comes first, before anything of the page is rendered anew.
 */
type Events = {
  beforeNavigate: []
  location: []
  match: [isSamePage: boolean]
  rendered: [match: Match, pathChanged: boolean]
}
type Listener<Name extends keyof Events> = (...args: Events[Name]) => void

export type Router = ReturnType<typeof createRouter>

/**
 * Follows the address in the browser. The page that is shown stays until the code and texts of the next are there; a
 * later navigation overtakes an earlier one. `basepath`: where the application begins, without a slash at its end.
 */
export function createRouter(routes: Routes, { basepath: firstBasepath = '' } = {}) {
  const matchPath = matcherOf(routes)
  const listeners: { [Name in keyof Events]: Set<Listener<Name>> } = {
    beforeNavigate: new Set(),
    location: new Set(),
    match: new Set(),
    rendered: new Set(),
  }
  let basepath = firstBasepath
  let location: Location = { pathname: '', search: '', hash: '', key: '' }
  let match: Match | undefined
  let renderedPath: string | undefined
  let loading: Promise<void> | undefined
  /** Who waits for a page to have taken the place of the one before. */
  let waiting: (() => void)[] = []

  function emit<Name extends keyof Events>(name: Name, ...args: Events[Name]) {
    for (const listener of listeners[name]) listener(...args)
  }

  function readLocation(): Location {
    const { pathname, search, hash } = window.location
    if (!keyOf(history.state)) history.replaceState({ key: newKey() }, '')
    const below = pathname.slice(basepath.length) || '/'
    return { pathname: below, search: search.slice(1), hash: decode(hash.slice(1)), key: keyOf(history.state) ?? '' }
  }

  /** Keeps the objects of what has not changed, on which effects and memoised values depend. */
  function matchOf(at: Location, scroll: ScrollChange): Match {
    const next = matchPath(at.pathname)
    const nextSearch = next?.route.search?.(parseSearch(at.search)) ?? {}
    const { route, search } = match?.route?.path === next?.path && match ? match : { route: next, search: nextSearch }
    return {
      route: isEqual(route?.params, next?.params) ? route : next,
      search: isEqual(search, nextSearch) ? search : nextSearch,
      location: at,
      scroll,
    }
  }

  /** Whether the page that is shown stays, with other parameters: it changes at once, as its fields do. */
  function isShown({ route, location: { pathname } }: Match): boolean {
    if (!match || match.route?.path !== route?.path) return false
    return match.location.pathname === pathname || route?.route.changesInPlace === true
  }

  async function follow(scroll: ScrollChange) {
    const to = readLocation()
    location = to
    const next = matchOf(to, scroll)
    emit('beforeNavigate')
    emit('location')
    if (isShown(next)) return show(next, true)
    // The menu marks the requested page before that page renders, so that the person sees that the click counted.
    await afterPaint()
    await loadPage(next)
    if (location === to) await show(next, false)
  }

  /** Resolves when it, or what has overtaken it, is on the screen, and nothing of the page before is left. */
  function show(next: Match, isSamePage: boolean): Promise<void> {
    match = next
    emit('match', isSamePage)
    return new Promise((resolve) => waiting.push(resolve))
  }

  function hrefOf({ to, params, search = {}, hash }: Target): string {
    const path = to === '.' ? location.pathname : fillPath(to, params)
    return `${basepath}${path}${stringifySearch(search)}${hash ? `#${hash}` : ''}`
  }

  function navigate({ replace = false, resetScroll = true, ...target }: Target & NavigateOptions): Promise<void> {
    const href = hrefOf(target as Target)
    const current = window.location.pathname + window.location.search + window.location.hash
    saveScroll(location.key)
    history[replace || href === current ? 'replaceState' : 'pushState']({ key: newKey() }, '', href)
    return follow(resetScroll ? 'top' : 'keep')
  }

  async function begin() {
    history.scrollRestoration = 'manual'
    const at = readLocation()
    location = at
    emit('location')
    // A page that is opened is at its top: scrolling there would lay it out before it is complete.
    const first = matchOf(at, at.hash || hasSavedScroll(at.key) ? 'restore' : 'keep')
    if (first.route) {
      const { pathname, hash } = window.location
      history.replaceState(history.state, '', `${pathname}${stringifySearch(first.search)}${hash}`)
    }
    addEventListener('popstate', ({ state }) => {
      saveScroll(location.key)
      // A link into this page has no state yet, and the browser has scrolled to its target.
      void follow(keyOf(state) ? 'restore' : 'keep')
    })
    addEventListener('pagehide', () => saveScroll(location.key))
    await loadPage(first)
    if (location === at) void show(first, false)
  }

  return {
    ...{ navigate, hrefOf },
    /** Resolves when the first page can be rendered. Leaves out of the address what its route does not read. */
    load(): Promise<void> {
      loading ??= begin()
      return loading
    },
    location: () => location,
    match: () => match,
    /** Loads the page of a target ahead. */
    preload: (target: Target) => void loadPage({ route: matchPath(fillPath(target.to, target.params)) }),
    setBasepath(path: string) {
      basepath = path
    },
    /** Called when a match is on the screen. */
    rendered(shown: Match) {
      const { pathname, key, hash } = shown.location
      applyScroll(shown.scroll, key, hash)
      const pathChanged = renderedPath !== pathname
      renderedPath = pathname
      emit('rendered', shown, pathChanged)
    },
    /** Called when, besides, the effects of the page before have ended: it no longer asks the server for anything. */
    settled() {
      for (const resolve of waiting) resolve()
      waiting = []
    },
    subscribe<Name extends keyof Events>(name: Name, listener: Listener<Name>): () => void {
      listeners[name].add(listener)
      return () => void listeners[name].delete(listener)
    },
  }
}

async function loadPage({ route: match }: { route: RouteMatch }): Promise<void> {
  await Promise.all([match?.route.frame?.load(), match?.route.page.load()])
}

const keyOf = (state: unknown) => (state as { key?: string } | null)?.key
/** Not randomUUID, which a browser has only where the connection is encrypted. */
const newKey = () => crypto.getRandomValues(new Uint32Array(2)).join('-')
const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
