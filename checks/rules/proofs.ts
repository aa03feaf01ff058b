import ts from 'typescript'
import type { SourceFile } from './project-files.ts'

/** Pages of docs/ that promise something, with the cases for which each must have a row. */
const requiredCases: Readonly<Record<string, readonly string[]>> = {
  // T-01 to T-24: isolation of customers; 1 to 94: requirements of ASVS.
  'docs/security.md': [
    ...Array.from({ length: 24 }, (_, index) => `T-${String(index + 1).padStart(2, '0')}`),
    ...Array.from({ length: 94 }, (_, index) => String(index + 1)),
  ],
  'docs/faults.md': Array.from({ length: 51 }, (_, index) => `F${index + 1}`),
}

/** A test as a page names it: its file, and its title as it is written there. */
const proof = /`([\w./-]+\.(?:test|e2e|fault)\.tsx?)`: “([^”]+)”/g
/** The reason in a row whose case no test can prove. */
const withoutTest = /No test: .{20,}/

/** The titles of all tests of a file, as they are written. */
const titlesIn = ({ path, text }: SourceFile): Set<string> => {
  const titles = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(test|it)\b/.test(node.expression.getText())) {
      const [title] = node.arguments
      if (title !== undefined && ts.isStringLiteralLike(title)) titles.add(title.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
  return titles
}

/** The tests that a page, or a row of it, names. */
export const proofsIn = (text: string): { path: string; title: string }[] =>
  [...text.matchAll(proof)].map(([, path = '', title = '']) => ({ path, title }))

/** Cases that a page leaves out, or for which it names a test that does not exist. */
export const missingProofs = (files: SourceFile[]): string[] => {
  const titles = new Map<string, Set<string>>()
  const has = (path: string, title: string) => {
    const file = files.find((candidate) => candidate.path === path)
    if (file !== undefined && !titles.has(path)) titles.set(path, titlesIn(file))
    return titles.get(path)?.has(title) ?? false
  }
  return Object.entries(requiredCases).flatMap(([page, cases]) => {
    const rows = (files.find(({ path }) => path === page)?.text ?? '')
      .split('\n')
      .filter((line) => line.startsWith('| '))
    return cases.flatMap((name) => {
      const row = rows.find((line) => line.startsWith(`| ${name} |`))
      if (row === undefined) return [`${page}: ${name} has no row`]
      const proofs = proofsIn(row)
      if (proofs.length === 0 && !withoutTest.test(row))
        return [`${page}: ${name} names no test, nor why there is none`]
      return proofs
        .filter(({ path, title }) => !has(path, title))
        .map(({ path, title }) => `${page}: ${name} names a test that ${path} does not have: ${title}`)
    })
  })
}
