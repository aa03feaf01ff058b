import { session } from './browser.ts'
import { listen, type News } from './listen.ts'
import { answers, reach } from './reach.ts'
import { readings } from './readings.ts'
import { forgetRemoved } from './worker.ts'

/** What changed: the account's documents and all that follows from them, perhaps because some left it, or what this person did with notifications. */
export type Changed = 'account' | 'removed' | 'notifications'

/** What tabs say to each other: what changed, with which version the stream began, or the question for it; that the server is away or back. */
type Word = Changed | number | 'where' | 'lost' | 'back'

const ask: typeof session.authorised = (path, asked) => session.authorised(path, asked)
const otherTabs = new BroadcastChannel('live')
const tell = (word: Word) => otherTabs.postMessage(word)

/** Lets the other tabs know what was done in this one. */
export function tellOtherTabs(changed: Changed): void {
  tell(changed)
}

/**
 * Calls `onChange` whenever something has changed, until the signal. Of all tabs one listens and tells the others: a
 * browser has few connections to one server.
 */
export function followLive(onChange: (changed: Changed) => void, signal: AbortSignal): void {
  let listens = false
  let known: number | undefined
  /** Documents that left the account go from what was kept of it, in this tab and in the worker. */
  const changeOf = ({ removed }: News): Changed => {
    if (removed === undefined) return 'account'
    forgetRemoved(session.owner(), removed)
    const left = known !== undefined && known !== removed
    known = removed
    return left ? 'removed' : 'account'
  }
  const hear = (news: News) => {
    reach.back()
    readings.greet(Number(news.id))
    const changed = changeOf(news)
    if (news.event === 'changed') onChange(changed)
    return changed
  }
  const hearForAll = (news: News) => {
    // Tabs that opened together with this one wait for the first word as well.
    if (readings.heard() === undefined) tell(Number(news.id))
    const changed = hear(news)
    if (news.event === 'changed') tell(changed)
  }
  const listenForAll = (known?: string) => {
    listens = true
    return listen(ask, hearForAll, signal, known, lookForServer)
  }
  readings.whenMissed(() => onChange('account'))
  otherTabs.addEventListener(
    'message',
    ({ data }: { data: Word }) => {
      const heard = readings.heard()
      if (typeof data === 'number') readings.greet(data)
      else if (data === 'lost' || data === 'back') reach[data]()
      else if (data !== 'where') onChange(data)
      else if (listens && heard !== undefined) tell(heard)
    },
    { signal },
  )
  // Locks exist on https and localhost only; elsewhere each tab listens for itself.
  if (!navigator.locks) {
    void listen(ask, hear, signal, undefined, lookForServer)
    return
  }
  const { locks } = navigator
  // Whoever takes over from a tab that was closed does not know how far that one had heard: it asks from the start.
  const takeOver = () => locks.request('live', { signal }, () => listenForAll('0'))
  locks
    .request('live', { ifAvailable: true }, async (lock) => {
      if (lock) await listenForAll()
      else tell('where')
      return lock === null
    })
    .then((waits) => (waits ? takeOver() : undefined))
    .catch(() => undefined)
}

/** A stream that fails more than once may be what somebody between the two does not let through: the server is asked itself. */
async function lookForServer(tries: number): Promise<void> {
  if (tries < 2) return
  const word = (await answers()) ? 'back' : 'lost'
  reach[word]()
  tell(word)
}
