/* The form of CHANGELOG.md: Keep a Changelog 1.1.0, with versions after Semantic Versioning. */

const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
const releaseHeading = /^\[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$/
const sectionOf = (text: string, heading: string) => text.split(/^## /m).find((part) => part.startsWith(heading))

/** Compares two versions by their numbers: below 0 when the first is the older. */
const compareVersions = (one: string, other: string): number => {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number))
  return [0, 1, 2].map((index) => (a?.[index] ?? 0) - (b?.[index] ?? 0)).find((difference) => difference !== 0) ?? 0
}

/** The versions that the changelog tells of, the newest first. */
export const releasedVersions = (text: string): string[] =>
  [...text.matchAll(/^## (.*)$/gm)].flatMap(([, heading = '']) => releaseHeading.exec(heading)?.[1] ?? [])

/** Where a changelog leaves its form. */
export const changelogFaults = (text: string): string[] => {
  const [first = '', ...others] = [...text.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading)
  const versions = releasedVersions(text)
  return [
    ...(text.startsWith('# Changelog\n') ? [] : ['it begins with "# Changelog"']),
    ...(first === '[Unreleased]' ? [] : [`the first section is [Unreleased], not ${first}`]),
    ...others
      .filter((heading) => !releaseHeading.test(heading))
      .map((heading) => `${heading} is no [1.2.3] - 2026-01-31`),
    ...versions
      .filter((version, index) => index > 0 && compareVersions(versions[index - 1] ?? '', version) <= 0)
      .map((version) => `${version} stands below an older version`),
    ...[...text.matchAll(/^### (.*)$/gm)]
      .filter(([, kind = '']) => !kinds.includes(kind))
      .map(([, kind]) => `${kind} is none of ${kinds.join(', ')}`),
  ]
}

/** The changelog with what was unreleased under a version and its day. Throws when there is nothing to release. */
export const releaseChangelog = (text: string, version: string, day: string): string => {
  const newest = releasedVersions(text)[0]
  if (newest !== undefined && compareVersions(version, newest) <= 0) {
    throw new RangeError(`${version} is not newer than ${newest}, which the changelog already has.`)
  }
  if (!/^- /m.test(sectionOf(text, '[Unreleased]') ?? '')) {
    throw new RangeError('CHANGELOG.md says nothing under [Unreleased]: there is nothing to release.')
  }
  return text.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [${version}] - ${day}\n`)
}
