import { expect, test } from 'vitest'
import { climbingImports, crowdedFolders } from './rooms.ts'

const file = (path: string, text: string) => [{ path, text }]
const filesIn = (folder: string, count: number) => Array.from({ length: count }, (_, index) => `${folder}/${index}.ts`)

test('a folder may have 40 files and not one more', () => {
  expect(crowdedFolders([...filesIn('web/ui', 40), ...filesIn('web/ui/fields', 40)])).toEqual([])
  expect(crowdedFolders(filesIn('web/ui', 41))).toEqual(['web/ui: 41 files, 40 allowed'])
  expect(crowdedFolders([...filesIn('docs/decisions', 41), ...filesIn('database/migrations', 41)])).toEqual([])
})

test.for([
  "import { value } from '../../values.ts'",
  "import type { Value } from '../../values.ts'",
  "export { value } from '../../values.ts'",
  "const late = import('../../values.ts')",
  "type Late = import('../../values.ts').Value",
])('an import that climbs more than one folder is caught: %s', (text) => {
  expect(climbingImports(file('server/documents/list/list.ts', text))).toEqual([
    'server/documents/list/list.ts:1: ../../values.ts climbs more than one folder: begin it with #server/',
  ])
})

test('an import that leaves its layer by climbing is caught', () => {
  expect(climbingImports(file('server/app.ts', "import { value } from '../contract/values.ts'"))).toHaveLength(1)
})

test.for([
  ['server/documents/list/list.ts', "import { value } from '../fields.ts'"],
  ['server/documents/list/list.ts', "import { value } from './queries.ts'"],
  ['server/documents/list/list.ts', "import { value } from '#contract/values.ts'"],
  ['server/app.ts', "import { value } from '#contract/values.ts'"],
  ['checks/dev.ts', "import { value } from '../run.mjs'"],
] as const)('%s may say %s', ([path, text]) => {
  expect(climbingImports(file(path, text))).toEqual([])
})
