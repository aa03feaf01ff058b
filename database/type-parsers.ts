import pg from 'pg'

const toInstant = (text: string) => text.replace(' ', 'T').replace(/\+00$/, 'Z')
const unchanged = (text: string) => text

const textArray: number = 1009

const arrayOf = (parse: (text: string) => string) => {
  const parseTexts: (text: string) => (string | null)[] = pg.types.getTypeParser(textArray)
  return (text: string) => parseTexts(text).map((item) => (item === null ? null : parse(item)))
}

/**
 * Parsers by type number: numeric, int8 and date stay texts (no amount becomes a float, no time zone shifts a calendar
 * date), timestamptz becomes ISO 8601 in UTC with Z and all its digits.
 */
const parsers = new Map<number, (text: string) => unknown>([
  [20, unchanged],
  [1700, unchanged],
  [1082, unchanged],
  [1114, unchanged],
  [1184, toInstant],
  [1016, arrayOf(unchanged)],
  [1231, arrayOf(unchanged)],
  [1182, arrayOf(unchanged)],
  [1115, arrayOf(unchanged)],
  [1185, arrayOf(toInstant)],
])

/** For `types` of a pg pool or client. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format),
}
