import { isTest, type SourceFile } from './project-files.ts'

const maxLines = 300
const maxTestLines = 500
const generated = /^contract\/message-arguments\.ts$/
const measuredFile = /\.(ts|tsx|mjs|css|sql)$/

/** Files that are longer than a person reads in one go. */
export const tooLong = (files: SourceFile[]): string[] =>
  files
    .filter(({ path }) => measuredFile.test(path) && !generated.test(path))
    .flatMap(({ path, text }) => {
      const lines = text.trimEnd().split('\n').length
      const limit = isTest(path) ? maxTestLines : maxLines
      return lines > limit ? [`${path}: ${lines} lines, ${limit} allowed`] : []
    })
