import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractLaw from 'dependency-cruiser/config-utl/extract-depcruise-config'

const lawFile = resolve(import.meta.dirname, '../../.dependency-cruiser.mjs')
const layers = ['contract', 'database', 'server', 'web', 'checks', 'e2e', 'bench'] as const

export type ImportReport = {
  /** Our own source files that were read, relative to the root. */
  modules: string[]
  /** The number of imports in them. 0 with many modules means that the TypeScript parser was not found. */
  imports: number
  violations: { rule: string; from: string; to: string }[]
}

/** The names of all rules of the import law. */
export const ruleNames = async (): Promise<string[]> => {
  const law = await extractLaw(lawFile)
  return (law.forbidden ?? []).map((rule) => rule.name ?? '')
}

/** Reads every module under `root` and reports the imports that break the law. */
export const readImports = async (root: string): Promise<ImportReport> => {
  const { options, ...ruleSet } = await extractLaw(lawFile)
  const folders = layers.filter((layer) => existsSync(join(root, layer)))
  const { output } = await cruise(
    folders,
    { ...options, ruleSet, validate: true, baseDir: root },
    options?.enhancedResolveOptions ?? {},
  )
  const { modules, summary } = output as ICruiseResult
  const ownModules = modules.filter((module) => folders.some((folder) => module.source.startsWith(`${folder}/`)))
  return {
    modules: ownModules.map((module) => module.source),
    imports: ownModules.reduce((sum, module) => sum + module.dependencies.length, 0),
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  }
}
