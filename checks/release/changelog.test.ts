import { describe, expect, test } from 'vitest'
import { changelogFaults, releaseChangelog, releasedVersions } from './changelog.ts'

const changelog = `# Changelog

## [Unreleased]

### Added

- Something new.

## [1.2.0] - 2026-03-01

### Fixed

- Something old.

## [1.1.0] - 2026-01-01
`

test('a changelog in its form is taken', () => {
  expect(changelogFaults(changelog)).toEqual([])
  expect(releasedVersions(changelog)).toEqual(['1.2.0', '1.1.0'])
})

test.for([
  ['without its title', changelog.replace('# Changelog', '# News')],
  ['without a place for what is new', changelog.replace('## [Unreleased]\n', '')],
  ['with a release without a day', changelog.replace(' - 2026-03-01', '')],
  ['with releases out of order', changelog.replace('[1.1.0]', '[1.10.0]')],
  ['with a kind of change of its own', changelog.replace('### Fixed', '### Improved')],
])('a changelog %s is refused', ([, text]) => {
  expect(changelogFaults(text ?? '')).toHaveLength(1)
})

describe('a release', () => {
  test('takes what was unreleased under its version, and leaves room for what comes', () => {
    const released = releaseChangelog(changelog, '1.10.0', '2026-04-01')
    expect(released).toContain('## [Unreleased]\n\n## [1.10.0] - 2026-04-01\n\n### Added\n\n- Something new.')
    expect(changelogFaults(released)).toEqual([])
  })

  test('needs something to tell, and a newer version', () => {
    const empty = changelog.replace('- Something new.\n', '')
    expect(() => releaseChangelog(empty, '1.3.0', '2026-04-01')).toThrow('nothing to release')
    expect(() => releaseChangelog(changelog, '1.2.0', '2026-04-01')).toThrow('not newer')
    expect(() => releaseChangelog(changelog, '1.1.9', '2026-04-01')).toThrow('not newer')
  })
})
