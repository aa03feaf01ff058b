import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export type Front = {
  address: string
  /** Ends all connections and takes no more, as if the server had gone, or takes them again. */
  serve: (there: boolean) => void
  /** Adds text to the end of the worker's program, as a newer build would change it. */
  changeWorker: (added: string) => void
}

/** Stands before a portal for the tests of a file: so that it can be out of reach, or have a newer worker, without ending it. */
export async function openFront(portal: string): Promise<Front> {
  const { hostname, port } = new URL(portal)
  let [there, newer] = [true, '']
  const front = createServer((asked, answer) => {
    if (!there) return void asked.socket.destroy()
    const {
      'accept-encoding': _encoding,
      'if-none-match': _tag,
      'if-modified-since': _since,
      ...headers
    } = asked.headers
    const isWorker = asked.url === '/worker.js'
    const onward = request(
      { hostname, port, path: asked.url, method: asked.method, headers: isWorker ? headers : asked.headers },
      (reply) => {
        const { 'content-length': length, ...sent } = reply.headers
        answer.writeHead(reply.statusCode ?? 502, isWorker || length === undefined ? sent : reply.headers)
        reply.on('data', (part) => answer.write(part))
        reply.on('end', () => answer.end(isWorker ? newer : undefined))
        reply.on('error', () => answer.destroy())
      },
    )
    onward.on('error', () => answer.destroy())
    // A page that is left ends its live stream; kept open here, the portal would count it against the twenty a person may have.
    answer.on('close', () => onward.destroy())
    asked.pipe(onward)
  })
  await new Promise<void>((listening) => front.listen(0, '127.0.0.1', listening))
  afterAll(() => {
    front.closeAllConnections()
    front.close()
  })
  return {
    address: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    serve: (now) => {
      there = now
      if (!now) front.closeAllConnections()
    },
    changeWorker: (added) => {
      newer = added
    },
  }
}
