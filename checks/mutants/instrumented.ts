import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Location } from './report.ts'

/** A mutant as Stryker's instrumenter gives it. Lines and columns begin at 0. */
type FoundMutant = { id: string; fileName: string; replacement: string; location: Location }
type SourceText = { name: string; content: string; mutate: true }
type Instrumenter = {
  instrument: (
    files: readonly SourceText[],
    options: object,
  ) => Promise<{ files: readonly { name: string; content: string }[]; mutants: readonly FoundMutant[] }>
}

/** A change that stands in the code beside the original, and is switched on by its id. */
export type SwitchedMutant = { id: string; path: string; replacement: string; location: Location }

const silentLog = { debug: () => undefined, info: () => undefined, warn: () => undefined, isDebugEnabled: () => false }

/** Returns the files with every mutant in them, by path, and the mutants. `packages` is where Stryker is installed. */
export const instrumentFiles = async (
  root: string,
  packages: string,
  paths: readonly string[],
): Promise<{ texts: Record<string, string>; mutants: SwitchedMutant[] }> => {
  const address = pathToFileURL(join(packages, '@stryker-mutator/instrumenter/dist/src/index.js')).href
  const stryker = (await import(address)) as { Instrumenter: new (log: typeof silentLog) => Instrumenter }
  const sources = paths.map((path) => ({
    name: path,
    content: readFileSync(join(root, path), 'utf8'),
    mutate: true as const,
  }))
  const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: false }
  const { files, mutants } = await new stryker.Instrumenter(silentLog).instrument(sources, options)
  const fromOne = ({ line, column }: Location['start']) => ({ line: line + 1, column: column + 1 })
  return {
    texts: Object.fromEntries(files.map(({ name, content }) => [name, content])),
    mutants: mutants.map(({ id, fileName, replacement, location: { start, end } }) => ({
      ...{ id, path: fileName, replacement },
      location: { start: fromOne(start), end: fromOne(end) },
    })),
  }
}
