import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Sockets that listen on the port. In one turn of its event loop Node accepts one connection per socket: when many
 * arrive at once and turns are long, the last ones would wait for seconds.
 */
const socketCount = process.platform === 'linux' ? 64 : 1
/** Connections that the system queues per socket until they are accepted. */
const backlog = 4_096

/**
 * Makes the portal listen on this port, on a single socket where the system does not let several share it. Throws the
 * system's error when the portal may not have the port.
 */
export async function listen(app: FastifyInstance, port: number, host: string, canShare = canSharePort): Promise<void> {
  if (socketCount === 1 || !(await canShare(host))) {
    await app.listen({ port, host, backlog })
    return
  }
  await refuseTakenPort(port, host)
  const otherServers = Array.from({ length: socketCount - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }),
  )
  for (const server of otherServers) server.on('connection', (socket) => app.server.emit('connection', socket))
  app.addHook('preClose', async () => {
    for (const server of otherServers) server.close()
  })
  // Fastify passes options that it does not know on to Node.
  const shared = { port, host, backlog, reusePort: true }
  await app.listen(shared)
  const address = app.server.address()
  if (address === null || typeof address === 'string') return
  for (const server of otherServers) {
    server.listen({ ...shared, port: address.port })
    await once(server, 'listening')
  }
}

/**
 * Whether sockets may share a port here: some container sandboxes and kernels before 3.9 do not support SO_REUSEPORT.
 */
async function canSharePort(host: string): Promise<boolean> {
  const probe = createServer()
  try {
    probe.listen({ port: 0, host, reusePort: true })
    await once(probe, 'listening')
    probe.close()
    return true
  } catch {
    // If there is another reason, listening on the port itself reports it.
    return false
  }
}

/**
 * A shared port is given to a second portal too, so the port is first requested exclusively. Throws the system's error.
 */
async function refuseTakenPort(port: number, host: string): Promise<void> {
  const probe = createServer()
  probe.listen({ port, host, exclusive: true })
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}
