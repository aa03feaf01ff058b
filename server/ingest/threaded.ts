import type { Worker } from 'node:worker_threads'
import { PortalError, sentence } from '../../contract/errors.ts'
import type { IngestReport } from '../../contract/ingest.ts'
import type { DocumentOptions, Intake } from './intake.ts'
import { errorOf, type FromThread, type ToThread, thrown, type Work } from './thread-messages.ts'
import { noRoom } from './try-batch.ts'

/** Pieces of a body that the thread may hold before it has read them. */
const ahead = 8

type Waiting = {
  done: (report: IngestReport) => void
  fail: (error: Error) => void
  more: () => void
  takeTurn: DocumentOptions['takeTurn']
  endTurn: (() => void) | undefined
  writes: boolean
}

/** How a thread begins, who hears when it dies at work, and whether the disk has room for anything new. */
type Surroundings = { start: () => Worker; onDeath: (error: Error) => void; hasRoom?: (() => boolean) | undefined }

/**
 * An intake in a thread of its own, started with the first call and again should it ever die: then what it worked at is
 * answered as unavailable, and everything else goes on. `close` ends it.
 */
export function createThreadedIntake({
  start,
  onDeath,
  hasRoom,
}: Surroundings): Intake & { close: () => Promise<void> } {
  const calls = new Map<number, Waiting>()
  let worker: Worker | undefined
  let last = 0
  const say = (message: ToThread, transfer: ArrayBuffer[] = []) => worker?.postMessage(message, transfer)

  function died(error: Error): void {
    worker = undefined
    if (calls.size > 0) onDeath(error)
    failAll(error)
  }

  function failAll(cause: Error): void {
    for (const call of calls.values()) {
      call.fail(new PortalError('unavailable', sentence('error.unavailable'), { retryAfter: 2, cause }))
    }
  }

  function begin(): void {
    if (worker) return
    const begun = start()
    // It keeps nobody from ending.
    begun.unref()
    begun.on('message', hear)
    begun.on('error', (error) => worker === begun && died(error instanceof Error ? error : new Error(String(error))))
    begun.on('exit', () => worker === begun && died(new Error('The thread of intake ended')))
    worker = begun
  }

  function hear(message: FromThread): void {
    const call = calls.get(message.call)
    if (!call) return
    if ('more' in message) call.more()
    else if ('report' in message) call.done(message.report)
    else if ('error' in message) call.fail(errorOf(message.error))
    else if (message.turn === 'over') endTurn(call)
    else void turnFor(message.call, call)
  }

  function endTurn(call: Waiting): void {
    call.endTurn?.()
    call.endTurn = undefined
  }

  async function turnFor(number: number, call: Waiting): Promise<void> {
    try {
      call.endTurn = await call.takeTurn?.()
      if (call.writes && hasRoom?.() === false) throw noRoom()
      if (calls.has(number)) say({ call: number, turn: 'begins' })
      else endTurn(call)
    } catch (error) {
      endTurn(call)
      say({ call: number, turn: 'refused', error: thrown(error) })
    }
  }

  async function run(
    work: Work,
    chunks?: AsyncIterable<Uint8Array>,
    takeTurn?: DocumentOptions['takeTurn'],
  ): Promise<IngestReport> {
    begin()
    const number = ++last
    let held = 0
    let wake: () => void = () => undefined
    const waiting: Waiting = {
      done: () => undefined,
      fail: () => undefined,
      more: () => undefined,
      takeTurn,
      endTurn: undefined,
      writes: !work.dryRun,
    }
    waiting.more = () => {
      held--
      wake()
    }
    const answered = new Promise<IngestReport>((done, fail) => Object.assign(waiting, { done, fail })).finally(() => {
      calls.delete(number)
      endTurn(waiting)
      wake()
    })
    calls.set(number, waiting)
    say({ call: number, work })
    if (chunks) {
      // An answer that comes before the body has ended is a failure: nothing more of the body is needed.
      void pour(number, chunks, async () => {
        held++
        if (held <= ahead) return
        const room = Promise.withResolvers<void>()
        wake = room.resolve
        await room.promise
      })
    }
    return answered
  }

  async function pour(call: number, chunks: AsyncIterable<Uint8Array>, room: () => Promise<void>): Promise<void> {
    try {
      for await (const chunk of chunks) {
        if (!calls.has(call)) return
        // A copy: the bytes lie in a buffer that is used again, and a copy can be handed over without another.
        const own = new Uint8Array(chunk)
        say({ call, chunk: own }, [own.buffer])
        await room()
      }
      say({ call, end: true })
    } catch (error) {
      say({ call, broken: error instanceof Error ? error.message : String(error) })
    }
  }

  return {
    documents: (chunks, { takeTurn, ...options }) =>
      run({ kind: 'documents', ...options, takesTurns: takeTurn !== undefined }, chunks, takeTurn),
    ubl: (file) => run({ kind: 'ubl', ...file }),
    epcis: (file) => run({ kind: 'epcis', ...file }),
    close: async () => {
      const ending = worker
      worker = undefined
      failAll(new Error('The portal is ending'))
      await ending?.terminate()
    },
  }
}
