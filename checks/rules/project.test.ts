import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openApi } from '#server/http/reference/openapi.ts'
import { generatedTexts } from '../generated-texts.ts'
import { longFiles } from '../long-tests.ts'
import { changelogFaults, releasedVersions } from '../release/changelog.ts'
import { misplacedPackages } from '../release/packages.ts'
import { brokenPromises, stablePart } from '../release/stable-api.ts'
import {
  defaultExports,
  hiddenDependencies,
  needsEncryption,
  reExports,
  undocumentedFunctions,
  vagueNames,
} from './code.ts'
import { bareConnections, misnamedPools } from './connections.ts'
import { unprovenCases } from './derived.ts'
import { deadPaths, deadSections, malformedDecisions } from './docs.ts'
import { missingFromLock, pinnedToRegistry, uncheckedPackages, unpinned } from './lockfile.ts'
import { badMigrationNames, badNames } from './names.ts'
import { projectFiles, projectPaths } from './project-files.ts'
import { missingProofs } from './proofs.ts'
import { climbingImports, crowdedFolders } from './rooms.ts'
import { untranslated } from './sentences.ts'
import { settingsInCode, settingsInReadme } from './settings.ts'
import { silentCatches } from './silent-catches.ts'
import { tooLong } from './sizes.ts'
import { shortcutsInTests, wholeFilesByTag } from './tests.ts'
import { unusedTexts } from './texts.ts'
import { forbiddenPhrases } from './words.ts'

const root = resolve(import.meta.dirname, '../..')
const paths = projectPaths(root)
const files = projectFiles(root, /\.(ts|tsx|mjs|css|sql|html|json|md)$/)
const text = (path: string) => readFileSync(join(root, path), 'utf8')

describe('the project keeps its own rules', () => {
  test('the checks see the files of every layer', () => {
    for (const layer of ['contract', 'database', 'server', 'web', 'checks']) {
      expect(files.filter(({ path }) => path.startsWith(`${layer}/`)).length, layer).toBeGreaterThan(3)
    }
  })

  test('no file is longer than a person reads in one go', () => expect(tooLong(files)).toEqual([]))
  test('files and folders are named by one pattern', () => expect(badNames(paths)).toEqual([]))
  test('no folder holds more files than a person finds their way in', () => expect(crowdedFolders(paths)).toEqual([]))
  test('no import climbs more than one folder', () => expect(climbingImports(files)).toEqual([]))
  test('migrations are numbered without gap', () => {
    expect(paths.filter((path) => path.startsWith('database/migrations/'))).not.toEqual([])
    expect(badMigrationNames(paths)).toEqual([])
  })
  test('nothing is exported by default', () => expect(defaultExports(files)).toEqual([]))
  test('no file passes on what another exports', () => expect(reExports(files)).toEqual([]))
  test('every exported function of contract, database and server says what it gives', () =>
    expect(undocumentedFunctions(files)).toEqual([]))
  test('no declared name could mean anything', () => expect(vagueNames(files)).toEqual([]))
  test('no connection to the database can end the process', () => expect(bareConnections(files)).toEqual([]))
  test('every pool goes by its own name', () => expect(misnamedPools(files)).toEqual([]))
  test('no error vanishes without a reason', () => expect(silentCatches(files)).toEqual([]))

  test('the web works on plain HTTP too', () => expect(needsEncryption(files)).toEqual([]))
  test('time, randomness and settings are passed in', () => expect(hiddenDependencies(files)).toEqual([]))
  test('tests wait for what happens and fake the outside world only', () => expect(shortcutsInTests(files)).toEqual([]))
  test('what only the long form runs is left out whole', () => expect(wholeFilesByTag(files, longFiles)).toEqual([]))
  test('no line promises instead of doing', () => expect(forbiddenPhrases(files)).toEqual([]))
  test('what the server says to customers stands in the catalogues', () => expect(untranslated(files)).toEqual([]))
  test('no text is translated for nothing', () => expect(unusedTexts(files)).toEqual([]))
  test('what is made of the texts is as new as they are: npm run texts writes it', () => {
    for (const { path, text: generated } of generatedTexts(files).files) expect(text(path), path).toBe(generated)
  })
  test('every page and component that is loaded by itself comes with the texts that it shows', () =>
    expect(generatedTexts(files).missing).toEqual([]))
  test('every path that the documentation names exists', () => expect(deadPaths(files, paths)).toEqual([]))
  test('every section that the documentation links to exists', () => expect(deadSections(files)).toEqual([]))
  test('every decision says when it was made and whether it holds', () => expect(malformedDecisions(files)).toEqual([]))

  test('every case of security and every fault names the test that holds it', () =>
    expect(missingProofs(files)).toEqual([]))
  test('every case of what is derived is a test, and told', () => expect(unprovenCases(files)).toEqual([]))
  test('the README explains exactly the settings that the server reads', () => {
    const known = settingsInCode(text('server/config-settings.ts'))
    expect(known).toContain('PORT')
    expect(settingsInReadme(text('README.md'))).toEqual(known)
  })
  test('the lock file leaves the registry to npm', () =>
    expect(pinnedToRegistry(text('package-lock.json'))).toEqual([]))
  test('npm ci installs on every platform: the lock file has the packages of all', () =>
    expect(missingFromLock(text('package-lock.json'))).toEqual([]))
  test('npm compares every package with its checksum, but for those of other platforms that no registry here offers', () =>
    expect(uncheckedPackages(text('package-lock.json'))).toEqual([]))
  test('a release holds the packages that the server loads, and no others', () =>
    expect(misplacedPackages(text('package.json'), files)).toEqual([]))
  test('the changelog keeps its form, and its newest release is this version', () => {
    expect(changelogFaults(text('CHANGELOG.md'))).toEqual([])
    const { version } = JSON.parse(text('package.json')) as { version: string }
    expect(releasedVersions(text('CHANGELOG.md'))[0] ?? version).toBe(version)
    expect(JSON.parse(text('package-lock.json'))).toMatchObject({ version, packages: { '': { version } } })
  })
  test('the API keeps what the last release promised of its stable calls', () => {
    const now = JSON.parse(JSON.stringify(openApi('Track & Trace', 'now')))
    expect(brokenPromises(JSON.parse(text('docs/stable-api.json')), now)).toEqual([])
    expect(Object.keys(stablePart(now).paths).length).toBeGreaterThan(20)
  })
  test('every dependency is pinned to one version', () => expect(unpinned(text('package.json'))).toEqual([]))
})
