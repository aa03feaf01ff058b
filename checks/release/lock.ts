import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { completeLock } from '../rules/lockfile.ts'

/* What `npm run lock` runs after a change of package.json: the lock file follows, with the packages of all platforms. */

const root = join(import.meta.dirname, '../..')
const path = join(root, 'package-lock.json')

const isWindows = process.platform === 'win32'
const { status } = spawnSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], {
  cwd: root,
  stdio: 'inherit',
  shell: isWindows,
})
if (status === 0) writeFileSync(path, completeLock(readFileSync(path, 'utf8')))
process.exitCode = status ?? 1
