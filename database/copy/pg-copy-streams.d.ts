declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream'
  import type { Submittable } from 'pg'

  /** Takes rows for `copy … from stdin`. */
  export function from(text: string): Writable & Submittable
  /** Gives the rows of `copy … to stdout`. */
  export function to(text: string): Readable & Submittable
}
