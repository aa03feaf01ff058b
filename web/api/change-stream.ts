import { followChanges, heartbeat } from '#contract/live.ts'
import { connection } from './connection.ts'
import { SessionEnded, Unreachable } from './session.ts'

/** Milliseconds. */
const firstPause = 1_000
const longestPause = 30_000
/**
 * Milliseconds without data after which the connection counts as lost, whatever the browser thinks: the computer may
 * have slept.
 */
const silenceLimit = 3 * heartbeat

/** `removed`: how often documents have left the account. */
export type StreamEvent = { event: string; id: string; removed?: number }
/** Called after a failed attempt, with the number of failures in a row. */
type FailureListener = (tries: number) => void
type SendRequest = (path: string, init: RequestInit) => Promise<Response>

/**
 * Calls `onEvent` for each event of the stream, and reconnects after each loss with growing pauses. It then sends the
 * id of the last event, so that none is missed or repeated; `resumeFrom` does so from the start. Ends with the session
 * or the signal.
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
    // A random pause, so that not all clients reconnect at once when a server stops.
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

/** An event of the stream; null for a heartbeat. */
function parseEvent(block: string): StreamEvent | null {
  const fields = new Map(block.split('\n').map((line) => line.split(': ', 2) as [string, string]))
  const [event, id] = [fields.get('event'), fields.get('id')]
  const [, removed] = /"removed":(\d+)/.exec(fields.get('data') ?? '') ?? []
  return event && id ? { event, id, ...(removed === undefined ? {} : { removed: Number(removed) }) } : null
}

/** A random number from 0 to 1. */
function randomFraction(): number {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
  return byte / 255
}

/** Resolves after the time, or as soon as the network or the server is back, or the signal aborts. */
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
