import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * The portal as it was, in a folder of its own: its tests then run on a database that its migrations have made and those of
 * today have brought up to date, as while servers are upgraded one after the other.
 */

/** Its tests that start processes or migrate by themselves: they refuse a database that is newer, as they should. */
const opensDatabase =
  /portalProcesses|testCommands|emptyDatabases|migrate\(|startEmbedded|startTestServer|describeSchema|catalogueOf/

const git = (root: string, ...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/**
 * The commit that is meant: by its name or tag, or by the number of the first migration that it has not; without either the
 * last release, or while there is none the commit before the last migration.
 */
export function findVersionBefore(root: string, which: string | undefined): string {
  if (which !== undefined && !/^\d{4}$/.test(which)) return git(root, 'rev-parse', `${which}^{commit}`)
  const tags =
    which === undefined ? git(root, 'tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname') : ''
  const [newest] = tags.split('\n')
  if (newest) return git(root, 'rev-parse', `${newest}^{commit}`)
  const migration = globSync(`database/migrations/${which ?? ''}*.sql`, { cwd: root })
    .sort()
    .at(-1)
  if (migration === undefined) throw new RangeError(`There is no migration ${which}`)
  const added = git(root, 'log', '--diff-filter=A', '--format=%H', '--', migration).split('\n').at(-1)
  if (!added) throw new RangeError(`${migration} is not committed yet`)
  return git(root, 'rev-parse', `${added}^`)
}

/** Puts the tree of a commit into a folder, with its packages, and has its tests get a database of today's version. */
export function placeVersion(root: string, commit: string, folder: string): void {
  mkdirSync(folder)
  const archive = join(folder, 'tree.tar')
  git(root, 'archive', '--output', archive, commit)
  execFileSync('tar', ['-xf', archive], { cwd: folder })
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  if (read('package-lock.json') === readFileSync(join(root, 'package-lock.json'), 'utf8'))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, stdio: 'inherit' })
  const setUp = 'database/testing/server.ts'
  const text = read(setUp)
  const upgraded = text.replace("from '../migrate.ts'", "from './upgraded.ts'")
  if (upgraded === text) throw new Error(`${setUp} of ${commit} migrates in another way: mend checks/version-before.ts`)
  writeFileSync(join(folder, setUp), upgraded)
  writeFileSync(join(folder, 'database/testing/upgraded.ts'), upgradedMigrate(join(root, 'database/migrate.ts')))
}

/** The tests of its server that need nothing but a database. */
export function testsOfVersion(folder: string): string[] {
  return globSync('server/**/*.test.ts', { cwd: folder })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.startsWith('server/formats/'))
    .filter((path) => !opensDatabase.test(readFileSync(join(folder, path), 'utf8')))
    .sort()
}

/** The two versions of one function would share what they import in one process. */
const upgradedMigrate = (ofToday: string) => `import { execFileSync } from 'node:child_process'
import { migrate as migrateThen, type MigrateOptions } from '../migrate.ts'

export async function migrate(options: MigrateOptions): Promise<void> {
  await migrateThen(options)
  const script = \`import { migrate } from ${JSON.stringify(ofToday).replaceAll('\\', '\\\\')}
const log = { info: () => undefined, warn: console.error }
await migrate({ url: process.env.URL, tokenSecret: process.env.SECRET, log })\`
  const env = { ...process.env, URL: options.url, SECRET: options.tokenSecret }
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { env, stdio: 'inherit' })
}
`
