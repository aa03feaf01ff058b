import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { PortalError, translatable } from '../../contract/errors.ts'

/** Under which names a portal answers. */
export type HostRule = {
  /** Scheme, host and port under which people reach it, when the operator has named them. */
  publicOrigin: string | undefined
  /** It listens to its own machine alone. */
  onlyLocal: boolean
}

const dayMilliseconds = 86_400_000

/** Names that no stranger can have a public name server point here: addresses, and names without a dot. */
const isLocalName = (name: string) => !name.includes('.') || isIP(name) !== 0 || name.endsWith('.localhost')

const hostName = (host: string | undefined) => {
  const plain = host?.replace(/:\d+$/, '').toLowerCase() ?? ''
  return plain.startsWith('[') ? '' : plain
}

/**
 * Answers under the portal's own names alone: a page of somebody else, whose name is made to lead here, gets nothing and
 * passes for nothing of ours. Pages lead to the public address; calls are refused. Health checks pass under any name.
 */
export function refuseOtherHosts(app: FastifyInstance, { publicOrigin, onlyLocal }: HostRule): void {
  if (publicOrigin === undefined && !onlyLocal) return
  const publicHost = publicOrigin === undefined ? undefined : new URL(publicOrigin).hostname
  const isOwnHost = (name: string) => name === publicHost || isLocalName(name)
  app.addHook('onRequest', async (request, reply) => {
    // A proxy that is trusted says under which name it was asked; another may pass that name on itself.
    if (isOwnHost(hostName(request.host)) || isOwnHost(hostName(request.headers.host))) return
    if (request.url.startsWith('/api/health/')) return
    if (publicOrigin === undefined) {
      throw new PortalError('misdirected', translatable('error.localOnly'))
    }
    if (request.method === 'GET' && !request.url.startsWith('/api/')) {
      return reply.header('cache-control', 'no-store').redirect(`${publicOrigin}${request.url}`)
    }
    throw new PortalError('misdirected', translatable('error.misdirected', { address: publicOrigin }))
  })
}

/** Warns once a day of a proxy that nobody has named: then all customers are one caller, and shut each other out. */
export function warnOfUnknownProxy(
  app: FastifyInstance,
  trustProxy: unknown,
  now: () => number,
  onUnknownProxy: (address: string) => void = () => undefined,
): void {
  if (trustProxy !== false) return
  let lastWarning = Number.NEGATIVE_INFINITY
  app.addHook('onRequest', async (request) => {
    if (request.headers['x-forwarded-for'] === undefined || now() - lastWarning < dayMilliseconds) return
    lastWarning = now()
    onUnknownProxy(request.ip)
    request.log.warn(
      { from: request.ip },
      'a proxy is in front, and TRUST_PROXY does not name it: all callers count as one, and wrong passwords of one shut out all. Set TRUST_PROXY to its address',
    )
  })
}
