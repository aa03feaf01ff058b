import { followChanges, heartbeat } from '../../contract/live.ts'
import { reach } from './reach.ts'
import { SessionEnded, Unreachable } from './session.ts'

/** Milliseconds. */
const firstPause = 1_000
const longestPause = 30_000
/** So long without a sign of life and the connection is gone, whatever the browser thinks: a computer has slept. */
const silence = 3 * heartbeat

/** `removed`: how often documents have left the account. */
export type News = { event: string; id: string; removed?: number }
/** What else the reader of a stream wants to know: that a try failed, and how many have in a row. */
type Failed = (tries: number) => void
type Ask = (path: string, asked: RequestInit) => Promise<Response>

/**
 * Passes on what it hears, and listens again after each loss, ever more patiently. After a loss it says up to where it has
 * heard, so that nothing is missed and nothing told twice; `known` does so from the start. Ends with the session or the signal.
 */
export async function listen(
  ask: Ask,
  onNews: (news: News) => void,
  signal: AbortSignal,
  known?: string,
  onFailed: Failed = () => undefined,
): Promise<void> {
  let heard = known
  let pause = firstPause
  let failed = 0
  const hear = (news: News) => {
    heard = news.id
    pause = firstPause
    failed = 0
    onNews(news)
  }
  while (!signal.aborted) {
    try {
      await readStream(ask, heard, hear, signal)
    } catch (error) {
      if (error instanceof SessionEnded || signal.aborted) return
      failed += 1
      onFailed(failed)
    }
    // Not all at once when a server has gone.
    await wait(pause * (0.5 + chance() / 2), signal)
    pause = Math.min(pause * 2, longestPause)
  }
}

async function readStream(ask: Ask, id: string | undefined, hear: (news: News) => void, signal: AbortSignal) {
  const gone = new AbortController()
  let watch = setTimeout(() => gone.abort(), silence)
  try {
    const answer = await ask(followChanges.path, {
      headers: { Accept: 'text/event-stream', ...(id === undefined ? {} : { 'Last-Event-ID': id }) },
      signal: AbortSignal.any([signal, gone.signal]),
    })
    if (answer.status >= 500) throw new Unreachable(answer.status)
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
  const [, removed] = /"removed":(\d+)/.exec(fields.get('data') ?? '') ?? []
  return event && id ? { event, id, ...(removed === undefined ? {} : { removed: Number(removed) }) } : null
}

/** Between 0 and 1. */
function chance(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint8Array(1))
  return drawn / 255
}

/** Until then, or until the network or the server is back, or the signal. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController()
    const end = () => {
      clearTimeout(timer)
      over.abort()
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end, over)
    window.addEventListener('online', end, over)
    const stop = reach.watch(() => reach.current() === null && end())
    over.signal.addEventListener('abort', stop)
  })
}
