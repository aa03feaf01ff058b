import type { MessagePort } from 'node:worker_threads'
import type { Intake } from './intake.ts'
import {
  deserialiseError,
  type IntakeWork,
  type MessageFromThread,
  type MessageToThread,
  serialiseError,
} from './thread-messages.ts'

/** A call of the server that is running in this thread. */
type RunningCall = {
  chunks: Uint8Array[]
  ended: boolean
  broken: string | undefined
  /** Wakes the reader that waits for more of the body. */
  wake: () => void
  turn: { begin: () => void; refuse: (error: Error) => void } | undefined
}

/** Runs the calls that the server sends through the port with this intake. */
export function serveIntake(port: MessagePort, intake: Intake): void {
  const calls = new Map<number, RunningCall>()
  const post = (message: MessageFromThread) => port.postMessage(message)

  port.on('message', (message: MessageToThread) => {
    if ('work' in message) return void run(message.call, message.work)
    const call = calls.get(message.call)
    if (!call) return
    if ('turn' in message) {
      if (message.turn === 'begins') call.turn?.begin()
      else call.turn?.refuse(deserialiseError(message.error))
      return
    }
    if ('chunk' in message) call.chunks.push(message.chunk)
    else if ('end' in message) call.ended = true
    else call.broken = message.broken
    call.wake()
  })

  async function run(call: number, work: IntakeWork): Promise<void> {
    const state: RunningCall = { chunks: [], ended: false, broken: undefined, wake: () => undefined, turn: undefined }
    calls.set(call, state)
    try {
      post({ call, report: await report(call, state, work) })
    } catch (error) {
      post({ call, error: serialiseError(error) })
    } finally {
      calls.delete(call)
    }
  }

  function report(call: number, state: RunningCall, work: IntakeWork) {
    const { format, content, options, takesTurns } = work
    return intake.take(format, content ?? bodyOf(call, state), {
      ...options,
      ...(takesTurns ? { takeTurn: () => takeTurn(call, state) } : {}),
    })
  }

  async function* bodyOf(call: number, state: RunningCall): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = state.chunks.shift()
      if (chunk) {
        yield chunk
        post({ call, more: true })
      } else if (state.broken !== undefined) throw new Error(state.broken)
      else if (state.ended) return
      else {
        const nextChunk = Promise.withResolvers<void>()
        state.wake = nextChunk.resolve
        await nextChunk.promise
      }
    }
  }

  async function takeTurn(call: number, state: RunningCall): Promise<() => void> {
    await new Promise<void>((begin, refuse) => {
      state.turn = { begin, refuse }
      post({ call, turn: 'needed' })
    })
    return () => post({ call, turn: 'over' })
  }
}
