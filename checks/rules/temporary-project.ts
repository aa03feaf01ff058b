import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Writes a small project for as long as `inspectProject` runs. Keys are paths, values the text of the file. */
export const withTemporaryProject = async <T>(
  files: Record<string, string>,
  inspectProject: (root: string) => T | Promise<T>,
): Promise<T> => {
  const root = mkdtempSync(join(tmpdir(), 'planted-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    return await inspectProject(root)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
