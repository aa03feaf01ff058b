import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Ways to write distances: which makes a file smallest differs by up to a tenth of a kilobyte in the files of the first list. */
const distances = {
  usual: [1, 30],
  others: [
    [0, 8],
    [0, 0],
  ],
} as const

const brotliParams = ([postfix, direct]: readonly [number, number]) => ({
  [constants.BROTLI_PARAM_QUALITY]: 11,
  [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
  [constants.BROTLI_PARAM_NDIRECT]: direct,
})

/**
 * Writes a brotli and a gzip file beside every text file of the build, or of a folder of it; the server sends them as they
 * are. `smallest` tries several ways, which takes two seconds more.
 */
export function precompressed({ within = '', smallest = false } = {}): Plugin {
  const compress = promisify(brotliCompress)
  const brotli = async (content: Buffer) => {
    const ways = [distances.usual, ...(smallest ? distances.others : [])]
    const all = await Promise.all(ways.map((way) => compress(content, { params: brotliParams(way) })))
    return all.reduce((best, next) => (next.length < best.length ? next : best))
  }
  const zip = promisify(gzip)
  let folder = ''
  let isWritten = false
  return {
    name: 'precompressed',
    apply: 'build',
    configResolved(config) {
      folder = join(resolve(config.root, config.build.outDir), within)
    },
    writeBundle() {
      isWritten = true
    },
    async closeBundle() {
      // Called after a failed build too, whose own error tells more than a folder that is not there.
      if (!isWritten) return
      const files = await readdir(folder, { recursive: true })
      await Promise.all(
        files
          .filter((file) => /^[^.].*\.(js|css|html|svg|json|webmanifest)$/.test(file))
          .map(async (file) => {
            const content = await readFile(join(folder, file))
            await writeFile(join(folder, `${file}.br`), await brotli(content))
            await writeFile(join(folder, `${file}.gz`), await zip(content, { level: 9 }))
          }),
      )
    },
  }
}
