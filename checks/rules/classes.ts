import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
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
  const { build } = await compile(readFileSync(file, 'utf8'), {
    base: dirname(file),
    loadStylesheet: async (id, base) => {
      const path = id.startsWith('.') ? join(base, id) : createRequire(join(base, 'x')).resolve(id)
      return { path, base: dirname(path), content: readFileSync(path, 'utf8') }
    },
  })
  return build
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
