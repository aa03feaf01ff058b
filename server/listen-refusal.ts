import type { Server } from 'node:net'
import { Refusal } from '#database/refusal.ts'

type Listening = { setting: string; host: string; port: number }

/** The sentence for an operator whose port or address cannot be listened on; any other error as it is. */
export function listenRefusal({ setting, host, port }: Listening, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const reason = new Map<unknown, string>([
    [
      'EADDRINUSE',
      `${setting}: ${port} is taken by another program. Stop that one, or set ${setting} to another number.`,
    ],
    ['EACCES', `${setting}: ${port} is not open to this user. Set ${setting} to a number above 1023.`],
    ['EADDRNOTAVAIL', `HOST: this machine has no address ${host}. Set HOST to one of its own, or to 0.0.0.0 for all.`],
    ['ENOTFOUND', `HOST: ${host} is not known. Set HOST to an address of this machine, or to 0.0.0.0 for all.`],
  ]).get(code)
  return reason === undefined ? error : new Refusal(reason, { cause: error })
}

/** The host of an address at which a server that listens here is reached from this machine. */
export function displayHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** The port that a server got, which is another than that of the settings if those leave it to the system. */
export function portOf(server: Server, port: number): number {
  const bound = server.address()
  return typeof bound === 'object' && bound !== null ? bound.port : port
}
