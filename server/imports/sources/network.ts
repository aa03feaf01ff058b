import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { SourceFailure } from './source-failure.ts'

/** The address to which a connection to a host goes. Rejects with a SourceFailure where none may be used. */
export type FindAddress = (host: string) => Promise<LookupAddress>

/**
 * Networks that are not the internet (RFC 6890): staff who name an address there would read through the portal what they
 * cannot reach themselves. The last lines are IPv6 addresses that stand for IPv4 ones.
 */
const notInternet = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2001::/32',
  '2002::/16',
]

function blockList(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

const isPrivate = blockList(notInternet)

/**
 * Finds addresses of hosts in the internet and in the networks that the operator allows. The connection must go to the
 * address that is returned: a name that is looked up twice may lead elsewhere the second time.
 */
export function createFindAddress(allowed: readonly string[] = []): FindAddress {
  const isAllowed = blockList(allowed)
  return async (host) => {
    const name = host.replace(/^\[|\]$/g, '')
    const addresses = await lookup(name, { all: true }).catch((error: unknown) => {
      throw new SourceFailure(`There is no host "${name}".`, { cause: error })
    })
    const usable = addresses.find(({ address }) => !isPrivate(address) || isAllowed(address))
    if (usable) return usable
    throw new SourceFailure(
      `${name} is in a private network. The operator can allow it: IMPORT_NETWORKS=${addresses[0]?.address ?? ''}`,
    )
  }
}
