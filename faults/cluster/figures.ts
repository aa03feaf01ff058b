import { writeFileSync } from 'node:fs'

/** What a run has measured: where, what, and the value as a person reads it. */
export type Figure = { where: string; what: string; value: string }

const figures: Figure[] = []

/** Adds a figure to the table that `npm run cluster` prints, also when a later assertion fails. */
export function recordFigure(where: string, what: string, value: string | number): void {
  figures.push({ where, what, value: String(value) })
  const file = process.env.CLUSTER_FIGURES
  if (file !== undefined) writeFileSync(file, JSON.stringify(figures))
}

/** The value below which this share of the numbers lies, as whole milliseconds. */
export function percentile(numbers: readonly number[], share: number): string {
  const sorted = numbers.toSorted((a, b) => a - b)
  return `${Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)} ms`
}
