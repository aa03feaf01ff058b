import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectFiles } from './project-files.ts'
import { withTemporaryProject } from './temporary-project.ts'

/*
 * What a new field of a document costs. A field is planted in a copy of the tree, as CONTRIBUTING.md says; the copy must
 * compile and show the field everywhere. The figures in CONTRIBUTING.md are those below.
 */

const root = resolve(import.meta.dirname, '../..')
const program = /^(contract|database|server|web)\/.*\.(tsx?|json|md|typ|css)$|^(package|tsconfig)\.json$/
const languages = ['en', 'de', 'fr', 'es', 'nl', 'ar']

/** One line that is added to a file of the copy, behind the line that contains `after`. */
type Addition = { path: string; after: string; line: string }

const textsOf = (name: string, label: string): Addition[] =>
  languages.flatMap((language) => [
    {
      path: `contract/messages/${language}/fields.json`,
      after: '"field.placedBy"',
      line: `  "field.${name}": "${label}",`,
    },
    {
      path: `contract/messages/${language}/changes.json`,
      after: '"changed.shipTo"',
      line: `  "changed.${name}": "${label}",`,
    },
  ])

const codeFiles = (additions: readonly Addition[]) =>
  [...new Set(additions.map(({ path }) => path))].filter((path) => !path.startsWith('contract/messages/')).sort()

/** Runs `inspect` in a copy of the program with these lines added. */
const withPlanted = <T>(additions: readonly Addition[], inspect: (folder: string) => T) => {
  const files = Object.fromEntries(projectFiles(root, program).map(({ path, text }) => [path, text]))
  return withTemporaryProject(files, (folder) => {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    for (const { path, after, line } of additions) {
      const lines = readFileSync(join(folder, path), 'utf8').split('\n')
      const index = lines.findIndex((text) => text.includes(after))
      expect(index, `${path} has no line with ${after}`).toBeGreaterThan(-1)
      writeFileSync(join(folder, path), lines.toSpliced(index + 1, 0, line).join('\n'))
    }
    return inspect(folder)
  })
}

const typeErrors = (folder: string) =>
  ['server', 'web'].flatMap((layer) => {
    const compiler = join(root, 'node_modules/typescript-native/bin/tsc')
    const settings = ['--incremental', 'false', '--tsBuildInfoFile', 'null']
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', layer, ...settings], {
      cwd: folder,
      encoding: 'utf8',
    })
    return stdout.split('\n').filter((line) => line !== '')
  })

/** What a script in the copy prints as JSON. */
const printed = (folder: string, script: string): unknown => {
  writeFileSync(join(folder, 'script.mjs'), script)
  return JSON.parse(execFileSync(process.execPath, ['script.mjs'], { cwd: folder, encoding: 'utf8' }))
}

const script = `
import Value from 'typebox/value'
import { IngestDocument } from './contract/ingest/documents.ts'
import { compareVersions } from './contract/documents/activity.ts'
import { showDocument } from './contract/documents/endpoints.ts'
import { headerFieldList, headerFieldsWith } from './contract/documents/header-fields.ts'
import { lineFieldsWith } from './contract/documents/line-fields.ts'
import { changesBetween, comparableContentOf } from './server/ingest/derive/changes.ts'
import { columnsOf } from './server/documents/export/columns.ts'
import { prepare } from './server/ingest/check/prepare.ts'
import { readUbl } from './server/formats/ubl/read/read-ubl.ts'
import { documentContent } from './server/papers/document.ts'
import { localeFor } from './server/papers/locale.ts'
import { lineTable } from './server/papers/lines.ts'
import { writeUbl } from './server/formats/ubl/write/write-ubl.ts'

const order = (header, line) => ({
  ...{ type: 'orders', number: 'SO-1', account: 'C-1', issueDate: '2026-03-01', currency: 'EUR', ...header },
  lines: [{ line: '10', sku: 'RI-40', quantity: '1', unit: 'EA', ...line }],
})
const contentOf = (document) => comparableContentOf(prepare(document, 1, 1))
const fieldsOf = ({ changes, amounts }) => [...changes, ...amounts].map(({ field }) => field)
const locale = localeFor('en', null)
const headingOf = (name) => columnsOf({ permissions: new Set() }, 'orders', name, 'en')[0].heading
`

const lineField: Addition[] = [
  {
    path: 'contract/documents/line-fields.ts',
    after: "note: { kind: 'text'",
    line: "  keyword: { kind: 'code', max: 40, detail: true, paper: true, history: true, comparison: true, ubl: ['cac:Item/cbc:Keyword'] },",
  },
  {
    path: 'contract/ingest/fields.ts',
    after: "commodityCode: 'Customs tariff number.'",
    line: "  keyword: 'A word by which the item is looked up.',",
  },
  ...textsOf('keyword', 'Keyword'),
]

