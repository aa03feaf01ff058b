import { followChanges, heartbeat } from '../../contract/live.ts'
import { session } from './browser.ts'
import { SessionEnded } from './session.ts'

/** Milliseconds. */
const firstPause = 1_000
const longestPause = 30_000
/** So long without a sign of life and the connection is gone, whatever the browser thinks: a computer has slept. */
const silence = 3 * heartbeat

type News = { event: string; id: string }

/** What changed: the account's documents and all that follows from them, or what this person did with notifications. */
export type Changed = 'account' | 'notifications'

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
    void listen(hear, signal)
    return
  }
  const tellAll = () => {
    hear()
    tellOtherTabs('account')
  }
  navigator.locks.request('live', { signal }, () => listen(tellAll, signal)).catch(() => undefined)
}

/** Listens, and again after each loss, ever more patiently. Ends with the session or the signal. */
async function listen(onChange: () => void, signal: AbortSignal): Promise<void> {
  let known: string | undefined
  let pause = firstPause
  const hear = ({ event, id }: News) => {
    known = id
    pause = firstPause
    if (event === 'changed') onChange()
  }
  while (!signal.aborted) {
    try {
      await readStream(() => known, hear, signal)
    } catch (error) {
      if (error instanceof SessionEnded || signal.aborted) return
    }
    // Not all at once when a server has gone.
    await wait(pause * (0.5 + chance() / 2), signal)
    pause = Math.min(pause * 2, longestPause)
  }
}

async function readStream(known: () => string | undefined, hear: (news: News) => void, signal: AbortSignal) {
  const gone = new AbortController()
  let watch = setTimeout(() => gone.abort(), silence)
  const id = known()
  try {
    const answer = await session.authorised(followChanges.path, {
      headers: { Accept: 'text/event-stream', ...(id === undefined ? {} : { 'Last-Event-ID': id }) },
      signal: AbortSignal.any([signal, gone.signal]),
    })
    if (!answer.ok || !answer.body) return
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      clearTimeout(watch)
      watch = setTimeout(() => gone.abort(), silence)
      const parts = (text + value).split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) {
        const news = newsOf(part)
        if (news) hear(news)
      }
    }
  } finally {
    clearTimeout(watch)
  }
}

/** An event as the server writes it; null for a sign of life. */
function newsOf(part: string): News | null {
  const fields = new Map(part.split('\n').map((line) => line.split(': ', 2) as [string, string]))
  const [event, id] = [fields.get('event'), fields.get('id')]
  return event && id ? { event, id } : null
}

/** Between 0 and 1. */
function chance(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint8Array(1))
  return drawn / 255
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
