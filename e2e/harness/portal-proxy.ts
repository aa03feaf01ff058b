import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export type PortalProxy = {
  address: string
  /** Closes all connections and refuses new ones, as if the server had gone, or accepts them again. */
  serve: (reachable: boolean) => void
  /** Appends text to the worker's script, as a newer build would change it. */
  changeWorker: (added: string) => void
}

/**
 * Opens a proxy in front of a portal for the tests of a file: with it the portal can be unreachable, or have a newer
 * worker, without ending.
 */
export async function openPortalProxy(portal: string): Promise<PortalProxy> {
  const { hostname, port } = new URL(portal)
  let [isReachable, workerSuffix] = [true, '']
  const proxy = createServer((incoming, outgoing) => {
    if (!isReachable) return void incoming.socket.destroy()
    const {
      'accept-encoding': _encoding,
      'if-none-match': _tag,
      'if-modified-since': _since,
      ...headers
    } = incoming.headers
    const isWorker = incoming.url === '/worker.js'
    const upstream = request(
      { hostname, port, path: incoming.url, method: incoming.method, headers: isWorker ? headers : incoming.headers },
      (reply) => {
        const { 'content-length': length, ...sent } = reply.headers
        outgoing.writeHead(reply.statusCode ?? 502, isWorker || length === undefined ? sent : reply.headers)
        reply.on('data', (part) => outgoing.write(part))
        reply.on('end', () => outgoing.end(isWorker ? workerSuffix : undefined))
        reply.on('error', () => outgoing.destroy())
      },
    )
    upstream.on('error', () => outgoing.destroy())
    // A page that is left ends its live stream; the proxy must end it too, because the portal allows twenty streams per
    // person.
    outgoing.on('close', () => upstream.destroy())
    incoming.pipe(upstream)
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  afterAll(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    serve: (reachable) => {
      isReachable = reachable
      if (!reachable) proxy.closeAllConnections()
    },
    changeWorker: (added) => {
      workerSuffix = added
    },
  }
}
