import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { ImportProfile } from '#contract/imports/profile.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { openFiles } from '#server/formats/files/map/open.ts'
import type { NamedFile } from '#server/formats/format.ts'
import {
  type Dialect,
  dialects,
  type Flat,
  flattenDocument,
  kindOf,
  pathsOf,
  writeDialect,
} from '#server/testing/dialects.ts'
import { examplesEndingWith, pathOfExample } from './files.ts'
import { america, germany, office, plain, type Saving, type SheetOptions, saveSheet, type Table } from './office.ts'

/*
 * Documents that LibreOffice has saved as spreadsheets and lists, in the ways of several countries, are the same documents
 * when a profile has read them. All documents of the folder's NDJSON files, in six dialects.
 */

const folder = await mkdtemp(join(tmpdir(), 'portal-office-'))
afterAll(() => rm(folder, { recursive: true }))

const groups = new Map<string, IngestDocument[]>()
for (const name of examplesEndingWith('.ndjson')) {
  for (const line of (await readFile(pathOfExample(name), 'utf8')).split('\n').filter((text) => text !== '')) {
    const document = JSON.parse(line) as IngestDocument
    const group = `${name} ${document.type}`
    groups.set(group, [...(groups.get(group) ?? []), document])
  }
}

const ways: Readonly<Record<Dialect, SheetOptions & { saving: Saving }>> = {
  german: { country: germany, saving: { separator: ';', charset: 'windows-1252' } },
  tabs: { country: plain, saving: { separator: '\t', charset: 'utf8' } },
  american: { country: america, saving: { separator: ',', charset: 'utf8' } },
  workbook: { country: germany, title: 'List of documents', saving: 'xlsx' },
  apart: { country: { ...germany, grouped: false }, saving: { separator: '|', charset: 'utf-16le' } },
  fixed: { country: { ...germany, grouped: false }, saving: { separator: 'FIX', charset: 'windows-1252' } },
}

const cellsOf = (flat: Flat, paths: readonly string[]) => paths.map((path) => flat[path] ?? '')

/** The documents as one table with a row for each line, and as two tables. */
function tablesOf(documents: readonly IngestDocument[]) {
  const flats = documents.map(flattenDocument)
  const headerPaths = pathsOf(flats.map(({ header }) => header))
  const linePaths = pathsOf(flats.flatMap(({ lines }) => lines))
  const headKinds = headerPaths.map((path) => kindOf(path, false))
  const lineKinds = linePaths.map((path) => kindOf(path, true))
  const headings = [headerPaths.map((path) => `Head ${path}`), linePaths.map((path) => `Line ${path}`)] as const
  const one: Table = {
    headings: headings.flat(),
    kinds: [...headKinds, ...lineKinds],
    rows: flats.flatMap(({ header, lines }) =>
      (lines.length > 0 ? lines : [{}]).map((line) => [...cellsOf(header, headerPaths), ...cellsOf(line, linePaths)]),
    ),
  }
  const heads: Table = {
    headings: headings[0],
    kinds: headKinds,
    rows: flats.map(({ header }) => cellsOf(header, headerPaths)),
  }
  const lines: Table = {
    headings: ['Order', ...headings[1]],
    kinds: ['text', ...lineKinds],
    rows: flats.flatMap(({ header, lines: each }) =>
      each.map((line) => [header.number ?? '', ...cellsOf(line, linePaths)]),
    ),
  }
  return { one, heads, lines }
}

/** Lets LibreOffice write what `writeDialect` writes, for the same profile; of fixed columns with its own widths. */
async function saveByOffice(
  documents: readonly IngestDocument[],
  dialect: Dialect,
): Promise<{ files: NamedFile[]; profile: ImportProfile }> {
  const { files, profile } = await writeDialect(documents, dialect, folder)
  const { saving, ...options } = ways[dialect]
  const { one, heads, lines } = tablesOf(documents)
  const save = async (table: Table, file: NamedFile, more: Partial<SheetOptions> = {}) => {
    const path = await saveSheet(table, saving, { ...options, ...more, folder, name: `${dialect}-saved` })
    await rename(path, join(folder, file.name))
  }
  if (dialect === 'apart') {
    await save(heads, files[0] as NamedFile)
    await save(lines, files[1] as NamedFile)
    return { files, profile }
  }
  const [file] = files as [NamedFile]
  if (dialect !== 'fixed') {
    await save(one, file)
    return { files, profile }
  }
  const widths = one.headings.map(
    (heading, column) => 2 + Math.max(heading.length, ...one.rows.map((row) => row[column]?.length ?? 0)),
  )
  await save(one, file, { widths })
  let from = 1
  const columns = one.headings.map((name, column) => {
    const width = { name, from, length: widths[column] ?? 1 }
    from += width.length
    return width
  })
  return { files, profile: { ...profile, tables: [{ name: 'rows', widths: columns, first: 2 }] } }
}

/** A workbook keeps the value of a number, not the zeros behind it. */
const withoutEndZeros = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === 'string' && /^-?\d+\.\d+$/.test(inner) ? inner.replace(/\.?0+$/, '') : inner,
  )

if (office === undefined && groups.size > 0)
  console.warn(
    'LibreOffice is not installed: spreadsheets are left out (Debian: apt-get install libreoffice-calc-nogui).',
  )

const cases = [...groups].flatMap(([group, documents]) => dialects.map((dialect) => ({ group, documents, dialect })))

test.skipIf(office === undefined || cases.length === 0).each(cases)(
  'LibreOffice’s $dialect of $group are the same documents',
  async ({ documents, dialect }) => {
    const { files, profile } = await saveByOffice(documents, dialect)
    const mapped = await openFiles(profile, files, { scratch: folder, id: dialect })
    const read: unknown[] = []
    for await (const { document, customer, problems } of mapped.documents()) {
      expect(problems).toEqual([])
      const lines = document.lines as { line: string }[] | undefined
      lines?.sort((a, b) => Number(a.line) - Number(b.line))
      read.push({ ...document, account: customer?.value })
    }
    mapped.close()
    const shape = dialect === 'workbook' ? withoutEndZeros : (value: unknown) => value
    expect(shape(read)).toEqual(shape(documents))
  },
)
