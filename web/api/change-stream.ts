import { followChanges, heartbeat } from '../../contract/live.ts'
import { connection } from './connection.ts'
import { SessionEnded, Unreachable } from './session.ts'

/** Milliseconds. */
const firstPause = 1_000
const longestPause = 30_000
/** So long without a sign of life and the connection is gone, whatever the browser thinks: a computer has slept. */
const silenceLimit = 3 * heartbeat

/** `removed`: how often documents have left the account. */
export type StreamEvent = { event: string; id: string; removed?: number }
/** What else the reader of a stream wants to know: that a try failed, and how many have in a row. */
type FailureListener = (tries: number) => void
type SendRequest = (path: string, init: RequestInit) => Promise<Response>

/**
 * Passes on what it hears, and listens again after each loss, ever more patiently. After a loss it says up to where it has
 * heard, so that nothing is missed and nothing told twice; `known` does so from the start. Ends with the session or the signal.
 */
export async function listenForChanges(
  sendRequest: SendRequest,
  onEvent: (event: StreamEvent) => void,
  signal: AbortSignal,
  resumeFrom?: string,
  onFailure: FailureListener = () => undefined,
): Promise<void> {
  let lastEventId = resumeFrom
  let pause = firstPause
  let failures = 0
  const handleEvent = (event: StreamEvent) => {
    lastEventId = event.id
    pause = firstPause
    failures = 0
    onEvent(event)
  }
  while (!signal.aborted) {
    try {
      await readStream(sendRequest, lastEventId, handleEvent, signal)
    } catch (error) {
      if (error instanceof SessionEnded || signal.aborted) return
      failures += 1
      onFailure(failures)
    }
    // Not all at once when a server has gone.
    await wait(pause * (0.5 + randomFraction() / 2), signal)
    pause = Math.min(pause * 2, longestPause)
  }
}

async function readStream(
  sendRequest: SendRequest,
  id: string | undefined,
  handleEvent: (event: StreamEvent) => void,
  signal: AbortSignal,
) {
  const timeout = new AbortController()
  let silenceTimer = setTimeout(() => timeout.abort(), silenceLimit)
  try {
    const response = await sendRequest(followChanges.path, {
      headers: { Accept: 'text/event-stream', ...(id === undefined ? {} : { 'Last-Event-ID': id }) },
      signal: AbortSignal.any([signal, timeout.signal]),
    })
    if (response.status >= 500) throw new Unreachable(response.status)
    if (!response.ok || !response.body) return
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      clearTimeout(silenceTimer)
      silenceTimer = setTimeout(() => timeout.abort(), silenceLimit)
      const parts = (text + value).split('\n\n')
      text = parts.pop() ?? ''
      for (const block of parts) {
        const event = parseEvent(block)
        if (event) handleEvent(event)
      }
    }
  } finally {
    clearTimeout(silenceTimer)
  }
}

/** An event as the server writes it; null for a sign of life. */
function parseEvent(block: string): StreamEvent | null {
  const fields = new Map(block.split('\n').map((line) => line.split(': ', 2) as [string, string]))
  const [event, id] = [fields.get('event'), fields.get('id')]
  const [, removed] = /"removed":(\d+)/.exec(fields.get('data') ?? '') ?? []
  return event && id ? { event, id, ...(removed === undefined ? {} : { removed: Number(removed) }) } : null
}

/** Between 0 and 1. */
function randomFraction(): number {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
  return byte / 255
}

/** Until then, or until the network or the server is back, or the signal. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController()
    const end = () => {
      clearTimeout(timer)
      ended.abort()
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end, ended)
    window.addEventListener('online', end, ended)
    const stop = connection.watch(() => connection.current() === null && end())
    ended.signal.addEventListener('abort', stop)
  })
}
