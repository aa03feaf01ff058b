import { isTest, type SourceFile } from './tree.ts'

const most = 300
const mostInTest = 500
const counted = /\.(ts|tsx|mjs|css|sql)$/

/** Files that have grown beyond what a person reads in one go. */
export const tooLong = (files: SourceFile[]): string[] =>
  files
    .filter(({ path }) => counted.test(path))
    .flatMap(({ path, text }) => {
      const lines = text.trimEnd().split('\n').length
      const limit = isTest(path) ? mostInTest : most
      return lines > limit ? [`${path}: ${lines} lines, ${limit} allowed`] : []
    })
