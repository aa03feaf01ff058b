import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { type Choice, isChosen } from './choice.ts'
import { describeChange } from './report.ts'

/*
 * Tells Stryker which mutants to try. It asks its checkers before it runs tests; what a checker refuses counts as code that
 * does not compile.
 */

/** Lines and columns begin at 0 here, unlike in Stryker's report. */
type Position = { line: number; column: number }
type CheckedMutant = {
  id: string
  fileName: string
  replacement: string
  location: { start: Position; end: Position }
}

const root = join(import.meta.dirname, '../..')
const sources = new Map<string, string>()

const sourceOf = (path: string): string => {
  const source = sources.get(path) ?? readFileSync(join(root, path), 'utf8')
  sources.set(path, source)
  return source
}

const fromOne = ({ line, column }: Position): Position => ({ line: line + 1, column: column + 1 })

const checker = {
  init: async () => undefined,
  check: async (mutants: readonly CheckedMutant[]) => {
    const choice = JSON.parse(readFileSync(process.env.MUTANTS_CHOICE ?? '', 'utf8')) as Choice
    return Object.fromEntries(
      mutants.map(({ id, fileName, replacement, location: { start, end } }) => {
        const path = relative(root, fileName).replaceAll(sep, '/')
        const location = { start: fromOne(start), end: fromOne(end) }
        const change = describeChange({ path, source: sourceOf(path), location, replacement })
        return [id, isChosen(choice, change) ? { status: 'passed' } : { status: 'compileError', reason: 'not chosen' }]
      }),
    )
  },
  group: async (mutants: readonly CheckedMutant[]) => [mutants.map(({ id }) => id)],
}

export const strykerPlugins = [{ kind: 'Checker', name: 'choice', value: checker }]
