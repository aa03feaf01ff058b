import type { ImportProfile } from '#contract/imports/profile.ts'
import type { IngestReport } from '#contract/ingest/documents.ts'
import type { MappedDocument, MappedFiles, NamedFile } from '#server/formats/format.ts'
import type { Problem } from '#server/formats/message.ts'
import { type CompiledProfile, compileProfile } from './compile.ts'
import { type DocumentRows, mapDocument, type Origin } from './document.ts'
import type { KeptRow } from './evaluate.ts'
import { filesOfTables } from './file-sets.ts'
import { KeptRows, Numbers } from './kept-rows.ts'
import { placeOf } from './places.ts'
import { readTable, type TableSource } from './read-table.ts'

type Problems = IngestReport['errors']

/**
 * Reads files by a profile and finds the rows of each document. `scratch` is a folder for what does not stay in memory,
 * `id` a name there. With `mostRows` no more rows of a table are read, and the last document, whose rows may go on, is
 * left out. Throws FileRefused when a file cannot be read by the profile.
 */
export async function openFiles(
  profile: ImportProfile,
  files: readonly NamedFile[],
  { scratch, id, mostRows }: { scratch: string; id: string; mostRows?: number | undefined },
): Promise<MappedFiles> {
  const compiled = compileProfile(profile)
  const rows = new KeptRows(scratch, id)
  try {
    const index = await indexRows(compiled, files, rows, mostRows)
    const goesOn = !index.isWhole && profile.documents.per !== 'row'
    const count = index.firstRows.length - (goesOn && index.firstRows.length > 1 ? 1 : 0)
    const rowsOf = (number: number) => collectRows(compiled, rows, index, number)
    const cellOf = ({ table, row, column }: Origin) =>
      column === undefined ? undefined : compiled.tables[table]?.columns.read(column)(row)
    return {
      documents: async function* () {
        for (let number = 0; number < count; number++) yield mapNumbered(compiled, rowsOf(number), number, index)
      },
      withPlaces: (report) => ({
        ...report,
        errors: withPlaces(report.errors),
        warnings: withPlaces(report.warnings),
      }),
      isWhole: index.isWhole,
      close: () => rows.close(),
    }

    function withPlaces(problems: Problems): Problems {
      let current: { line: number; origins: Map<string, Origin>; refusals: Problem[] } | undefined
      return problems.flatMap((problem) => {
        if (current?.line !== problem.line) {
          const origins = new Map<string, Origin>()
          const number = problem.line - 1
          const mapped = mapDocument(compiled, rowsOf(number), (path, origin) => origins.set(path, origin))
          current = { line: problem.line, origins, refusals: index.faults.has(number) ? [] : mapped.problems }
        }
        const { origins, refusals, line } = current
        // A document that cannot be mapped is told with the first reason; here are all of them.
        const [first] = refusals
        const all = first?.path === problem.path && first.message === problem.message ? refusals : [problem]
        return all.map((entry) => placeOf({ line, ...entry }, origins, index.sources, cellOf))
      })
    }
  } catch (error) {
    rows.close()
    throw error
  }
}

/** Where the rows of documents are: chains of row numbers, each with the next row of the same document. */
type RowIndex = {
  sources: TableSource[]
  /** Of each document: its first row, and the last one while rows are read. */
  firstRows: Numbers
  /** Of each row: the next of its document, or -1. */
  next: Numbers
  /** Rows of other tables by table and key: the first and last of each. */
  others: Map<string, { first: number; last: number }>[]
  faults: Map<number, string>
  isWhole: boolean
}

async function indexRows(
  compiled: CompiledProfile,
  files: readonly NamedFile[],
  rows: KeptRows,
  mostRows = Number.POSITIVE_INFINITY,
): Promise<RowIndex> {
  const { profile, documentTable } = compiled
  const index: RowIndex = {
    sources: [],
    firstRows: new Numbers(),
    next: new Numbers(),
    others: profile.tables.map(() => new Map()),
    faults: new Map(),
    isWhole: true,
  }
  for (const { table, file } of filesOfTables(profile, files)) {
    const source: TableSource = { file: file.name, places: [] }
    index.sources[table] = source
    const readsKey = table === documentTable ? compiled.key : compiled.lists.find((list) => list.table === table)?.key
    const addRow = table === documentTable ? documentRows(profile, index) : otherRows(index, table)
    let read = 0
    for await (const { row, fault } of readTable(compiled, table, file, source)) {
      if (read++ >= mostRows) {
        index.isWhole = false
        break
      }
      const key = JSON.stringify((readsKey ?? []).map((read) => read(row)))
      const number = rows.add(row)
      index.next.push(-1)
      addRow(number, key, fault)
    }
  }
  return index
}

type AddRow = (row: number, key: string, fault: string | undefined) => void

/** Puts rows of the documents' table to their documents. */
function documentRows({ documents: { per } }: ImportProfile, index: RowIndex): AddRow {
  const byKey = new Map<string, number>()
  const lastRows = new Numbers()
  return (row, ownKey, fault) => {
    const key = per === 'file' ? '' : ownKey
    const known = fault !== undefined || per === 'row' ? undefined : byKey.get(key)
    if (known !== undefined) {
      index.next.set(lastRows.at(known), row)
      lastRows.set(known, row)
      return
    }
    const document = index.firstRows.length
    if (fault !== undefined) index.faults.set(document, fault)
    else if (per !== 'row') byKey.set(key, document)
    index.firstRows.push(row)
    lastRows.push(row)
  }
}

/** Puts rows of another table to those of their key. */
function otherRows(index: RowIndex, table: number): AddRow {
  const chains = index.others[table] ?? new Map<string, { first: number; last: number }>()
  return (row, key) => {
    const chain = chains.get(key)
    if (!chain) chains.set(key, { first: row, last: row })
    else {
      index.next.set(chain.last, row)
      chain.last = row
    }
  }
}

function collectRows(compiled: CompiledProfile, rows: KeptRows, index: RowIndex, number: number): DocumentRows {
  const chain = (first: number): KeptRow[] => {
    const collected: KeptRow[] = []
    for (let row = first; row !== -1; row = index.next.at(row)) collected.push(rows.get(row))
    return collected
  }
  const own = chain(index.firstRows.at(number))
  const [first] = own as [KeptRow]
  const key = JSON.stringify(compiled.key.map((read) => read(first)))
  const byTable = new Map<number, KeptRow[]>()
  const listRows = compiled.lists.map(({ table, ownTable, key: listKey }) => {
    if (!ownTable) return []
    const known = byTable.get(table)
    if (known) return known
    const start = index.others[table]?.get(listKey.length === 0 ? '[]' : key)
    const read = start ? chain(start.first) : []
    byTable.set(table, read)
    return read
  })
  return { rows: own, listRows }
}

function mapNumbered(
  compiled: CompiledProfile,
  rows: DocumentRows,
  number: number,
  { faults }: RowIndex,
): MappedDocument {
  const fault = faults.get(number)
  const line = number + 1
  if (fault !== undefined) return { line, document: {}, customer: undefined, problems: [{ path: '$', message: fault }] }
  return { line, ...mapDocument(compiled, rows) }
}
