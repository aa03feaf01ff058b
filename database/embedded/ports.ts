import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Returns a free port of the loopback: the preferred one if it is free. Ports are chosen below the range from which
 * systems pick ports for outgoing connections, so that the port is still free when PostgreSQL restarts after a crash.
 */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isFree(preferred))) return preferred
  for (;;) {
    const port = randomInt(16_000, 32_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
