import { describe, expect, test } from 'vitest'
import {
  defaultExports,
  hiddenDependencies,
  needsEncryption,
  reExports,
  undocumentedFunctions,
  vagueNames,
} from './code.ts'

const file = (text: string, path = 'server/search/find.ts') => [{ path, text }]

describe('an export that hides what it is is caught', () => {
  test.for([
    'export default function find() {}',
    'export default class Finder {}',
    'const find = 1\nexport default find',
    'export default { find: 1 }',
  ])('default export: %s', (text) => {
    expect(defaultExports(file(text))).toHaveLength(1)
  })

  test('a tool that demands a default export gets it', () => {
    expect(defaultExports(file('export default {}', 'vitest.config.ts'))).toEqual([])
    expect(defaultExports(file('export const find = 1'))).toEqual([])
  })

  test.for(["export * from './rank.ts'", "export { rank } from './rank.ts'", "export type { Rank } from './rank.ts'"])(
    'barrel: %s',
    (text) => {
      expect(reExports(file(text))).toHaveLength(1)
      expect(reExports(file('const rank = 1\nexport { rank }'))).toEqual([])
    },
  )
})

describe('an exported function without a doc comment is caught', () => {
  test.for([
    'export function find() {}',
    'export async function find() {}',
    'export const find = () => 1',
    'export const find = async () => 1',
    'export const find = function () {}',
    '// not a doc comment\nexport const find = () => 1',
    '/* nor is this */\nexport const find = () => 1',
    '/** */\nexport const find = () => 1',
    '/** @returns nothing said */\nexport const find = () => 1',
  ])('%s', (text) => {
    expect(undocumentedFunctions(file(text))).toEqual([expect.stringContaining('find has no doc comment')])
  })

  test('a documented function, a value, a function of the file itself and a test pass', () => {
    expect(undocumentedFunctions(file('/** Finds. */\nexport const find = () => 1'))).toEqual([])
    expect(undocumentedFunctions(file('/** Finds. */\nexport async function find() {}'))).toEqual([])
    expect(undocumentedFunctions(file('export const limit = 50'))).toEqual([])
    expect(undocumentedFunctions(file('const find = () => 1'))).toEqual([])
    expect(undocumentedFunctions(file('export const find = () => 1', 'server/search/find.test.ts'))).toEqual([])
  })

  test('an overloaded function is documented once', () => {
    const text = 'export function find(a: 1): 1\nexport function find(a: unknown) { return a }'
    expect(undocumentedFunctions(file(`/** Finds. */\n${text}`))).toHaveLength(0)
    expect(undocumentedFunctions(file(text))).not.toEqual([])
  })
})

describe('a declared name that could mean anything is caught', () => {
  test.for([
    'class SearchService {}',
    'const cacheManager = 1',
    'function findHelper() {}',
    'type TextUtils = 1',
    'interface MailService {}',
    'type Asked = { query: string }',
    'export const found = new Map()',
  ])('%s', (text) => {
    expect(vagueNames(file(text))).toHaveLength(1)
  })

  test('the words of the domain pass', () => {
    expect(vagueNames(file("const shipment = { service: 'express' }\ntype Carrier = { service: string }"))).toEqual([])
    expect(vagueNames(file('function find() {\n  const found = 1\n  return found\n}'))).toEqual([])
  })
})

test('code of the web that works on encrypted connections alone is caught', () => {
  const used = 'const id = crypto.randomUUID()'
  expect(needsEncryption(file(used, 'web/console/inbox/NoteForm.tsx'))).toEqual([
    'web/console/inbox/NoteForm.tsx:1: crypto.randomUUID is missing on plain HTTP: use createRequestKey',
  ])
  expect(needsEncryption(file(used, 'server/search/find.ts'))).toEqual([])
})

describe('code that reaches for its world is caught', () => {
  test.for([
    ['server/search/find.ts', 'const id = Math.random()'],
    ['web/search/queries.ts', 'const id = Math.random()'],
    ['web/search/queries.ts', 'document.body.innerHTML = name'],
    ['server/search/find.ts', 'const now = Date.now()'],
    ['server/search/find.ts', 'const now = new Date()'],
    ['contract/values.ts', 'const now = new Date()'],
    ['server/search/find.ts', 'const port = process.env.PORT'],
    ['server/http/admission/limits.ts', "const port = process.env['PORT'] ?? process.env.PORT"],
  ] as const)('%s: %s', ([path, text]) => {
    expect(hiddenDependencies(file(text, path))).not.toEqual([])
  })

  test('the wiring, tests and dates that are computed from other dates may', () => {
    expect(hiddenDependencies(file('const port = process.env.PORT', 'server/main.ts'))).toEqual([])
    expect(hiddenDependencies(file('const now = new Date()', 'server/commands/seed.ts'))).toEqual([])
    expect(hiddenDependencies(file('const now = new Date()', 'server/search/find.test.ts'))).toEqual([])
    expect(hiddenDependencies(file('const then = new Date(now.getTime() + 1000)'))).toEqual([])
  })
})
