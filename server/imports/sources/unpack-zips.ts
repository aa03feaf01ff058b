import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { NamedFile } from '#server/formats/format.ts'
import { readZip, ZipRefused } from '#server/formats/zip/read.ts'

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
      for await (const entry of readZip(await readFile(file.path))) {
        if ('problem' in entry) return { problem: `${file.name}: ${entry.name}: ${entry.problem}` }
        const path = join(folder, `zip-${index}-${unpacked.length}`)
        await writeFile(path, entry.content, { mode: 0o600 })
        unpacked.push({ name: basename(entry.name), path })
      }
    } catch (error) {
      if (error instanceof ZipRefused) return { problem: `${file.name}: ${error.message}` }
      throw error
    }
  }
  return { files: unpacked }
}
