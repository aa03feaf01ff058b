import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** The way to write distances is the one that makes the files of the first list smallest, by 230 bytes. */
const brotliParams = {
  [constants.BROTLI_PARAM_QUALITY]: 11,
  [constants.BROTLI_PARAM_NPOSTFIX]: 1,
  [constants.BROTLI_PARAM_NDIRECT]: 30,
}

/** Writes a brotli and a gzip file beside every text file of the build, or of a folder of it; the server sends them as they are. */
export function precompressed(within = ''): Plugin {
  const brotli = promisify(brotliCompress)
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
            await writeFile(join(folder, `${file}.br`), await brotli(content, { params: brotliParams }))
            await writeFile(join(folder, `${file}.gz`), await zip(content, { level: 9 }))
          }),
      )
    },
  }
}
