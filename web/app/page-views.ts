import type { Match, Router } from '../routing/router.ts'

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
export function trackPages(address: string, pageRouter: Router): void {
  const match = pageRouter.match()
  if (match) sendPageView(address, pathOf(match))
  pageRouter.subscribe('rendered', (shown, pathChanged) => {
    if (pathChanged) sendPageView(address, pathOf(shown))
  })
}

/** The route's pattern, such as /orders/:number: numbers and search words are the customer's. An address without a page is /404. */
function pathOf({ route, location }: Match): string {
  if (!route) return '/404'
  const type = location.pathname.split('/')[1] ?? ''
  return route.path.replace('$type', type).replaceAll('$', ':')
}
