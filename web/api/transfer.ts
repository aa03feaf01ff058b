import type { ErrorReply } from '#contract/errors.ts'
import { session } from './browser-session.ts'
import { CallError } from './call.ts'
import { saveBlob } from './download.ts'

/** A file that the server generates while sending it. */
export type Transfer = {
  path: string
  init: RequestInit
  /** The file name, unless the server sends one. */
  name: string
  /** What is said when it could not be prepared, and when the connection broke in the middle of it. */
  failures: { failed: string; cut: string }
  /** Expected to be so large that it should be written to disk while it arrives. */
  large: boolean
  signal: AbortSignal
  /** Called with the bytes received so far. */
  onProgress: (bytes: number) => void
}

/** The progress of a file transfer; `text` says why it failed. */
export type TransferProgress = { bytes: number; stage: 'running' | 'done' | 'failed'; text: string | null }

/** Saves a file and reports the progress; null when the person stopped it. */
export async function saveWithProgress(
  transfer: Omit<Transfer, 'onProgress'>,
  onChange: (change: Partial<TransferProgress> | null) => void,
): Promise<void> {
  let reportedBytes = 0
  try {
    const bytes = await saveTransfer({
      ...transfer,
      onProgress: (received) => {
        // A report for each packet would render thousands of times.
        if (received - reportedBytes <= 100_000 && reportedBytes > 0) return
        onChange({ bytes: received })
        reportedBytes = received
      },
    })
    onChange({ stage: 'done', bytes })
  } catch (error) {
    const stopped = error instanceof DOMException && error.name === 'AbortError'
    if (stopped) return onChange(null)
    const { failed, cut } = transfer.failures
    const reason = error instanceof CallError ? error.message : ''
    onChange({ stage: 'failed', text: reason || (error instanceof IncompleteFile ? cut : failed) })
  }
}

/** The connection broke in the middle of a file. */
class IncompleteFile extends Error {}

type Picker = (options: { suggestedName: string }) => Promise<{
  createWritable: () => Promise<WritableStream<Uint8Array<ArrayBuffer>>>
}>

/** The browser's save dialog, which allows writing to disk while bytes arrive; only some browsers have it. */
const picker = (window as { showSaveFilePicker?: Picker }).showSaveFilePicker?.bind(window)

/**
 * Fetches a file with the bearer token and saves it: large files straight to disk where the browser can, others through
 * the browser's own download. Returns the bytes saved. Throws CallError for an error reply, IncompleteFile when the
 * file did not arrive whole, AbortError when it was stopped.
 */
async function saveTransfer({ path, init, name, large, signal, onProgress }: Transfer): Promise<number> {
  // The save dialog comes first: a browser allows it only right after a press.
  const target = large && picker ? await (await picker({ suggestedName: name })).createWritable() : null
  const response = await session.authorised(path, { ...init, signal })
  if (!response.ok || !response.body) {
    await target?.abort()
    // A reply without JSON, of a proxy for example: its status says enough.
    throw new CallError(response.status, (await response.json().catch(() => ({}))) as Partial<ErrorReply>)
  }
  let bytes = 0
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        bytes += chunk.byteLength
        onProgress(bytes)
        controller.enqueue(chunk)
      },
    }),
  )
  try {
    if (target) await counted.pipeTo(target, { signal })
    else saveBlob(await new Response(counted).blob(), nameOf(response) ?? name)
  } catch (error) {
    if (signal.aborted) throw error
    throw new IncompleteFile('The file did not come whole', { cause: error })
  }
  return bytes
}

function nameOf(response: Response): string | null {
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return name ? decodeURIComponent(name) : null
}
