/** How fast a body must arrive. Milliseconds and bytes. */
export type BodyPace = {
  /** Until it is complete. */
  whole: number
  /** At least `least` bytes in each stretch of `within` milliseconds, as long as it is the portal that waits. */
  least: number
  within: number
}

/** The limits of one request, one caller and one address; in milliseconds and bytes. docs/limits.md explains them. */
export const limits = {
  /** Until all headers of a request have arrived; connections are checked every `checkConnections`. */
  headersTimeout: 10_000,
  checkConnections: 2_000,
  /** For a reply of which the other end takes nothing. */
  connectionTimeout: 60_000,
  keepAliveTimeout: 65_000,
  /** Connections in all; of one address those that have not yet sent a request, and those that are idle after one. */
  connections: 5_000,
  halfOpen: 100,
  /** A connection that has been silent for less is never cut. */
  silence: 1_000,
  resting: 1_000,
  /** For an ordinary call; files and the ERP's messages have limits of their own. */
  bodyBytes: 256 * 1024,
  /** Bodies that one person, key or address may have under way. */
  bodiesOfOne: 32,
  bodies: {
    call: { whole: 15_000, least: 0, within: 15_000 },
    /** A file, which a phone may send slowly. */
    file: { whole: 180_000, least: 10_240, within: 10_000 },
    /** An ERP's stream may take hours and pause in between. */
    ingest: { whole: Number.POSITIVE_INFINITY, least: 1_024, within: 60_000 },
  } satisfies Record<string, BodyPace>,
}

export type Limits = typeof limits
