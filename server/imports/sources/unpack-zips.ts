import { join } from 'node:path'
import type { NamedFile } from '#server/formats/format.ts'
import { unpackZip, ZipRefused } from '#server/formats/zip/read.ts'

/** The files with those that are in ZIP files instead of these, or what is wrong with a ZIP file. */
export async function unpackZips(
  files: readonly NamedFile[],
  folder: string,
): Promise<{ files: NamedFile[] } | { problem: string }> {
  const unpacked: NamedFile[] = []
  for (const [index, file] of files.entries()) {
    if (!/\.zip$/i.test(file.name)) {
      unpacked.push(file)
      continue
    }
    try {
      unpacked.push(...(await unpackZip(file.path, join(folder, `zip-${index}`))))
    } catch (error) {
      if (error instanceof ZipRefused) return { problem: `${file.name}: ${error.message}` }
      throw error
    }
  }
  return { files: unpacked }
}
