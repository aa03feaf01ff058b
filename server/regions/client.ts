import { Readable } from 'node:stream'
import { PortalError, translatable } from '#contract/errors.ts'
import type { CallRegion, DirectoryRegion } from '#contract/regions/calls.ts'

type NumberedBy = 'supplier' | 'customer'

/** Calls other regions, each by the key that `keyOf` gives. */
export function createClient(keyOf: (region: DirectoryRegion, numberedBy: NumberedBy) => string): CallRegion {
  return async (region, { method, path, body, type, numberedBy = 'supplier', timeout }) => {
    const authorization = `Bearer ${keyOf(region, numberedBy)}`
    const headers = { authorization, ...(type === undefined ? {} : { 'content-type': type }) }
    try {
      const response = await fetch(`${region.address}/api${path}`, {
        ...{ method, headers, redirect: 'error' },
        ...bodyOf(body),
        ...(timeout === undefined ? {} : { signal: AbortSignal.timeout(timeout) }),
      })
      return {
        ...{ status: response.status, text: await response.text() },
        ...{ type: response.headers.get('content-type'), retryAfter: response.headers.get('retry-after') },
      }
    } catch (cause) {
      throw new PortalError('unavailable', translatable('regions.unreachable', { region: region.title }), {
        ...{ retryAfter: 30, cause },
      })
    }
  }
}

function bodyOf(body: Parameters<CallRegion>[1]['body']) {
  if (body === undefined) return {}
  if (typeof body === 'string') return { body }
  if (body instanceof Uint8Array) return { body: new Uint8Array(body) }
  return { body: Readable.toWeb(Readable.from(body)) as ReadableStream, duplex: 'half' as const }
}
