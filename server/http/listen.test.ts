import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createCursors } from './cursors.ts'
import { listen } from './listen.ts'
import { createHttpServer } from './server.ts'

const createApp = () =>
  createHttpServer({
    ...{ https: true, trustProxy: false, logger: false, cursors: createCursors(['a secret']) },
    ...{ verifyToken: async () => undefined, findKey: async () => undefined, versionOf: async () => 0 },
  })
const app = createApp()
await listen(app, 0, '127.0.0.1')
afterAll(() => app.close())
const { port } = app.server.address() as AddressInfo

test.skipIf(process.platform !== 'linux')(
  'of three hundred people who come at one moment nobody waits long to be let in',
  async () => {
    let accepted = 0
    app.server.on('connection', () => accepted++)
    const sockets = Array.from({ length: 300 }, () => connect({ port, host: '127.0.0.1' }))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    const before = accepted
    let turns = 0
    while (accepted < sockets.length) {
      await new Promise(setImmediate)
      turns++
    }
    expect(turns).toBeLessThan((sockets.length - before) / 4 + 20)
    for (const socket of sockets) socket.destroy()
  },
)

test('a second portal does not get the port of the first', async () => {
  await expect(listen(createApp(), port, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('where the system lets no sockets share a port, the portal answers all the same', async () => {
  const plain = createApp()
  await listen(plain, 0, '127.0.0.1', async () => false)
  const { port } = plain.server.address() as AddressInfo
  expect((await fetch(`http://127.0.0.1:${port}/nothing`)).status).toBe(404)
  await plain.close()
})
