import type { SourceFile } from './project-files.ts'

const catalogue = /^contract\/messages\/en\/(?!signed-)[^/]+\.ts$/
const reader = /^(contract|server|web)\/.+\.tsx?$/
const key = /^ {2}'?([a-z]\w*(?:\.[\w-]+)*)'?:/gm
/** A key that is put together, such as `status.${type}.${status}`: it may stand for any key of this form. */
const template = /`([a-z]\w*\.(?:\w|\.|\$\{[^}`]*\})*)`/g

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** English texts that no code reads: they would be translated five times for nothing. */
export const unusedTexts = (files: SourceFile[]): string[] => {
  const sources = files.filter(({ path }) => reader.test(path) && !path.startsWith('contract/messages/'))
  const code = sources.filter(({ path }) => !/\.test\.tsx?$/.test(path)).map(({ text }) => text)
  const literals = new Set(
    code.flatMap((text) => [...text.matchAll(/['"]([a-z]\w*(?:\.[\w-]+)*)['"]/g)].map(([, literal]) => literal)),
  )
  const shapes = code
    .flatMap((text) => [...text.matchAll(template)].map(([, keyTemplate = '']) => keyTemplate))
    .filter((keyTemplate) => keyTemplate.includes('${'))
    .map(
      (keyTemplate) =>
        new RegExp(
          `^${keyTemplate
            .split(/\$\{[^}]*\}/)
            .map(escapeRegExp)
            .join('[\\w.-]+')}$`,
        ),
    )
  return files
    .filter(({ path }) => catalogue.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(key)]
        .map(([, textKey = '']) => textKey)
        .filter((textKey) => !literals.has(textKey) && !shapes.some((shape) => shape.test(textKey)))
        .map((textKey) => `${path}: nobody reads ${textKey}`),
    )
}
