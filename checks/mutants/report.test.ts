import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { projectFiles } from '../rules/project-files.ts'
import { acceptedMutants } from './accepted.ts'
import { isChosen } from './choice.ts'
import { openCompiler } from './compiler.ts'
import {
  combine,
  identityOf,
  type MutationReport,
  marginOf,
  percentKilled,
  resultOf,
  staleAcceptances,
  triedMutants,
} from './report.ts'
import { needsDatabase, testsOf } from './tests-of.ts'

const root = resolve(import.meta.dirname, '../..')
const source = 'export const isLate = (days: number) =>\n  days > 3 &&\n  days < 9\n'
const at = (line: number, column: number, endLine: number, endColumn: number) => ({
  start: { line, column },
  end: { line: endLine, column: endColumn },
})
const report: MutationReport = {
  files: {
    'contract/late.ts': {
      source,
      mutants: [
        { status: 'Killed', replacement: 'false', location: at(2, 3, 2, 11) },
        { status: 'Timeout', replacement: 'true', location: at(2, 3, 2, 11) },
        { status: 'Survived', replacement: 'days >= 3', location: at(2, 3, 2, 11) },
        { status: 'NoCoverage', replacement: 'true', location: at(2, 3, 3, 11) },
        { status: 'CompileError', replacement: '""', location: at(2, 3, 2, 11) },
      ],
    },
  },
}

test('a developer reads which changes of the code no test notices', () => {
  const result = resultOf(triedMutants(report), [])
  expect(result).toEqual({
    killed: 2,
    refused: 0,
    accepted: 0,
    survivors: [
      { path: 'contract/late.ts', line: 2, code: 'days > 3 &&', change: 'days > 3 → days >= 3' },
      { path: 'contract/late.ts', line: 2, code: 'days > 3 &&', change: 'days > 3 && days < 9 → true' },
    ],
  })
  expect(percentKilled(result)).toBe(50)
})

test('a sample says how far off it may be, less so the larger it is', () => {
  const survivor = { path: 'contract/late.ts', line: 2, code: 'days > 3', change: 'days > 3 → true' }
  const sample = (killed: number, survived: number) =>
    marginOf({ killed, survivors: Array<typeof survivor>(survived).fill(survivor) })
  expect(sample(85, 15)).toBeCloseTo(7.1, 1)
  expect(sample(850, 150)).toBeCloseTo(2.2, 1)
  expect(sample(20, 0)).toBeGreaterThan(5)
})

test('a change that the compiler refuses is noticed before any test runs', () => {
  const texts: string[] = []
  const tried = triedMutants(report, (path, text) => {
    texts.push(`${path}\n${text}`)
    return texts.length === 1
  })
  expect(texts).toEqual([
    `contract/late.ts\n${source.replace('days > 3', 'days >= 3')}`,
    'contract/late.ts\nexport const isLate = (days: number) =>\n  true\n',
  ])
  const { killed, refused, survivors } = resultOf(tried, [])
  expect([killed, refused, survivors.length]).toEqual([3, 1, 1])
})

test('the compiler refuses what it would refuse in the tree, and nothing else', () => {
  const refuses = openCompiler(root)
  const text = readFileSync(join(root, 'contract/money.ts'), 'utf8')
  expect(refuses('contract/money.ts', text)).toBe(false)
  expect(refuses('contract/money.ts', text.replace('places = 6', 'places = 7'))).toBe(false)
  expect(refuses('contract/money.ts', text.replace('places = 6', "places = ''"))).toBe(true)
  expect(refuses('contract/money.ts', text.replace('return', 'return return'))).toBe(true)
})

test('a change that is accepted counts neither way', () => {
  const accepted = [{ code: 'days > 3 &&', change: 'days > 3 → days >= 3', reason: 'Nobody asks on the third day.' }]
  const result = resultOf(triedMutants(report), accepted)
  expect([result.killed, result.accepted, result.survivors.length]).toEqual([2, 1, 1])
  expect(staleAcceptances(accepted, [{ text: source }])).toEqual([])
  expect(staleAcceptances(accepted, [{ text: 'days > 4 &&' }])).toEqual(['days > 3 &&: no file has this line'])
})

test('every change that was accepted is one of a line that exists, and says why', () => {
  const files = projectFiles(root, /^(contract|server)\/.*(?<!\.test)\.ts$/)
  expect(staleAcceptances(acceptedMutants, files)).toEqual([])
  expect(acceptedMutants.filter(({ reason }) => !reason.endsWith('.'))).toEqual([])
})

test('a change that other tests of the feature notice is killed', () => {
  const tried = triedMutants(report)
  const second = tried.slice(-1).map((mutant) => ({ ...mutant, isKilled: true }))
  expect(combine(tried, second).map(({ isKilled }) => isKilled)).toEqual([true, true, false, true])
})

test('a sample is the same each time it is drawn, about as large as was asked, and another with another seed', () => {
  const changes = Array.from({ length: 1_000 }, (_, line) => ({
    path: 'contract/late.ts',
    line,
    code: `days > ${line}`,
    change: `days > ${line} → true`,
  }))
  const draw = (seed: string) => changes.filter((change) => isChosen({ oneIn: 10, seed, again: {} }, change))
  expect(draw('1')).toEqual(draw('1'))
  expect(draw('1')).not.toEqual(draw('2'))
  expect(draw('1').length).toBeGreaterThan(60)
  expect(draw('1').length).toBeLessThan(140)
  const [first, second] = changes
  if (first === undefined || second === undefined) throw new Error('there are changes')
  const again = { 'contract/late.ts': [identityOf(second)] }
  expect([first, second].map((change) => isChosen({ oneIn: 1, seed: '1', again }, change))).toEqual([false, true])
})

test('a change is tried with the tests beside its file first, then with those of its feature', () => {
  const tests = [
    'contract/requests/main-requests.test.ts',
    'server/auth/limits/throttle.test.ts',
    'server/auth/session/sessions.test.ts',
    'server/auth/sign-in/sign-in-timing.test.ts',
    'server/requests/requests.test.ts',
    'server/tests/isolation.test.ts',
  ]
  expect(testsOf('server/auth/limits/alarms.ts', tests, [])).toEqual({
    near: ['server/auth/limits/throttle.test.ts'],
    far: ['server/auth/limits/throttle.test.ts', 'server/auth/session/sessions.test.ts'],
  })
  expect(testsOf('contract/requests/rules.ts', tests, ['isolation'])).toEqual({
    near: ['contract/requests/main-requests.test.ts', 'server/tests/isolation.test.ts'],
    far: [
      'contract/requests/main-requests.test.ts',
      'server/requests/requests.test.ts',
      'server/tests/isolation.test.ts',
    ],
  })
  expect(testsOf('contract/live.ts', tests, [])).toEqual({ near: [], far: [] })
})

test('a database is started only for tests that ask for one', () => {
  expect(needsDatabase(root, ['contract/money.test.ts', 'server/http/admission/lane.test.ts'])).toBe(false)
  expect(needsDatabase(root, ['server/http/headers.test.ts'])).toBe(true)
})
