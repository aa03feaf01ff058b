import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { deadWeightOf, isReleased, releaseLock, releaseManifest } from './packages.ts'

const isWindows = process.platform === 'win32'

/** Runs a program and returns what it printed. Throws when it fails. */
export const run = (program: string, args: readonly string[], folder: string): string => {
  const { status, stdout, error } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: isWindows && program === 'npm',
  })
  if (status !== 0) throw new Error(`${program} ${args[0]} failed: ${error?.message ?? 'it says why above'}.`)
  return stdout
}

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Writes the release's folder: our files, the built web and server, and the packages that its lock file names. */
const fillFolder = (root: string, folder: string): void => {
  const tracked = run('git', ['ls-files'], root).trim().split('\n')
  for (const path of tracked.filter(isReleased)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  for (const built of ['dist/web', 'dist/server']) cpSync(join(root, built), join(folder, built), { recursive: true })
  const manifest = releaseManifest(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), manifest)
  writeFileSync(
    join(folder, 'package-lock.json'),
    releaseLock(readFileSync(join(root, 'package-lock.json'), 'utf8'), manifest),
  )
  run('npm', ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], folder)
}

/** Removes what nothing reads, and the folders that are empty then. */
const removeDeadWeight = (folder: string): void => {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const isDeadWeight = deadWeightOf(read('package-lock.json'), read('package.json'))
  for (const path of filesUnder(folder)) {
    if (isDeadWeight(relative(folder, path).split(sep).join('/'))) rmSync(path)
  }
  const folders = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const path of folders.toSorted((one, other) => other.length - one.length)) {
    if (readdirSync(path).length === 0) rmdirSync(path)
  }
}

const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

/**
 * Builds the archive for this platform, two lists of what it holds (SBOM) and their checksums in `output`; returns the
 * archive's path.
 */
export const buildArchive = (root: string, output: string): string => {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const title = `${name}-${version}`
  const staging = mkdtempSync(join(tmpdir(), 'portal-release-'))
  const folder = join(staging, title)
  try {
    mkdirSync(folder)
    fillFolder(root, folder)
    rmSync(output, { recursive: true, force: true })
    mkdirSync(output, { recursive: true })
    const file = (ending: string) => join(output, `${title}-${process.platform}-${process.arch}${ending}`)
    for (const format of ['cyclonedx', 'spdx']) {
      const list = run('npm', ['sbom', '--omit=dev', `--sbom-format=${format}`], folder)
      writeFileSync(file(`.${format}.json`), list)
    }
    removeDeadWeight(folder)
    const archive = file('.tar.gz')
    run('tar', ['-czf', archive, '-C', staging, title], root)
    const sums = readdirSync(output).map((item) => `${sha256(join(output, item))}  ${item}\n`)
    writeFileSync(join(output, 'SHA256SUMS'), sums.join(''))
    return archive
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}
