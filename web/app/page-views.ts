import { isDocumentType } from '../../contract/values.ts'
import type { router } from './router.ts'

/** Whether the person's browser asks that nobody follow them (Global Privacy Control, Do Not Track). */
const unfollowed = () =>
  navigator.doNotTrack === '1' || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true

/**
 * Tells the operator's analytics that a page is viewed. Nothing of the person goes along: no cookie, no referrer, and of
 * the address neither what was looked for nor what was typed. The page never waits for it, nor hears whether it arrived.
 */
export function sendPageView(address: string, path: string): void {
  if (unfollowed()) return
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
export function followPages(address: string, pages: typeof router): void {
  const tell = () => sendPageView(address, pathOf(pages))
  if (pages.state.resolvedLocation) tell()
  pages.subscribe('onResolved', ({ pathChanged }) => {
    if (pathChanged) tell()
  })
}

/** The path as the program writes it, so /orders/:number whatever the number: numbers and words are the customer's. */
function pathOf({ state: { matches, location } }: typeof router): string {
  const route = segments(matches.at(-1)?.fullPath ?? '')
  const given = segments(location.pathname)
  // Whatever somebody typed that is no page is told as none.
  const known = route.length === given.length && (route[0] !== '$type' || isDocumentType(given[0] ?? ''))
  if (!known) return '/404'
  return `/${route.map((one, place) => (one === '$type' ? given[place] : one.replace('$', ':'))).join('/')}`
}

const segments = (path: string) => path.split('/').filter((one) => one !== '')
