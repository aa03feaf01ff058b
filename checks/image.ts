import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runStages } from './runner.ts'
import { imageStages } from './stages.ts'

/*
 * `npm run image`: builds the image of the Dockerfile from the archive that `npm run release` has made, with Docker or
 * Podman, and runs it. With `--debian-bases` the images below it are made of Debian's packages, where no registry is reached.
 */

const archives = resolve(import.meta.dirname, '../dist/release')
const { values } = parseArgs({ options: { 'debian-bases': { type: 'boolean', default: false } } })
const write = (text: string) => void process.stdout.write(text)
if (globSync('*-linux-*.tar.gz', { cwd: archives }).length > 0) {
  const environment = values['debian-bases'] ? { BASE_IMAGES: 'debian' } : {}
  process.exitCode = (await runStages(imageStages(environment), { write, now: () => performance.now() })) ? 0 : 1
} else {
  process.stderr.write(`There is no archive in ${archives}: run npm run release first.\n`)
  process.exitCode = 2
}
