import type { Server } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import { callerAddress } from './address.ts'
import type { Limits } from './limits.ts'

/** Connections without a request under way, by address, and since when; the longest silent first. */
type Silent = Map<string, Map<Socket, number>>

/**
 * Keeps room for new connections: those of one address that have not yet sent a whole request head (`halfOpen`), and those
 * that rest after one (`resting`), are limited, and when there are too many in all, the address with the most silent ones
 * loses one. The longest silent goes first, so that who opens a connection and speaks is served. Proxies in front, which
 * `trusted` names, hold the connections of many callers and are left to limit them by themselves.
 */
export function limitConnections(server: Server, limits: Limits, trusted: (address: string) => boolean): void {
  const halfOpen: Silent = new Map()
  const resting: Silent = new Map()
  const silentAs = new Map<Socket, Silent>()
  let open = 0

  const settle = (socket: Socket, silent: Silent, most: number) => {
    const address = callerAddress(socket.remoteAddress ?? '')
    const now = performance.now()
    const ones = silent.get(address) ?? new Map()
    silent.set(address, ones)
    ones.set(socket, now)
    silentAs.set(socket, silent)
    if (ones.size <= most || trusted(socket.remoteAddress ?? '')) return
    for (const [oldest, since] of ones) {
      // Many may come at the same moment and have spoken already, unheard as yet.
      if (ones.size <= most || now - since < limits.silence) return
      oldest.destroy()
      ones.delete(oldest)
    }
  }

  const wake = (socket: Socket, address: string) => {
    const silent = silentAs.get(socket)
    if (!silent) return
    silentAs.delete(socket)
    const ones = silent.get(address)
    ones?.delete(socket)
    if (ones?.size === 0) silent.delete(address)
  }

  const dropOne = () => {
    let most: Map<Socket, number> | undefined
    for (const silent of [halfOpen, resting]) {
      for (const ones of silent.values()) if (ones.size > (most?.size ?? 0)) most = ones
    }
    most?.keys().next().value?.destroy()
  }

  server.on('connection', (socket: Socket) => {
    const address = callerAddress(socket.remoteAddress ?? '')
    open++
    socket.once('close', () => {
      open--
      wake(socket, address)
    })
    settle(socket, halfOpen, limits.halfOpen)
    if (open > limits.connections) dropOne()
  })
  server.on('request', ({ socket }, response) => {
    wake(socket, callerAddress(socket.remoteAddress ?? ''))
    response.once('close', () => {
      if (!socket.destroyed) settle(socket, resting, limits.resting)
    })
  })
}

/** Whether an address is that of a proxy in front. */
export function trustedProxies(trustProxy: boolean | string | string[]): (address: string) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy
  const list = new BlockList()
  for (const network of [trustProxy].flat()) {
    const [address = '', bits] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