const headerField: Addition[] = [
  {
    path: 'contract/documents/header-fields.ts',
    after: 'const headerFields = {',
    line: "  department: { max: 100, detail: true, paper: true, history: true, comparison: true, ubl: ['cbc:AccountingCostCode'] },",
  },
  {
    path: 'contract/ingest/fields.ts',
    after: 'costCentre:',
    line: "  department: 'The customer’s department.',",
  },
  ...textsOf('department', 'Department'),
]

const particular: Addition[] = [
  {
    path: 'contract/documents/particulars.ts',
    after: 'confirmationNumber: particular',
    line: "    routing: particular('text', { paper: true, history: true, comparison: true }),",
  },
  ...textsOf('routing', 'Routing'),
]

describe('a new field of a document', { timeout: 300_000 }, () => {
  test('costs two files of code and the texts, and shows in reply, page, paper, history, comparison, files and UBL', async () => {
    expect(codeFiles(lineField)).toEqual(['contract/documents/line-fields.ts', 'contract/ingest/fields.ts'])
    expect(codeFiles(headerField)).toEqual(['contract/documents/header-fields.ts', 'contract/ingest/fields.ts'])
    expect(codeFiles(particular)).toEqual(['contract/documents/particulars.ts'])
    await withPlanted([...lineField, ...headerField, ...particular], (folder) => {
      expect(
        printed(
          folder,
          `${script}
const sent = order({}, { keyword: 'seal' })
const read = await readUbl(new TextEncoder().encode(writeUbl(sent, { account: { number: 'C-1', name: 'Hill', identifiers: [] }, seller: { name: 'Nord' } })))
const unknown = Object.fromEntries(Object.keys(showDocument.reply.properties.lines.items.properties).map((name) => [name, null]))
const lists = { details: {}, properties: [], allowances: [], deliveries: [], lots: [], serials: [] }
const line = { ...unknown, ...lists, ...sent.lines[0] }
console.log(JSON.stringify({
  taken: [Value.Check(IngestDocument, sent), Value.Check(IngestDocument, order({}, { keyword: 'x'.repeat(41) }))],
  stored: JSON.parse(prepare(sent, 1, 1).lines[0].details).keyword,
  replied: 'keyword' in showDocument.reply.properties.lines.items.properties,
  page: lineFieldsWith('detail').includes('keyword'),
  paper: JSON.stringify(lineTable({ type: 'orders', lines: [line] }, 'EUR', locale, true)).includes('Keyword: seal'),
  history: fieldsOf(changesBetween(contentOf(order({}, {})), contentOf(sent))),
  compared: JSON.stringify(compareVersions.reply).includes('keyword'),
  ubl: read.message?.document.lines[0].keyword ?? read,
}))`,
        ),
      ).toEqual({
        taken: [true, false],
        stored: 'seal',
        replied: true,
        page: true,
        paper: true,
        history: ['keyword'],
        compared: true,
        ubl: 'seal',
      })
      expect(
        printed(
          folder,
          `${script}
const sent = order({ department: 'Press shop' }, {})
const read = await readUbl(new TextEncoder().encode(writeUbl(sent, { account: { number: 'C-1', name: 'Hill', identifiers: [] }, seller: { name: 'Nord' } })))
const detail = { type: 'orders', number: 'SO-1', status: 'confirmed', header: {}, totals: null, packages: [], lines: [], department: 'Press shop' }
const paper = documentContent(detail, { account: { number: 'C-1', name: 'Hill' }, references: [] }, locale, { portal: 'Nord', color: '#000000', seller: null, logo: null })
console.log(JSON.stringify({
  taken: [Value.Check(IngestDocument, sent), Value.Check(IngestDocument, order({ department: 'x'.repeat(101) }, {}))],
  stored: JSON.parse(prepare(sent, 1, 1).row.details).department,
  replied: 'department' in showDocument.reply.properties,
  page: headerFieldList.some(([name, { detail }]) => name === 'department' && detail),
  paper: paper.facts.filter(({ label }) => label === 'Department').map(({ value }) => value),
  history: fieldsOf(changesBetween(contentOf(order({}, {})), contentOf(sent))),
  compared: headerFieldsWith('comparison').includes('department'),
  column: headingOf('department'),
  ubl: read.message?.document.department ?? read,
}))`,
        ),
      ).toEqual({
        taken: [true, false],
        stored: 'Press shop',
        replied: true,
        page: true,
        paper: ['Press shop'],
        history: ['department'],
        compared: true,
        column: 'Department',
        ubl: 'Press shop',
      })
      expect(
        printed(
          folder,
          `${script}
const sent = order({ details: { routing: 'By rail' } }, {})
console.log(JSON.stringify({
  stored: JSON.parse(prepare(sent, 1, 1).row.details).routing,
  history: fieldsOf(changesBetween(contentOf(order({}, {})), contentOf(sent))),
  compared: headerFieldsWith('comparison').includes('routing'),
  column: headingOf('routing'),
}))`,
        ),
      ).toEqual({ stored: 'By rail', history: ['routing'], compared: true, column: 'Routing' })
      expect(typeErrors(folder)).toEqual([])
    })
  })
})
