import type pg from 'pg'

/*
 * Addresses that name several hosts, as libpq takes them: postgres://owner:password@one:5432,two:5432/portal, with
 * target_session_attrs=read-write where only the primary of them is meant. `pg` knows one host for each connection.
 */

/** The name under which libpq, and this file, take what a host must be. */
const attribute = 'target_session_attrs'
/** What libpq calls the primary: the host that is no standby. */
const primaryNames = ['read-write', 'primary']
const defaultPort = '5432'

/** The hosts of an address, each as an address of its own, and whether only a primary of them will do. */
export type Hosts = { addresses: readonly (string | undefined)[]; primaryOnly: boolean }

/**
 * Returns an address with one or several hosts in the form in which this program hands it on: as a URL of its first host,
 * with all of them in `host` and `port`, where libpq reads them too. Throws an error whose message ends the sentence
 * "NAME …".
 */
export function readAddress(text: string): string {
  const [, start = '', hosts = '', rest = ''] = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s.exec(text) ?? []
  const named = hosts.split(',')
  const address = `${start}${named[0]}${rest}`
  if (start === '' || !URL.canParse(address))
    throw new Error('must be an address that begins with postgres:// or postgresql://')
  const url = new URL(address)
  if (url.pathname.length < 2) throw new Error('must name a database, as in postgres://owner:password@host/portal')
  if (named.length > 1) {
    const parsed = named.map((host) => (URL.canParse(`postgres://${host}`) ? new URL(`postgres://${host}`) : undefined))
    if (parsed.some((host) => host === undefined || host.hostname === ''))
      throw new Error('must name each of its hosts, as in postgres://owner:password@one:5432,two:5432/portal')
    setHosts(
      url,
      parsed.map((host) => [host?.hostname ?? '', host?.port || defaultPort] as const),
    )
  }
  const wanted = url.searchParams.get(attribute)
  if (wanted !== null && wanted !== 'any' && !primaryNames.includes(wanted))
    throw new Error(`must have ${attribute}=read-write or none: the portal writes`)
  const ports = url.searchParams.get('port')?.split(',').length ?? 1
  if (ports > 1 && ports !== hostNames(url).length) throw new Error('must have as many ports as hosts, or one for all')
  return named.length > 1 ? url.href : text
}

/** The hosts of an address as `readAddress` returns it, in its order; without an address the one that `pg` knows. */
export function hostsOf(address: string | undefined): Hosts {
  if (address === undefined) return { addresses: [address], primaryOnly: false }
  const url = new URL(address)
  const names = hostNames(url)
  // Almost every address names one host, and is used as it was written.
  if (names.length < 2 && !url.searchParams.has(attribute)) return { addresses: [address], primaryOnly: false }
  const primaryOnly = primaryNames.includes(url.searchParams.get(attribute) ?? '')
  url.searchParams.delete(attribute)
  if (names.length < 2) return { addresses: [url.href], primaryOnly }
  const ports = url.searchParams.get('port')?.split(',') ?? []
  const addresses = names.map((name, index) => {
    const one = new URL(url)
    one.searchParams.set('host', name.replace(/^\[|\]$/g, ''))
    one.searchParams.set('port', ports[index] ?? ports[0] ?? defaultPort)
    return one.href
  })
  return { addresses, primaryOnly }
}

function hostNames(url: URL): string[] {
  return url.searchParams.get('host')?.split(',') ?? []
}

function setHosts(url: URL, hosts: readonly (readonly [name: string, port: string])[]): void {
  url.searchParams.set('host', hosts.map(([name]) => name).join(','))
  url.searchParams.set('port', hosts.map(([, port]) => port).join(','))
}

/**
 * Has a client connect by `connect`; where only a primary will do, throws when it is to a standby. A client that throws is
 * ended.
 */
export async function connectTo(
  client: pg.Client,
  connect: () => Promise<unknown>,
  primaryOnly: boolean,
): Promise<void> {
  try {
    await connect()
    if (!primaryOnly) return
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    if (rows[0]?.standby) throw new Error(`No primary answers: ${client.host}:${client.port} is a standby`)
  } catch (error) {
    // The error says more than how the connection ended.
    await client.end().catch(() => undefined)
    throw error
  }
}
