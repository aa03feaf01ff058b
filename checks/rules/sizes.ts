import { isTest, type SourceFile } from './project-files.ts'

const maxLines = 300
const maxTestLines = 500
const measuredFile = /\.(ts|tsx|mjs|css|sql)$/
/** Written by `npm run schema` and `npm run texts`: one looks something up in them. */
const generatedFiles: ReadonlySet<string> = new Set(['database/schema.sql', 'contract/message-arguments.ts'])

/** Files that are longer than a person reads in one go. */
export const tooLong = (files: SourceFile[]): string[] =>
  files
    .filter(({ path }) => measuredFile.test(path) && !generatedFiles.has(path))
    .flatMap(({ path, text }) => {
      const lines = text.trimEnd().split('\n').length
      const limit = isTest(path) ? maxTestLines : maxLines
      return lines > limit ? [`${path}: ${lines} lines, ${limit} allowed`] : []
    })
