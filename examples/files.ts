import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.env.EXAMPLES ?? ''

/** The files of the folder that `npm run examples` was given with one of these endings; names are relative to it. */
export const examplesEndingWith = (...endings: readonly string[]): string[] =>
  folder === '' ? [] : endings.flatMap((ending) => globSync(`**/*${ending}`, { cwd: folder })).sort()

export const pathOfExample = (name: string): string => join(folder, name)
export const readExample = (name: string): Buffer => readFileSync(pathOfExample(name))
