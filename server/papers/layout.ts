import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const names = [
  'paper.typ',
  ...['words', 'tables', 'classic', 'modern', 'compact'].map((name) => `layout/${name}.typ`),
] as const

/** The files that lay papers out, by their paths beside each other; `paper.typ` is the one to compile. */
export const layoutFiles: ReadonlyMap<string, string> = new Map(
  names.map((name) => [name, readFileSync(join(import.meta.dirname, name), 'utf8')]),
)
