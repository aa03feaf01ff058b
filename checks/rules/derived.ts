import ts from 'typescript'
import type { SourceFile } from './project-files.ts'

/** The first cells of the rows in tables of cases. */
const casesIn = (page: string): string[] => {
  const lines = page.split('\n')
  return lines.flatMap((line, index) => {
    if (!line.startsWith('| case |')) return []
    const end = lines.findIndex((nextLine, position) => position > index && !nextLine.startsWith('|'))
    return lines.slice(index + 2, end === -1 ? undefined : end).map((row) => row.split('|')[1]?.trim() ?? '')
  })
}

/** The titles of the tests at the top level of files, as they are written. */
const titlesIn = (files: SourceFile[]): string[] =>
  files.flatMap(({ path, text }) =>
    ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true).statements.flatMap((statement) => {
      const call = ts.isExpressionStatement(statement) ? statement.expression : undefined
      if (call === undefined || !ts.isCallExpression(call) || !/^test\b/.test(call.expression.getText())) return []
      const [title] = call.arguments
      return title !== undefined && ts.isStringLiteralLike(title) ? [title.text] : []
    }),
  )

/** Cases of docs/derived.md without a test, and tests that it does not list. */
export const unprovenCases = (files: SourceFile[]): string[] => {
  const page = files.find(({ path }) => path === 'docs/derived.md')?.text ?? ''
  const tests = files.filter(({ path }) => /^server\/tests\/(derived|settled)\.test\.ts$/.test(path))
  const [cases, titles] = [new Set(casesIn(page)), new Set(titlesIn(tests))]
  return [
    ...[...cases.difference(titles)].map((title) => `docs/derived.md: no test is called "${title}"`),
    ...[...titles.difference(cases)].map((title) => `docs/derived.md does not tell the case "${title}"`),
  ]
}
