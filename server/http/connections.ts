import type { Server } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import { callerAddress } from './address.ts'
import type { Limits } from './admission/limits.ts'

/** Connections without a request under way, by address, and since when; the longest idle first. */
type IdleSockets = Map<string, Map<Socket, number>>

/**
 * Keeps room for new connections: limits those of one address that have not yet sent a complete request head
 * (`halfOpen`) and those that are idle after a request (`resting`); when there are too many in all, the address with
 * the most idle ones loses one. The longest idle goes first, so that a client that connects and sends a request is
 * served. Proxies in front, which `trusted` names, hold the connections of many callers and limit them themselves.
 */
export function limitConnections(server: Server, limits: Limits, trusted: (address: string) => boolean): void {
  const halfOpen: IdleSockets = new Map()
  const resting: IdleSockets = new Map()
  const idleGroupOf = new Map<Socket, IdleSockets>()
  let openCount = 0

  const markIdle = (socket: Socket, idle: IdleSockets, limit: number) => {
    const address = callerAddress(socket.remoteAddress ?? '')
    const now = performance.now()
    const sockets = idle.get(address) ?? new Map()
    idle.set(address, sockets)
    sockets.set(socket, now)
    idleGroupOf.set(socket, idle)
    if (sockets.size <= limit || trusted(socket.remoteAddress ?? '')) return
    for (const [oldest, since] of sockets) {
      // Many may connect at the same moment and have sent requests that are not read yet.
      if (sockets.size <= limit || now - since < limits.silence) return
      oldest.destroy()
      sockets.delete(oldest)
    }
  }

  const markActive = (socket: Socket, address: string) => {
    const idle = idleGroupOf.get(socket)
    if (!idle) return
    idleGroupOf.delete(socket)
    const sockets = idle.get(address)
    sockets?.delete(socket)
    if (sockets?.size === 0) idle.delete(address)
  }

  const closeOldestIdle = () => {
    let largest: Map<Socket, number> | undefined
    for (const idle of [halfOpen, resting]) {
      for (const sockets of idle.values()) if (sockets.size > (largest?.size ?? 0)) largest = sockets
    }
    largest?.keys().next().value?.destroy()
  }

  server.on('connection', (socket: Socket) => {
    const address = callerAddress(socket.remoteAddress ?? '')
    openCount++
    socket.once('close', () => {
      openCount--
      markActive(socket, address)
    })
    markIdle(socket, halfOpen, limits.halfOpen)
    if (openCount > limits.connections) closeOldestIdle()
  })
  server.on('request', ({ socket }, response) => {
    markActive(socket, callerAddress(socket.remoteAddress ?? ''))
    response.once('close', () => {
      if (!socket.destroyed) markIdle(socket, resting, limits.resting)
    })
  })
}

/** Returns a test for addresses of trusted proxies. */
export function trustedProxies(trustProxy: boolean | string | string[]): (address: string) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy
  const blockList = new BlockList()
  for (const network of [trustProxy].flat()) {
    const [address = '', bits] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) blockList.addAddress(address, family)
    else blockList.addSubnet(address, Number(bits), family)
  }
  return (address) => blockList.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
