import type { ErrorReply } from '../../contract/errors.ts'
import { session } from './browser-session.ts'
import { CallError } from './call.ts'
import { saveBlob } from './download.ts'

/** A file that the server makes while it is being sent. */
export type Transfer = {
  path: string
  init: RequestInit
  /** The name under which it is saved unless the server gives it one. */
  name: string
  /** Expected to be so large that it had better be written to disk as it comes. */
  large: boolean
  signal: AbortSignal
  /** Told how many bytes have come so far. */
  onProgress: (bytes: number) => void
}

/** How far a file has come. */
export type TransferProgress = { bytes: number; stage: 'running' | 'done' | 'failed' | 'cut'; text: string | null }

/** Saves a file and tells how it goes; null when it was stopped. */
export async function saveWithProgress(
  transfer: Omit<Transfer, 'onProgress'>,
  onChange: (change: Partial<TransferProgress> | null) => void,
): Promise<void> {
  let reportedBytes = 0
  try {
    const bytes = await saveTransfer({
      ...transfer,
      onProgress: (received) => {
        // A state for each packet would draw thousands of times.
        if (received - reportedBytes <= 100_000 && reportedBytes > 0) return
        onChange({ bytes: received })
        reportedBytes = received
      },
    })
    onChange({ stage: 'done', bytes })
  } catch (error) {
    const stopped = error instanceof DOMException && error.name === 'AbortError'
    if (stopped) return onChange(null)
    onChange({
      stage: error instanceof IncompleteFile ? 'cut' : 'failed',
      text: error instanceof CallError ? error.message : null,
    })
  }
}

/** The connection broke off in the middle of a file. */
class IncompleteFile extends Error {}

type Picker = (options: { suggestedName: string }) => Promise<{
  createWritable: () => Promise<WritableStream<Uint8Array<ArrayBuffer>>>
}>

/** The browser's own way to write to disk as bytes come; only some have it. */
const picker = (window as { showSaveFilePicker?: Picker }).showSaveFilePicker?.bind(window)

/**
 * Fetches a file with the bearer token and saves it: large ones straight to disk where the browser can, the others
 * through its own store. Gives the bytes saved. Raises CallError when the server says no, CutOff when the file did not
 * come whole, AbortError when it was stopped.
 */
async function saveTransfer({ path, init, name, large, signal, onProgress }: Transfer): Promise<number> {
  // The place is asked for first: a browser lets a page ask only right after a press.
  const target = large && picker ? await (await picker({ suggestedName: name })).createWritable() : null
  const response = await session.authorised(path, { ...init, signal })
  if (!response.ok || !response.body) {
    await target?.abort()
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
