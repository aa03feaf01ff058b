import type { SourceFile } from './project-files.ts'

const reader = /^(contract|database|server|web)\/.+\.tsx?$/
/** A key that is put together, such as `status.${type}.${status}`: it may stand for any key of this form. */
const template = /`([a-z]\w*\.(?:\w|\.|\$\{[^}`]*\})*)`/g

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A catalogue of `contract/messages/<language>`: the name of its file is the topic. */
export type Catalogue = { language: string; topic: string; texts: Readonly<Record<string, string>> }

/** The catalogues among the files. */
export const cataloguesIn = (files: readonly SourceFile[]): Catalogue[] =>
  files.flatMap(({ path, text }) => {
    const [, language, topic] = /^contract\/messages\/(\w+)\/([\w-]+)\.json$/.exec(path) ?? []
    if (language === undefined || topic === undefined) return []
    return [{ language, topic, texts: JSON.parse(text) as Catalogue['texts'] }]
  })

/** What may be a key in sources: words in quotes, and the forms of keys that are put together. */
export const keyReaders = (sources: readonly string[]): { literals: ReadonlySet<string>; shapes: RegExp[] } => ({
  literals: new Set(
    sources.flatMap((text) =>
      [...text.matchAll(/['"]([a-z]\w*(?:\.[\w-]+)*)['"]/g)].map(([, literal = '']) => literal),
    ),
  ),
  shapes: sources
    .flatMap((text) => [...text.matchAll(template)].map(([, keyTemplate = '']) => keyTemplate))
    .filter((keyTemplate) => keyTemplate.includes('${'))
    .map((keyTemplate) => {
      const parts = keyTemplate.split(/\$\{[^}]*\}/)
      return new RegExp(`^${parts.map(escapeRegExp).join('[\\w.-]+')}$`)
    }),
})

/** English texts that no code reads: they would be translated five times for nothing. */
export const unusedTexts = (files: readonly SourceFile[]): string[] => {
  const sources = files.filter(({ path }) => reader.test(path) && !/\.test\.tsx?$|message-arguments\.ts$/.test(path))
  const { literals, shapes } = keyReaders(sources.map(({ text }) => text))
  return cataloguesIn(files)
    .filter(({ language }) => language === 'en')
    .flatMap(({ topic, texts }) =>
      Object.keys(texts)
        .filter((key) => !literals.has(key) && !shapes.some((shape) => shape.test(key)))
        .map((key) => `contract/messages/en/${topic}.json: nobody reads ${key}`),
    )
}
