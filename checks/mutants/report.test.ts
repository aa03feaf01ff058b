import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { projectFiles } from '../rules/project-files.ts'
import { acceptedMutants } from './accepted.ts'
import { type MutationReport, percentKilled, resultOf, staleAcceptances } from './report.ts'

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
  const result = resultOf(report, [])
  expect(result).toEqual({
    killed: 2,
    accepted: 0,
    survivors: [
      { path: 'contract/late.ts', line: 2, code: 'days > 3 &&', change: 'days > 3 → days >= 3' },
      { path: 'contract/late.ts', line: 2, code: 'days > 3 &&', change: 'days > 3 && days < 9 → true' },
    ],
  })
  expect(percentKilled(result)).toBe(50)
})

test('a change that is accepted counts neither way', () => {
  const accepted = [{ code: 'days > 3 &&', change: 'days > 3 → days >= 3', reason: 'Nobody asks on the third day.' }]
  const result = resultOf(report, accepted)
  expect([result.killed, result.accepted, result.survivors.length]).toEqual([2, 1, 1])
  expect(staleAcceptances(accepted, [{ text: source }])).toEqual([])
  expect(staleAcceptances(accepted, [{ text: 'days > 4 &&' }])).toEqual(['days > 3 &&: no file has this line'])
})

test('every change that was accepted is one of a line that exists, and says why', () => {
  const files = projectFiles(resolve(import.meta.dirname, '../..'), /^(contract|server)\/.*(?<!\.test)\.ts$/)
  expect(staleAcceptances(acceptedMutants, files)).toEqual([])
  expect(acceptedMutants.filter(({ reason }) => !reason.endsWith('.'))).toEqual([])
})
