import { type TSchema, Type } from 'typebox'

const defaultLimit = 50
const maxLimit = 100
/** Totals are counted up to this number; beyond it `exact` is false and `count` a lower bound. */
export const countLimit = 10_000

/** Query values that every list takes. */
export const pageQuery = {
  limit: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,3}$', description: 'How many at most: 1 to 100; 50 when left out.' }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 700, description: 'From the reply of the page before.' })),
}

/** Returns the schema of a page of rows: `nextCursor` is null on the last page. */
export const pageOf = <R extends TSchema>(row: R) =>
  Type.Object({
    rows: Type.Array(row),
    nextCursor: Type.Union([Type.String(), Type.Null()]),
    total: Type.Object({ count: Type.Integer(), exact: Type.Boolean() }),
  })

/** Returns the number of rows for a `limit` text: 50 when absent, otherwise 1 to 100. */
export function parseLimit(text: string | undefined): number {
  if (text === undefined) return defaultLimit
  return Math.min(Math.max(Number.parseInt(text, 10), 1), maxLimit)
}

/** Rows per page of a file: a few hundred kilobytes of the widest rows, and few round trips. */
const filePageSize = 500

/**
 * Reads every row of a list, a page at a time and each page when it is wanted. `read` gives the next `limit` rows after a
 * row, in the order of the list; fewer end it.
 */
export async function* keysetPages<Row>(
  read: (position: { limit: number; after: Row | undefined }) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let after: Row | undefined
  do {
    const rows: Row[] = await read({ limit: filePageSize, after })
    yield rows
    after = rows.length === filePageSize ? rows.at(-1) : undefined
  } while (after)
}
