import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** What a run has measured: where, what, and the value as a person reads it. */
export type Figure = { where: string; what: string; value: string }

/** Adds a figure to the table that `npm run cluster` prints, also when a later assertion fails. */
export function recordFigure(where: string, what: string, value: string | number): void {
  const file = process.env.CLUSTER_FIGURES
  if (file === undefined) return
  // Each file of tests has a process of its own, and adds to what those before it have measured.
  const figures = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Figure[]) : []
  writeFileSync(file, JSON.stringify([...figures, { where, what, value: String(value) }]))
}

/** The value below which this share of the numbers lies, as whole milliseconds. */
export function percentile(numbers: readonly number[], share: number): string {
  const sorted = numbers.toSorted((a, b) => a - b)
  return `${Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)} ms`
}
