import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { limits } from './admission/limits.ts'
import { limitConnections, trustedProxies } from './connections.ts'
import { createNodeServer } from './node-server.ts'

test.each([
  [true, ['203.0.113.7', '2001:db8::1', ''], []],
  [false, [], ['127.0.0.1', '::1']],
  ['10.0.0.1', ['10.0.0.1'], ['10.0.0.2', '::1']],
  [
    ['10.0.0.0/8', '192.168.1.7'],
    ['10.255.0.1', '192.168.1.7'],
    ['11.0.0.1', '192.168.1.8', '2001:db8::1'],
  ],
  [
    ['2001:db8::/32', '::1'],
    ['2001:db8:ffff::7', '::1'],
    ['2001:db9::1', '127.0.0.1', '::2'],
  ],
])('of the proxies %j their addresses are trusted, and no other', (proxies, trusted, strangers) => {
  const isTrusted = trustedProxies(proxies)
  for (const address of trusted) expect(isTrusted(address), address).toBe(true)
  for (const address of strangers) expect(isTrusted(address), address).toBe(false)
})

// Other systems have only one address of this machine.
test.skipIf(process.platform !== 'linux')(
  'when there are too many connections, the address that has most loses its oldest, and nobody else any',
  async () => {
    const server = createServer()
    limitConnections(server, { ...limits, connections: 4 }, () => false)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.closeAllConnections())
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const open = async (localAddress: string) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress })
      // The other end resets a connection that it drops.
      socket.on('error', () => undefined)
      await Promise.all([once(socket, 'connect'), once(server, 'connection')])
      return socket
    }
    const alone = await open('127.0.0.2')
    const many = [await open('127.0.0.3'), await open('127.0.0.3'), await open('127.0.0.3')]
    const dropped = once(many[0] as (typeof many)[number], 'close')
    const late = await open('127.0.0.4')
    await dropped
    expect([alone, ...many.slice(1), late].map((socket) => socket.destroyed)).toEqual([false, false, false, false])
  },
)

describe('A connection', () => {
  const short = { ...limits, connectionTimeout: 200, keepAliveTimeout: 200 }

  /** Sends a request to a server with short limits; the reply is read only when the test does so. */
  async function ask(handler: RequestListener): Promise<Socket> {
    const server: Server = createNodeServer(handler, [], short)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
    socket.on('error', () => undefined)
    onTestFinished(() => {
      socket.destroy()
      server.closeAllConnections()
      server.close()
    })
    socket.write('GET / HTTP/1.1\r\nhost: portal\r\n\r\n')
    return socket
  }

  test('whose reader takes nothing of a long reply any more is closed', async () => {
    const response = await new Promise<ServerResponse>((resolve) => {
      void ask((_request, reply) => {
        const pieces = function* () {
          for (;;) yield Buffer.alloc(1_000_000)
        }
        Readable.from(pieces()).pipe(reply)
        resolve(reply)
      })
    })
    await once(response, 'close')
    expect(response.writableFinished).toBe(false)
  })

  test('that waits for its turn longer than that is answered, and then closed when it rests', async () => {
    const socket = await ask(async (_request, reply) => {
      await once(reply, 'timeout')
      reply.end('answered at last')
    })
    expect(await text(socket)).toContain('answered at last')
  })
})
