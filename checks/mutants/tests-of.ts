import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Tests that measure time or memory: code that counts how often it runs is slower and larger. */
const measuring = /(memory|timing|rows-read)\.test\.ts$/

/**
 * The test files that may notice a change of a source file, in two rounds. First those beside it, and those that are named.
 * Then, for what they do not notice, those of its feature in every layer, too.
 */
export const testsOf = (
  path: string,
  tests: readonly string[],
  named: readonly string[],
): { near: string[]; far: string[] } => {
  const [layer = '', second = ''] = path.split('/')
  const feature = second.replace(/\.ts$/, '')
  const folder = posix.dirname(path)
  const useful = tests.filter((test) => !measuring.test(test)).sort()
  const near = useful.filter((test) => posix.dirname(test) === folder || named.some((word) => test.includes(word)))
  const isOfFeature = (test: string) => [layer, 'server'].some((room) => test.startsWith(`${room}/${feature}/`))
  const far = useful.filter((test) => near.includes(test) || isOfFeature(test))
  return { near, far: far.length > near.length ? far : [] }
}

const databaseOfTests = 'database/testing/database.ts'

/** Whether a test, or anything it imports, asks for a database. */
export const needsDatabase = (root: string, tests: readonly string[]): boolean => {
  const seen = new Set<string>()
  const waiting = [...tests]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (path === databaseOfTests) return true
    if (seen.has(path) || !existsSync(join(root, path))) continue
    seen.add(path)
    const imports = readFileSync(join(root, path), 'utf8').matchAll(
      /^(?!import type).*(?:from|import)\s*\(?'([.#][^']+)'/gm,
    )
    for (const [, name = ''] of imports)
      waiting.push(name.startsWith('#') ? name.slice(1) : posix.join(posix.dirname(path), name))
  }
  return false
}
