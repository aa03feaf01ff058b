import { isDocumentType } from '#contract/values.ts'
import type { router } from './router.ts'

/** Whether the browser asks not to be tracked (Global Privacy Control, Do Not Track). */
const refusesTracking = () =>
  navigator.doNotTrack === '1' || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true

/**
 * Sends a page view to the operator's analytics. It contains no personal data: no cookie, no referrer, and no search
 * words or numbers from the address. The page never waits for it and ignores failures.
 */
export function sendPageView(address: string, path: string): void {
  if (refusesTracking()) return
  // A page view that is not counted, or is blocked by the browser, concerns nobody on the page.
  fetch(address, {
    method: 'POST',
    // A plain-text request needs no CORS permission from the other server.
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
    body: JSON.stringify({ name: 'pageview', domain: location.hostname, url: `${location.origin}${path}` }),
  }).catch(() => undefined)
}

/** Sends a page view for the current page and for each page opened after it. */
export function trackPages(address: string, pageRouter: typeof router): void {
  const sendCurrent = () => sendPageView(address, pathOf(pageRouter))
  if (pageRouter.state.resolvedLocation) sendCurrent()
  pageRouter.subscribe('onResolved', ({ pathChanged }) => {
    if (pathChanged) sendCurrent()
  })
}

/** The route's pattern, such as /orders/:number: numbers and search words are the customer's. */
function pathOf({ state: { matches, location } }: typeof router): string {
  const route = segments(matches.at(-1)?.fullPath ?? '')
  const pathSegments = segments(location.pathname)
  // An address that matches no page is sent as /404.
  const isKnownPage =
    route.length === pathSegments.length && (route[0] !== '$type' || isDocumentType(pathSegments[0] ?? ''))
  if (!isKnownPage) return '/404'
  return `/${route.map((segment, index) => (segment === '$type' ? pathSegments[index] : segment.replace('$', ':'))).join('/')}`
}

const segments = (path: string) => path.split('/').filter((segment) => segment !== '')
