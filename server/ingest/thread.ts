import type { MessagePort } from 'node:worker_threads'
import type { Intake } from './intake.ts'
import { errorOf, type FromThread, type ToThread, thrown, type Work } from './thread-messages.ts'

/** A call of the server that is under way here. */
type Call = {
  chunks: Uint8Array[]
  ended: boolean
  broken: string | undefined
  /** Wakes who waits for more of the body. */
  wake: () => void
  turn: { begin: () => void; refuse: (error: Error) => void } | undefined
}

/** Works at what the server hands over through the port, by this intake. */
export function serveIntake(port: MessagePort, intake: Intake): void {
  const calls = new Map<number, Call>()
  const say = (message: FromThread) => port.postMessage(message)

  port.on('message', (message: ToThread) => {
    if ('work' in message) return void run(message.call, message.work)
    const call = calls.get(message.call)
    if (!call) return
    if ('turn' in message) {
      if (message.turn === 'begins') call.turn?.begin()
      else call.turn?.refuse(errorOf(message.error))
      return
    }
    if ('chunk' in message) call.chunks.push(message.chunk)
    else if ('end' in message) call.ended = true
    else call.broken = message.broken
    call.wake()
  })

  async function run(call: number, work: Work): Promise<void> {
    const state: Call = { chunks: [], ended: false, broken: undefined, wake: () => undefined, turn: undefined }
    calls.set(call, state)
    try {
      say({ call, report: await report(call, state, work) })
    } catch (error) {
      say({ call, error: thrown(error) })
    } finally {
      calls.delete(call)
    }
  }

  function report(call: number, state: Call, work: Work) {
    if (work.kind === 'ubl') return intake.ubl(work)
    if (work.kind === 'epcis') return intake.epcis(work)
    const { kind: _, takesTurns, ...options } = work
    return intake.documents(bodyOf(call, state), {
      ...options,
      ...(takesTurns ? { takeTurn: () => takeTurn(call, state) } : {}),
    })
  }

  async function* bodyOf(call: number, state: Call): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = state.chunks.shift()
      if (chunk) {
        yield chunk
        say({ call, more: true })
      } else if (state.broken !== undefined) throw new Error(state.broken)
      else if (state.ended) return
      else {
        const more = Promise.withResolvers<void>()
        state.wake = more.resolve
        await more.promise
      }
    }
  }

  async function takeTurn(call: number, state: Call): Promise<() => void> {
    await new Promise<void>((begin, refuse) => {
      state.turn = { begin, refuse }
      say({ call, turn: 'needed' })
    })
    return () => say({ call, turn: 'over' })
  }
}
