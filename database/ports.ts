import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * A port of the loopback that nobody holds: the wished one if it is free. Below the range from which systems pick
 * ports for outgoing connections, so that it is still free when PostgreSQL has to come back after a crash.
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
