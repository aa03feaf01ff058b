import { join } from 'node:path'
import ts from 'typescript'

/*
 * Whether the compiler refuses a change. `npm test` compiles before it runs a test, so such a change cannot land, and no
 * test need notice it.
 */

type Layer = { options: ts.CompilerOptions; ambient: string[] }

/** Returns a test of whether the compiler refuses a file of a layer with this text in place of its own. */
export const openCompiler = (root: string): ((path: string, text: string) => boolean) => {
  const layers = new Map<string, Layer>()
  const layerOf = (path: string) => {
    const [name = ''] = path.split('/')
    const layer = layers.get(name) ?? readLayer(join(root, name))
    layers.set(name, layer)
    return layer
  }
  let changed = { file: '', text: '', version: 0 }
  let current: Layer | undefined
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => current?.options ?? {},
    getScriptFileNames: () => [...(current?.ambient ?? []), changed.file],
    // Nothing else changes while the tests run.
    getScriptVersion: (file) => (file === changed.file ? String(changed.version) : '0'),
    getScriptSnapshot: (file) => {
      const text = file === changed.file ? changed.text : ts.sys.readFile(file)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  }
  const service = ts.createLanguageService(host)
  return (path, text) => {
    current = layerOf(path)
    changed = { file: join(root, path), text, version: changed.version + 1 }
    return (
      service.getSyntacticDiagnostics(changed.file).length > 0 ||
      service.getSemanticDiagnostics(changed.file).length > 0
    )
  }
}

function readLayer(folder: string): Layer {
  const config = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile)
  const { options, fileNames } = ts.parseJsonConfigFileContent(config.config, ts.sys, folder)
  return {
    options: { ...options, incremental: false, noEmit: true },
    ambient: fileNames.filter((name) => name.endsWith('.d.ts')),
  }
}
