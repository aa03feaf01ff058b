import type { ImportProfile } from '#contract/imports/profile.ts'
import { FileRefused } from '#server/formats/file-refused.ts'
import type { NamedFile } from '#server/formats/format.ts'

/** What * stands for in a file's name, or undefined when the name does not fit. */
function matchName(pattern: string, name: string): string | undefined {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('(.*)')}$`, 'i').exec(name)?.slice(1).join('*')
}

/** Whether a profile reads its tables from several files. */
function needsSets(profile: ImportProfile): boolean {
  return new Set(profile.tables.map(({ file }) => file)).size > 1
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
  const patterns = [...new Set(profile.tables.map(({ file = '*' }) => file))]
  const sets = new Map<string, Map<string, F>>()
  for (const file of files) {
    for (const pattern of patterns) {
      const star = matchName(pattern, file.name)
      if (star === undefined) continue
      const set = sets.get(star.toLowerCase()) ?? new Map<string, F>()
      sets.set(star.toLowerCase(), set.set(pattern, file))
      break
    }
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
  return profile.tables.map(({ file: pattern, name }, table) => {
    const file = needsSets(profile)
      ? files.find((candidate) => matchName(pattern ?? '*', candidate.name) !== undefined)
      : files[0]
    if (file) return { table, file }
    throw new FileRefused(
      `The file of the table "${name}" is missing: the profile looks for ${pattern ?? 'a file'}${files.length > 0 ? ` among ${files.map((other) => other.name).join(', ')}` : ''}.`,
    )
  })
}
