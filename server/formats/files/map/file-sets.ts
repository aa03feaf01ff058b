import type { ImportProfile } from '#contract/imports/profile.ts'
import { FileRefused } from '#server/formats/file-refused.ts'
import type { NamedFile } from '#server/formats/format.ts'

/** What * stands for in a file's name, or undefined when the name does not fit. */
function matchName(pattern: string, name: string): string | undefined {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('(.*)')}$`, 'i').exec(name)?.slice(1).join('*')
}

const patternsOf = (profile: ImportProfile) => [...new Set(profile.tables.map(({ file = '*' }) => file))]

/** Whether a profile reads its tables from several files. */
const needsSets = (profile: ImportProfile) => patternsOf(profile).length > 1

/**
 * Of the patterns that a name fits the one that says most of it, with what * stands for: orders_lines_1.csv fits
 * orders_*.csv as well as orders_lines_*.csv.
 */
function closestPattern(patterns: readonly string[], name: string): { pattern: string; star: string } | undefined {
  const literals = (pattern: string) => pattern.replaceAll('*', '').length
  let closest: { pattern: string; star: string } | undefined
  for (const pattern of patterns) {
    const star = matchName(pattern, name)
    if (star === undefined || (closest && literals(closest.pattern) >= literals(pattern))) continue
    closest = { pattern, star }
  }
  return closest
}

/**
 * The files that belong together, each list one run: by what * stands for where a profile reads several, else each file
 * by itself. A set that lacks a file has its name in `missing`.
 */
export function fileSets<F extends { name: string }>(
  profile: ImportProfile,
  files: readonly F[],
): { files: F[]; missing: string[] }[] {
  if (!needsSets(profile)) return files.map((file) => ({ files: [file], missing: [] }))
  const patterns = patternsOf(profile)
  const sets = new Map<string, Map<string, F>>()
  for (const file of files) {
    const closest = closestPattern(patterns, file.name)
    if (!closest) continue
    const star = closest.star.toLowerCase()
    const set = sets.get(star) ?? new Map<string, F>()
    sets.set(star, set.set(closest.pattern, file))
  }
  return [...sets.values()].map((set) => ({
    files: [...set.values()],
    missing: patterns.filter((pattern) => !set.has(pattern)),
  }))
}

/** The file of each table, those of lists after the documents'. Throws FileRefused when one is missing. */
export function filesOfTables(
  profile: ImportProfile,
  files: readonly NamedFile[],
): { table: number; file: NamedFile }[] {
  const patterns = patternsOf(profile)
  return profile.tables.map(({ file: pattern, name }, table) => {
    const file = needsSets(profile)
      ? files.find((candidate) => closestPattern(patterns, candidate.name)?.pattern === (pattern ?? '*'))
      : files[0]
    if (file) return { table, file }
    throw new FileRefused(
      `The file of the table "${name}" is missing: the profile looks for ${pattern ?? 'a file'}${files.length > 0 ? ` among ${files.map((other) => other.name).join(', ')}` : ''}.`,
    )
  })
}
