import { session } from './browser-session.ts'
import { listenForChanges, type StreamEvent } from './change-stream.ts'
import { connection, isServerReachable } from './connection.ts'
import { forgetRemoved } from './offline-worker.ts'
import { versionTracker } from './version-tracker.ts'

/** What changed: the account's documents and all that follows from them, perhaps because some left it, or what this person did with notifications. */
export type Change = 'account' | 'removed' | 'notifications'

/** What tabs say to each other: what changed, with which version the stream began, or the question for it; that the server is away or back. */
type TabMessage = Change | number | 'where' | 'lost' | 'back'

const sendRequest: typeof session.authorised = (path, init) => session.authorised(path, init)
const otherTabs = new BroadcastChannel('live')
const broadcast = (message: TabMessage) => otherTabs.postMessage(message)

/** Lets the other tabs know what was done in this one. */
export function broadcastChange(change: Change): void {
  broadcast(change)
}

/**
 * Calls `onChange` whenever something has changed, until the signal. Of all tabs one listens and tells the others: a
 * browser has few connections to one server.
 */
export function subscribeToChanges(onChange: (change: Change) => void, signal: AbortSignal): void {
  let isListening = false
  let knownRemoved: number | undefined
  /** Documents that left the account go from what was kept of it, in this tab and in the worker. */
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
    // Tabs that opened together with this one wait for the first word as well.
    if (versionTracker.streamVersion() === undefined) broadcast(Number(event.id))
    const change = handleEvent(event)
    if (event.event === 'changed') broadcast(change)
  }
  const listenForAll = (resumeFrom?: string) => {
    isListening = true
    return listenForChanges(sendRequest, handleEventForAll, signal, resumeFrom, checkServer)
  }
  versionTracker.onStale(() => onChange('account'))
  otherTabs.addEventListener(
    'message',
    ({ data }: { data: TabMessage }) => {
      const streamVersion = versionTracker.streamVersion()
      if (typeof data === 'number') versionTracker.setStreamVersion(data)
      else if (data === 'lost' || data === 'back') connection[data]()
      else if (data !== 'where') onChange(data)
      else if (isListening && streamVersion !== undefined) broadcast(streamVersion)
    },
    { signal },
  )
  // Locks exist on https and localhost only; elsewhere each tab listens for itself.
  if (!navigator.locks) {
    void listenForChanges(sendRequest, handleEvent, signal, undefined, checkServer)
    return
  }
  const { locks } = navigator
  // Whoever takes over from a tab that was closed does not know how far that one had heard: it asks from the start.
  const takeOver = () => locks.request('live', { signal }, () => listenForAll('0'))
  locks
    .request('live', { ifAvailable: true }, async (lock) => {
      if (lock) await listenForAll()
      else broadcast('where')
      return lock === null
    })
    .then((waits) => (waits ? takeOver() : undefined))
    .catch(() => undefined)
}

/** A stream that fails more than once may be what somebody between the two does not let through: the server is asked itself. */
async function checkServer(tries: number): Promise<void> {
  if (tries < 2) return
  const connectionState = (await isServerReachable()) ? 'back' : 'lost'
  connection[connectionState]()
  broadcast(connectionState)
}
