import ts from 'typescript'
import type { SourceFile } from './tree.ts'

/** The first cells of the tables of cases. */
const casesIn = (page: string): string[] => {
  const lines = page.split('\n')
  return lines.flatMap((line, at) => {
    if (!line.startsWith('| case |')) return []
    const end = lines.findIndex((later, place) => place > at && !later.startsWith('|'))
    return lines.slice(at + 2, end === -1 ? undefined : end).map((row) => row.split('|')[1]?.trim() ?? '')
  })
}

/** The titles of tests at the top of files, as they are written. */
const titlesIn = (files: SourceFile[]): string[] =>
  files.flatMap(({ path, text }) =>
    ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true).statements.flatMap((statement) => {
      const call = ts.isExpressionStatement(statement) ? statement.expression : undefined
      if (call === undefined || !ts.isCallExpression(call) || !/^test\b/.test(call.expression.getText())) return []
      const [title] = call.arguments
      return title !== undefined && ts.isStringLiteralLike(title) ? [title.text] : []
    }),
  )

/** Cases that the page of what is derived tells and no test proves, and tests that it does not tell. */
export const unprovenCases = (files: SourceFile[]): string[] => {
  const page = files.find(({ path }) => path === 'docs/derived.md')?.text ?? ''
  const tests = files.filter(({ path }) => /^server\/(derived|settled)\.test\.ts$/.test(path))
  const [cases, titles] = [new Set(casesIn(page)), new Set(titlesIn(tests))]
  return [
    ...[...cases.difference(titles)].map((one) => `docs/derived.md: no test is called "${one}"`),
    ...[...titles.difference(cases)].map((one) => `docs/derived.md does not tell the case "${one}"`),
  ]
}
