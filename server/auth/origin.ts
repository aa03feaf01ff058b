/** The request headers by which a browser states which page makes the request. */
export type OriginHeaders = {
  readonly origin?: string | undefined
  readonly 'sec-fetch-site'?: string | string[] | undefined
  readonly host?: string | undefined
}

/**
 * Where a request with a cookie came from: a page of the portal (`own`), another site's page (`foreign`), or `unknown`,
 * for example a program that is no browser. `publicOrigin` is the portal's own origin; without it, a page counts as own
 * when its host is that of the request.
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
