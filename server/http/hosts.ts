import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { PortalError, translatable } from '#contract/errors.ts'

/** The host names under which a portal answers. */
export type HostRule = {
  /** Scheme, host and port under which people reach it, when the operator has set them. */
  publicOrigin: string | undefined
  /** It listens on the local machine only. */
  onlyLocal: boolean
}

const dayMilliseconds = 86_400_000

/** Names that no attacker can make a public DNS server point here: addresses, and names without a dot. */
const isLocalName = (name: string) => !name.includes('.') || isIP(name) !== 0 || name.endsWith('.localhost')

const hostName = (host: string | undefined) => {
  const plain = host?.replace(/:\d+$/, '').toLowerCase() ?? ''
  return plain.startsWith('[') ? '' : plain
}

/**
 * Answers only under the portal's own host names: a foreign page whose name is made to resolve here (DNS rebinding)
 * gets nothing. Pages redirect to the public address; calls are refused. Health checks pass under any name.
 */
export function refuseOtherHosts(app: FastifyInstance, { publicOrigin, onlyLocal }: HostRule): void {
  if (publicOrigin === undefined && !onlyLocal) return
  const publicHost = publicOrigin === undefined ? undefined : new URL(publicOrigin).hostname
  const isOwnHost = (name: string) => name === publicHost || isLocalName(name)
  app.addHook('onRequest', async (request, reply) => {
    // A trusted proxy forwards the requested host; another proxy may pass on the Host header itself.
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

/**
 * Warns once a day of a proxy that TRUST_PROXY does not name: all customers then count as one caller, and lock each
 * other out.
 */
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
