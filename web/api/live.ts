import { logBackgroundError } from './background-error.ts'
import { session } from './browser-session.ts'
import { listenForChanges, type StreamEvent } from './change-stream.ts'
import { connection, isServerReachable } from './connection.ts'
import { forgetRemoved } from './offline-worker.ts'
import { versionTracker } from './version-tracker.ts'

/**
 * What changed: documents of the account and what follows from them, `removed` when some left it, or this person's
 * notifications.
 */
export type Change = 'account' | 'removed' | 'notifications'

/**
 * Messages between tabs: what changed, the version of the stream's latest event, the question for that version, and
 * that the server is lost or back.
 */
type TabMessage = Change | number | 'where' | 'lost' | 'back'

const sendRequest: typeof session.authorised = (path, init) => session.authorised(path, init)
const otherTabs = new BroadcastChannel('live')
const broadcast = (message: TabMessage) => otherTabs.postMessage(message)

/** Tells the other tabs about a change made in this one. */
export function broadcastChange(change: Change): void {
  broadcast(change)
}

/**
 * Calls `onChange` at each change, until the signal aborts. One tab listens and tells the others, because a browser
 * allows few connections to one server.
 */
export function subscribeToChanges(onChange: (change: Change) => void, signal: AbortSignal): void {
  /** The version of the latest event, once this tab listens for the others. */
  let streamVersion: number | undefined
  let knownRemoved: number | undefined
  /** When documents have left the account, their data is dropped from the caches of this tab and of the worker. */
  const changeOf = ({ removed }: StreamEvent): Change => {
    if (removed === undefined) return 'account'
    forgetRemoved(session.owner(), removed)
    const removedSince = knownRemoved !== undefined && knownRemoved !== removed
    knownRemoved = removed
    return removedSince ? 'removed' : 'account'
  }
  const handleEvent = (event: StreamEvent) => {
    connection.back()
    versionTracker.setStreamVersion(Number(event.id))
    const change = changeOf(event)
    if (event.event === 'changed') onChange(change)
    return change
  }
  const handleEventForAll = (event: StreamEvent) => {
    const version = Number(event.id)
    // Tabs that opened together with this one wait for the first event as well.
    if (streamVersion === undefined) broadcast(version)
    streamVersion = version
    const change = handleEvent(event)
    if (event.event === 'changed') broadcast(change)
  }
  const listenForAll = (resumeFrom?: string) =>
    listenForChanges(sendRequest, handleEventForAll, signal, resumeFrom, checkServer)
  versionTracker.onStale(() => onChange('account'))
  otherTabs.addEventListener(
    'message',
    ({ data }: { data: TabMessage }) => {
      if (typeof data === 'number') versionTracker.setStreamVersion(data)
      else if (data === 'lost' || data === 'back') connection[data]()
      else if (data !== 'where') onChange(data)
      // Not the version of the first event: the tab may have read its page before a change that came since.
      else if (streamVersion !== undefined) broadcast(streamVersion)
    },
    { signal },
  )
  // Locks exist on https and localhost only; elsewhere each tab listens for itself.
  if (!navigator.locks) {
    void listenForChanges(sendRequest, handleEvent, signal, undefined, checkServer)
    return
  }
  const { locks } = navigator
  // A tab that takes over from a closed one does not know its last event: it asks from the start.
  const takeOver = () => locks.request('live', { signal }, () => listenForAll('0'))
  locks
    .request('live', { ifAvailable: true }, async (lock) => {
      if (lock) await listenForAll()
      else broadcast('where')
      return lock === null
    })
    .then((waits) => (waits ? takeOver() : undefined))
    .catch((error: unknown) => {
      if (!signal.aborted) logBackgroundError(error)
    })
}

/** Something between browser and server may block the stream: after the second failure the server is asked directly. */
async function checkServer(tries: number): Promise<void> {
  if (tries < 2) return
  const connectionState = (await isServerReachable()) ? 'back' : 'lost'
  connection[connectionState]()
  broadcast(connectionState)
}
