import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addChecksums, completeLock } from '../rules/lockfile.ts'

/* What `npm run lock` runs after a change of package.json: the lock file follows, with the packages of all platforms and
   the checksums of those that the registry in use offers. */

const root = join(import.meta.dirname, '../..')
const path = join(root, 'package-lock.json')

const runNpm = (args: string[], options: { showOutput: boolean }) =>
  spawnSync('npm', args, {
    cwd: root,
    stdio: options.showOutput ? 'inherit' : ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })

/** The checksum of a package; undefined when the registry does not have it. */
function checksumOf(name: string, version: string): string | undefined {
  const { status, stdout } = runNpm(['view', `${name}@${version}`, 'dist.integrity'], { showOutput: false })
  return status === 0 && /^sha\d+-/.test(stdout) ? stdout.trim() : undefined
}

const { status } = runNpm(['install', '--package-lock-only', '--ignore-scripts'], { showOutput: true })
if (status === 0) {
  const { lockfile, missing } = addChecksums(completeLock(readFileSync(path, 'utf8')), checksumOf)
  writeFileSync(path, lockfile)
  if (missing.length > 0) {
    console.log(`${missing.length} packages of other platforms have no checksum: this registry does not offer them.`)
  }
}
process.exitCode = status ?? 1
