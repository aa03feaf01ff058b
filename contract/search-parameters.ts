/** Reads every parameter of an address as a plain text: "late=true", not a quoted value. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Writes the parameters of an address, with the question mark; empty ones are left out, and commas stay readable. */
export function stringifySearch(search: object): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(entries.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return text === '' ? '' : `?${text.replaceAll('%2C', ',')}`
}

/** Reads the parameters of an address by their patterns; leaves out those that do not match. */
export function searchReader<Search>(
  patterns: Readonly<Record<keyof Search, RegExp>>,
): (raw: Record<string, unknown>) => Search {
  const patternEntries = Object.entries<RegExp>(patterns)
  return (raw) => {
    const candidates = patternEntries.map(([name, pattern]) => [name, String(raw[name] ?? ''), pattern] as const)
    return Object.fromEntries(candidates.filter(([, value, pattern]) => value !== '' && pattern.test(value))) as Search
  }
}
