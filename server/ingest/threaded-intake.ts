import type { Worker } from 'node:worker_threads'
import { PortalError, translatable } from '#contract/errors.ts'
import type { IngestReport } from '#contract/ingest/documents.ts'
import type { Intake, IntakeOptions } from './intake.ts'
import {
  deserialiseError,
  type IntakeWork,
  type MessageFromThread,
  type MessageToThread,
  serialiseError,
} from './thread-messages.ts'
import { storageFullError } from './write/try-batch.ts'

/** How many chunks of a body the thread may hold before it has read them. */
const maxHeldChunks = 8

type PendingCall = {
  done: (report: IngestReport) => void
  fail: (error: Error) => void
  more: () => void
  takeTurn: IntakeOptions['takeTurn']
  endTurn: (() => void) | undefined
  writes: boolean
}

/** How to start the thread, what to call when it dies during a call, and whether the disk has room for new data. */
type ThreadOptions = { start: () => Worker; onDeath: (error: Error) => void; hasRoom?: (() => boolean) | undefined }

/**
 * An intake in a thread of its own, started with the first call and again if it ever dies: then its calls fail as
 * unavailable, and everything else goes on. `close` ends it.
 */
export function createThreadedIntake({
  start,
  onDeath,
  hasRoom,
}: ThreadOptions): Intake & { close: () => Promise<void> } {
  const calls = new Map<number, PendingCall>()
  let worker: Worker | undefined
  let lastCallNumber = 0
  const post = (message: MessageToThread, transfer: ArrayBuffer[] = []) => worker?.postMessage(message, transfer)

  function handleDeath(error: Error): void {
    worker = undefined
    if (calls.size > 0) onDeath(error)
    failAll(error)
  }

  function failAll(cause: Error): void {
    for (const call of calls.values()) {
      call.fail(new PortalError('unavailable', translatable('error.unavailable'), { retryAfter: 2, cause }))
    }
  }

  function startWorker(): void {
    if (worker) return
    const newWorker = start()
    // The thread does not keep the process alive.
    newWorker.unref()
    newWorker.on('message', handleMessage)
    newWorker.on(
      'error',
      (error) => worker === newWorker && handleDeath(error instanceof Error ? error : new Error(String(error))),
    )
    newWorker.on('exit', () => worker === newWorker && handleDeath(new Error('The thread of intake ended')))
    worker = newWorker
  }

  function handleMessage(message: MessageFromThread): void {
    const call = calls.get(message.call)
    if (!call) return
    if ('more' in message) call.more()
    else if ('report' in message) call.done(message.report)
    else if ('error' in message) call.fail(deserialiseError(message.error))
    else if (message.turn === 'over') endTurn(call)
    else void grantTurn(message.call, call)
  }

  function endTurn(call: PendingCall): void {
    call.endTurn?.()
    call.endTurn = undefined
  }

  async function grantTurn(number: number, call: PendingCall): Promise<void> {
    try {
      call.endTurn = await call.takeTurn?.()
      if (call.writes && hasRoom?.() === false) throw storageFullError()
      if (calls.has(number)) post({ call: number, turn: 'begins' })
      else endTurn(call)
    } catch (error) {
      endTurn(call)
      post({ call: number, turn: 'refused', error: serialiseError(error) })
    }
  }

  async function runCall(
    work: IntakeWork,
    chunks?: AsyncIterable<Uint8Array>,
    takeTurn?: IntakeOptions['takeTurn'],
  ): Promise<IngestReport> {
    startWorker()
    const number = ++lastCallNumber
    let heldChunks = 0
    let wake: () => void = () => undefined
    const pending: PendingCall = {
      done: () => undefined,
      fail: () => undefined,
      more: () => undefined,
      takeTurn,
      endTurn: undefined,
      writes: !work.options.dryRun,
    }
    pending.more = () => {
      heldChunks--
      wake()
    }
    const answer = new Promise<IngestReport>((done, fail) => Object.assign(pending, { done, fail })).finally(() => {
      calls.delete(number)
      endTurn(pending)
      wake()
    })
    calls.set(number, pending)
    post({ call: number, work }, transferable(work.content))
    if (chunks) {
      // An answer before the end of the body is a failure: the rest of the body is not needed.
      void sendBody(number, chunks, async () => {
        heldChunks++
        if (heldChunks <= maxHeldChunks) return
        const spaceFreed = Promise.withResolvers<void>()
        wake = spaceFreed.resolve
        await spaceFreed.promise
      })
    }
    return answer
  }

  async function sendBody(
    call: number,
    chunks: AsyncIterable<Uint8Array>,
    waitForSpace: () => Promise<void>,
  ): Promise<void> {
    try {
      for await (const chunk of chunks) {
        if (!calls.has(call)) return
        // Copied because the buffer is used again; the copy is then transferred without being copied once more.
        const copy = new Uint8Array(chunk)
        post({ call, chunk: copy }, [copy.buffer])
        await waitForSpace()
      }
      post({ call, end: true })
    } catch (error) {
      post({ call, broken: error instanceof Error ? error.message : String(error) })
    }
  }

  return {
    take: (format, body, { takeTurn, ...options }) => {
      const [content, chunks] = body instanceof Uint8Array ? [body] : [undefined, body]
      return runCall({ format, content, options, takesTurns: takeTurn !== undefined }, chunks, takeTurn)
    },
    close: async () => {
      const endingWorker = worker
      worker = undefined
      failAll(new Error('The portal is ending'))
      await endingWorker?.terminate()
    },
  }
}

/** The memory of a body that is alone in it: handed over, not copied, which takes tens of milliseconds for 30 MB. */
function transferable(content: Uint8Array | undefined): ArrayBuffer[] {
  return content?.buffer instanceof ArrayBuffer && content.byteLength === content.buffer.byteLength
    ? [content.buffer]
    : []
}
