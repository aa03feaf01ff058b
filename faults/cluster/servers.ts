import { endProcess, type RunningPortal } from '#server/testing/process.ts'
import { type FaultPortal, faultPortal } from '../fault-portal.ts'
import { freePort, startProxy } from '../proxies.ts'

/** Three servers of one portal behind HAProxy. */
export type Servers = Pick<FaultPortal, 'key' | 'owner' | 'signIn'> & {
  /** Where the proxy is reached. */
  address: string
  /** Where each server is reached without it. */
  own: readonly string[]
  /** Access tokens of as many people. */
  tokens: readonly string[]
  /** Ends one server as a service manager does, and starts it again when it has ended. Returns its exit code. */
  restart: (index: number) => Promise<number | null>
  /** What each server has logged since its last start. */
  logs: () => string[]
  /** Ends the proxy; the servers end after the tests of the file. */
  stop: () => Promise<void>
}

/** People who read, six of whom also follow. */
const people = 24
/** Seconds; more than HAProxy takes to notice, which asks every second. */
const drain = 3

/**
 * Starts three servers on a database, with people who may sign in. Call while the tests of a file are collected: what is
 * started ends after them.
 */
export function serversOn(settings: Record<string, string>): () => Promise<Servers> {
  const portal = faultPortal({
    TOKEN_SECRET: 'a secret that all servers of this test sign with',
    TRUST_PROXY: '127.0.0.1',
    DRAIN_SECONDS: String(drain),
    ...settings,
  })
  return async () => {
    const [proxyPort, ...ports] = await Promise.all(Array.from({ length: 4 }, freePort))
    const address = `http://localhost:${proxyPort}`
    const settingsOf = (port: number) => ({ PUBLIC_URL: address, PORT: String(port) })
    const running: RunningPortal[] = []
    for (const port of ports) running.push(await portal.start(settingsOf(port)))
    const stop = await startProxy('HAProxy', proxyPort ?? 0, ports)
    await portal.prepare({ address })
    const tokens: string[] = []
    for (let person = 0; person < people; person++) {
      const email = `person-${person}@better.example`
      await portal.addPerson(email)
      tokens.push(await portal.signIn({ address }, email))
    }
    return {
      ...portal,
      address,
      own: ports.map((port) => `http://localhost:${port}`),
      tokens,
      restart: async (index) => {
        const [server, port] = [running[index], ports[index]]
        if (server === undefined || port === undefined) throw new RangeError(`There is no server ${index}`)
        const code = await endProcess(server.child, 'SIGTERM')
        running[index] = await portal.start(settingsOf(port))
        return code
      },
      logs: () => running.map(({ output }) => output()),
      stop,
    }
  }
}
