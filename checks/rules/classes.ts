import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, matchesGlob, relative } from 'node:path'
import { compile } from 'tailwindcss'
import type { SourceFile } from './project-files.ts'

/** Strings inside templates count as well: each kind is searched for by itself. */
const strings = [/"([^"\\\n]*)"/g, /'([^'\\\n]*)'/g, /`([^`]*)`/g]
const attribute = /\bclassName=(?:"([^"]*)"|\{`([^`]*)`\})/g
/** Names that only our own style sheets or a class variant refer to, and that have no style themselves. */
const marker = /^(group|peer)(\/\w+)?$/

type Styles = (candidates: string[]) => string

/** A function that returns the classes which a style sheet and its imports define, out of those wanted. */
export async function stylesOf(file: string): Promise<Styles> {
  return (await compiled(file)).build
}

/** Whether a style sheet looks for classes in a file, by its `@source` lines; paths are relative to `root`. */
export async function readsClassesOf(root: string, sheet: string): Promise<(path: string) => boolean> {
  const { sources } = await compiled(join(root, sheet))
  const globs = sources.map(({ base, pattern, negated }) => ({ glob: relative(root, join(base, pattern)), negated }))
  const has = (path: string, isNegated: boolean) =>
    globs.some(({ glob, negated }) => negated === isNegated && (matchesGlob(path, glob) || path.startsWith(`${glob}/`)))
  return (path) => has(path, false) && !has(path, true)
}

/** The files that a module loads, at once or later, itself among them. */
export function loadedBy(entry: string, files: readonly SourceFile[]): SourceFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const reached = new Set<SourceFile>()
  const visit = (path: string) => {
    const file = byPath.get(path)
    if (!file || reached.has(file)) return
    reached.add(file)
    for (const [, , target = ''] of file.text.matchAll(/\b(from|import\(|import) ?'([#.][^']+)'/g))
      visit(target.startsWith('#') ? target.slice(1) : join(dirname(path), target).replaceAll('\\', '/'))
  }
  visit(entry)
  return [...reached]
}

async function compiled(file: string) {
  return compile(readFileSync(file, 'utf8'), {
    base: dirname(file),
    loadStylesheet: async (id, base) => {
      const path = id.startsWith('.') ? join(base, id) : createRequire(join(base, 'x')).resolve(id)
      return { path, base: dirname(path), content: readFileSync(path, 'utf8') }
    },
  })
}

/** The words of a text, separated by spaces; a word that is put together at run time does not count. */
const words = (text: string) =>
  text
    .replace(/\S*\$\{[^}]*\}\S*/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && !marker.test(word))

/**
 * Unknown classes in lists of classes: all words in `className`, and in other texts most of whose words are classes.
 */
export function unknownClasses(files: readonly SourceFile[], styles: Styles): string[] {
  const texts = files.flatMap(({ path, text }) => [
    ...[...text.matchAll(attribute)].map(([, plain, templateText]) => ({
      path,
      sure: true,
      all: words(plain ?? templateText ?? ''),
    })),
    ...strings.flatMap((kind) =>
      [...text.matchAll(kind)].map(([, content]) => ({ path, sure: false, all: words(content ?? '') })),
    ),
  ])
  const css = styles(texts.flatMap(({ all }) => all))
  const existing = new Set([...css.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name.replaceAll('\\', '')))
  const faults = texts.flatMap(({ path, sure, all }) => {
    const unknown = all.filter((word) => !existing.has(word))
    const isList = sure || (all.length > 2 && unknown.length * 2 < all.length)
    return isList ? unknown.map((word) => `${path}: there is no class ${word}`) : []
  })
  return [...new Set(faults)]
}
