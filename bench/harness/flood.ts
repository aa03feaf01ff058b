import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { runClosedLoop, summary } from './request-loops.ts'

/* A flood of requests, in a thread of its own: its work must not delay the requests whose answers are timed. */

/**
 * Requests sent in turn on this many connections, each again as soon as it is answered; or begun and never finished.
 */
export type Flood = { connections: number; requests: readonly Uint8Array[]; isUnfinished?: boolean }

type FloodData = { port: number; from: string; flood: Flood }

/** Starts a flood from an address. The returned function ends it and reports how it was answered. */
export function startFlood(port: number, from: string, flood: Flood): () => Promise<string> {
  const data: FloodData = { port, from, flood }
  const worker = new Worker(new URL(import.meta.url), { workerData: data })
  return async () => {
    const answered = once(worker, 'message')
    worker.postMessage('end')
    const [answers] = (await answered) as [string]
    await worker.terminate()
    return answers
  }
}

if (!isMainThread && parentPort) {
  const { port, from, flood } = workerData as FloodData
  const ended = new AbortController()
  parentPort.once('message', () => ended.abort())
  const run = flood.isUnfinished ? leaveUnfinished : sendFinished
  parentPort.postMessage(await run(port, from, flood, ended.signal))
}

async function sendFinished(
  port: number,
  from: string,
  { connections, requests }: Flood,
  ended: AbortSignal,
): Promise<string> {
  let next = 0
  const nextRequest = () => Buffer.from(requests[next++ % requests.length] ?? [])
  return summary(await runClosedLoop(port, nextRequest, { connections, from, isOver: () => ended.aborted }))
}

/** Opens each connection again when the server closes it. */
async function leaveUnfinished(
  port: number,
  from: string,
  { connections, requests }: Flood,
  ended: AbortSignal,
): Promise<string> {
  const open = new Set<Socket>()
  const openSocket = () => {
    if (ended.aborted) return
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      open.delete(socket)
      setTimeout(openSocket, 100)
    })
    socket.resume()
    socket.write(requests[0] ?? '')
  }
  for (let index = 0; index < connections; index++) openSocket()
  await once(ended, 'abort')
  for (const socket of open) socket.destroy()
  return 'not answered'
}
