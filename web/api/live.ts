import { session } from './browser.ts'
import { listen } from './listen.ts'

/** What changed: the account's documents and all that follows from them, or what this person did with notifications. */
export type Changed = 'account' | 'notifications'

const ask: typeof session.authorised = (path, asked) => session.authorised(path, asked)
const otherTabs = new BroadcastChannel('live')

/** Lets the other tabs know what was done in this one. */
export function tellOtherTabs(changed: Changed): void {
  otherTabs.postMessage(changed)
}

/**
 * Calls `onChange` whenever something has changed, until the signal. Of all tabs one listens and tells the others: a
 * browser has few connections to one server.
 */
export function followLive(onChange: (changed: Changed) => void, signal: AbortSignal): void {
  otherTabs.addEventListener('message', ({ data }) => onChange(data as Changed), { signal })
  const hear = () => onChange('account')
  // Locks exist on https and localhost only; elsewhere each tab listens for itself.
  if (!navigator.locks) {
    void listen(ask, hear, signal)
    return
  }
  const tellAll = () => {
    hear()
    tellOtherTabs('account')
  }
  const { locks } = navigator
  // Whoever takes over from a tab that was closed does not know how far that one had heard: it asks from the start.
  const takeOver = () => locks.request('live', { signal }, () => listen(ask, tellAll, signal, '0'))
  locks
    .request('live', { ifAvailable: true }, async (lock) => {
      if (lock) await listen(ask, tellAll, signal)
      return lock === null
    })
    .then((waits) => (waits ? takeOver() : undefined))
    .catch(() => undefined)
}
