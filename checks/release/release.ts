import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApi } from '#server/http/reference/openapi.ts'
import { buildArchive, run } from './archive.ts'
import { releaseChangelog } from './changelog.ts'
import { proveArchive } from './proof.ts'
import { brokenPromises, type Description, stablePart } from './stable-api.ts'

/*
 * What `npm run release` runs. With a version (`npm run release -- 1.2.0`) it first makes the tree that release: version,
 * changelog and the description of the stable calls. Then, or without one for the tree as it is, it builds the archive in
 * dist/release and starts it once to prove it.
 */

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const write = (path: string, text: string) => writeFileSync(join(root, path), text)
const say = (line: string) => void process.stdout.write(`${line}\n`)

const prepare = (version: string): void => {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new RangeError(`"${version}" is no version such as 1.2.0.`)
  if (run('git', ['status', '--porcelain'], root) !== '') {
    throw new RangeError('There are changes that are not committed: a release is what the repository holds.')
  }
  const description = JSON.parse(JSON.stringify(openApi('Track & Trace', version))) as Description
  const broken = brokenPromises(JSON.parse(read('docs/stable-api.json')) as Description, description)
  if (broken.length > 0) throw new RangeError(`The API breaks what it promised:\n${broken.join('\n')}`)
  const day = new Date().toISOString().slice(0, 10)
  write('CHANGELOG.md', releaseChangelog(read('CHANGELOG.md'), version, day))
  for (const path of ['package.json', 'package-lock.json']) {
    const manifest = JSON.parse(read(path))
    manifest.version = version
    if (manifest.packages !== undefined) manifest.packages[''].version = version
    write(path, `${JSON.stringify(manifest, null, 2)}\n`)
  }
  write('docs/stable-api.json', `${JSON.stringify(stablePart(description), null, 1)}\n`)
  say(
    `The tree is ${version} now. When the archive is proven: git commit -am "Release ${version}", git tag v${version}.`,
  )
}

const release = async (version: string | undefined): Promise<void> => {
  if (version !== undefined) prepare(version)
  say('Building the archive…')
  const archive = buildArchive(root, join(root, 'dist/release'))
  say('Starting it from an empty folder, without the network…')
  const faults = await proveArchive(archive, (JSON.parse(read('package.json')) as { version: string }).version)
  if (faults.length > 0) throw new RangeError(`The archive is not whole: ${faults.join('; ')}`)
  say(`${archive} starts, shows its pages and makes papers.`)
}

await release(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`${error instanceof RangeError ? error.message : String(error)}\n`)
  process.exitCode = 1
})
