/** Reads every parameter of an address as a plain text: "late=true", not a quoted value. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
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
