/* What regions know of each other, and how one calls another. */

/** One of a supplier's portals: its name in the directory, what people read, and its origin. */
export type DirectoryRegion = { name: string; title: string; address: string }

/** Which regions there are, which of them answers here, and in which one each account lives. */
export type Directory = {
  own: DirectoryRegion
  others: readonly DirectoryRegion[]
  /** The name of the region in which an account lives, by its number. */
  regionOf: (account: string) => string
  /** The same for the same directory, whichever region reads it. */
  hash: string
}

/** A call of another region's API: the path without /api. */
export type RegionCall = {
  method: string
  path: string
  body?: string | Uint8Array | AsyncIterable<Uint8Array> | undefined
  type?: string | undefined
  /** Whose numbers the documents have that are sent; the supplier's own when absent. */
  numberedBy?: 'supplier' | 'customer' | undefined
  /** Milliseconds that the answer may take. */
  timeout?: number
}

/** What a region has answered. */
export type RegionReply = { status: number; type: string | null; retryAfter: string | null; text: string }

/** Calls another region. Throws unavailable when it does not answer. */
export type CallRegion = (region: DirectoryRegion, call: RegionCall) => Promise<RegionReply>
