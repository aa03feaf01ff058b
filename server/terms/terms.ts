import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Terms } from '../../contract/terms.ts'

const longest = 200_000

/**
 * The terms of use: those of the operator in `terms.md` of the data folder, else those that come with the portal. The
 * version follows from the text. Raises RangeError when the operator's are empty or longer than 200 000 characters.
 */
export async function readTerms(dataDir: string | undefined): Promise<Terms> {
  const own = dataDir === undefined ? undefined : await readOwn(join(dataDir, 'terms.md'))
  const text = (own ?? (await readFile(join(import.meta.dirname, 'terms.md'), 'utf8'))).replaceAll('\r\n', '\n').trim()
  if (text === '' || text.length > longest) {
    throw new RangeError(`terms.md in DATA_DIR must have 1 to ${longest} characters; it has ${text.length}.`)
  }
  return { version: hash('sha256', text).slice(0, 16), text }
}

async function readOwn(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
