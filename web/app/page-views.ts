import { isDocumentType } from '../../contract/values.ts'
import type { router } from './router.ts'

/** Whether the person's browser asks that nobody follow them (Global Privacy Control, Do Not Track). */
const refusesTracking = () =>
  navigator.doNotTrack === '1' || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true

/**
 * Tells the operator's analytics that a page is viewed. Nothing of the person goes along: no cookie, no referrer, and of
 * the address neither what was looked for nor what was typed. The page never waits for it, nor hears whether it arrived.
 */
export function sendPageView(address: string, path: string): void {
  if (refusesTracking()) return
  fetch(address, {
    method: 'POST',
    // As plain text it needs no leave of the other side (CORS).
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
    body: JSON.stringify({ name: 'pageview', domain: location.hostname, url: `${location.origin}${path}` }),
  }).catch(() => undefined)
}

/** Tells of the page that is open and of each that is opened after it. */
export function trackPages(address: string, pageRouter: typeof router): void {
  const sendCurrent = () => sendPageView(address, pathOf(pageRouter))
  if (pageRouter.state.resolvedLocation) sendCurrent()
  pageRouter.subscribe('onResolved', ({ pathChanged }) => {
    if (pathChanged) sendCurrent()
  })
}

/** The path as the program writes it, so /orders/:number whatever the number: numbers and words are the customer's. */
function pathOf({ state: { matches, location } }: typeof router): string {
  const route = segments(matches.at(-1)?.fullPath ?? '')
  const pathSegments = segments(location.pathname)
  // Whatever somebody typed that is no page is told as none.
  const isKnownPage =
    route.length === pathSegments.length && (route[0] !== '$type' || isDocumentType(pathSegments[0] ?? ''))
  if (!isKnownPage) return '/404'
  return `/${route.map((segment, index) => (segment === '$type' ? pathSegments[index] : segment.replace('$', ':'))).join('/')}`
}

const segments = (path: string) => path.split('/').filter((segment) => segment !== '')
