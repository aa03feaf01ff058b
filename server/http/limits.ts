/** How fast a body must come. Milliseconds and bytes. */
export type BodyPace = {
  /** Until it is whole. */
  whole: number
  /** At least so many bytes in each stretch of so many milliseconds, as long as the portal is the one that waits. */
  least: number
  within: number
}

/** What one request, one caller and one address may take; in milliseconds and bytes. docs/limits.md explains them. */
export const limits = {
  /** Until all headers of a request are there; connections are looked at every `checkConnections`. */
  headersTimeout: 10_000,
  checkConnections: 2_000,
  /** For a connection on which nothing moves. */
  connectionTimeout: 60_000,
  keepAliveTimeout: 65_000,
  /** Connections in all; of one address those that have not yet made a request, and those that rest after one. */
  connections: 5_000,
  halfOpen: 100,
  /** Nobody is cut who has been silent for less. */
  silence: 1_000,
  resting: 1_000,
  /** Of an ordinary call; files and what the ERP sends have limits of their own. */
  bodyBytes: 256 * 1024,
  /** Bodies that one person, key or address may have under way. */
  bodiesOfOne: 32,
  bodies: {
    call: { whole: 15_000, least: 0, within: 15_000 },
    /** A file, which a phone may send slowly. */
    file: { whole: 180_000, least: 10_240, within: 10_000 },
    /** An ERP's stream may take hours and rest in between. */
    ingest: { whole: Number.POSITIVE_INFINITY, least: 1_024, within: 60_000 },
  } satisfies Record<string, BodyPace>,
}

export type Limits = typeof limits
