/** The parts of a request by which a browser tells where it was made. */
export type OriginHeaders = {
  readonly origin?: string | undefined
  readonly 'sec-fetch-site'?: string | string[] | undefined
  readonly host?: string | undefined
}

/**
 * Where a request with a cookie came from: a page of the portal (`own`), a page of somebody else (`foreign`), or unknown,
 * as from a program that is no browser. `publicOrigin` is the portal's own; without one a page served under the name
 * that was asked for is its own.
 */
export function originOf(headers: OriginHeaders, publicOrigin: string | undefined): 'own' | 'foreign' | 'unknown' {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'own' : 'foreign'
  if (headers.origin === undefined) return 'unknown'
  const own =
    publicOrigin === undefined ? isOriginOfHost(headers.origin, headers.host) : headers.origin === publicOrigin
  return own ? 'own' : 'foreign'
}

function isOriginOfHost(origin: string, host: string | undefined): boolean {
  return host !== undefined && host !== '' && URL.canParse(origin) && new URL(origin).host === host
}
