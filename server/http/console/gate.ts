import { BlockList, isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { viewingPath } from '#contract/console/viewing.ts'
import { PortalError, translatable } from '#contract/errors.ts'

/** Whether there is a console, and from which networks it is reached; from all when none are named. */
export type ConsoleRule = { on: boolean; networks?: readonly string[] | undefined }

const consolePath = /^\/(api\/)?console(\/|\?|$)/

/** Whether an address is one of the console's pages or calls. */
export const isConsolePath = (url: string): boolean => consolePath.test(url)

/** Whether an address is one at which the portal is seen as one of its people sees it. */
export const isViewingPath = (url: string): boolean =>
  url.startsWith(viewingPath) && /^([/?]|$)/.test(url.slice(viewingPath.length))

/** Whether the console is reached from an address of the network. */
export type ConsoleReach = (address: string) => boolean

/** From which addresses a console is reached; from all without a rule. */
export function consoleReach({ on, networks }: ConsoleRule = { on: true }): ConsoleReach {
  if (!on) return () => false
  return networks ? memberOf(networks) : () => true
}

/**
 * Answers at the addresses of the console as if they did not exist, where it is switched off or the caller's network is
 * none of those that may reach it.
 */
export function guardConsole(app: FastifyInstance, isReached: ConsoleReach): void {
  app.addHook('onRequest', async (request) => {
    // The path of the matched route, however the address was encoded. Pages have no route: they are matched by their address.
    const path = request.routeOptions.url ?? request.url
    if (!isConsolePath(path) || isReached(request.ip)) return
    throw new PortalError('not_found', translatable('error.noAddress'))
  })
}

function memberOf(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  // An IPv4 address on a socket for both is written as IPv6; the list knows it all the same.
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
