import type { ReadOptions } from '#contract/imports/profile.ts'
import type { Column } from '#contract/imports/values.ts'
import type { CustomerKey, MappedDocument } from '#server/formats/format.ts'
import type { Problem } from '#server/formats/message.ts'
import { type Cell, isBlank } from '../read/rows.ts'
import { nodesAt, pathOf } from './columns.ts'
import type { CompiledField, CompiledList, CompiledProfile } from './compile.ts'
import { readDay, readMoment } from './days.ts'
import { ValueFault } from './decimals.ts'
import { comparable, decimalOf, type KeptRow, type Scope, textOf } from './evaluate.ts'
import { jsonPathOf, type Segment, type TargetKind } from './targets.ts'

/** Where a value of a document came from. */
export type Origin = { table: number; row: KeptRow; column: Column | undefined }
/** The rows of a document: its own, and for each list those of its table. */
export type DocumentRows = { rows: KeptRow[]; listRows: KeptRow[][] }

type MappedRows = Omit<MappedDocument, 'line'>

type OnValue = (path: string, origin: Origin) => void

/**
 * The document that rows are by a profile, in the ingest format and not checked yet, and what of them cannot be used.
 * `onValue` hears of each value where it came from.
 */
export function mapDocument(
  compiled: CompiledProfile,
  { rows, listRows }: DocumentRows,
  onValue?: OnValue,
): MappedRows {
  const [first] = rows as [KeptRow, ...KeptRow[]]
  const mapping = new Mapping(compiled, first, onValue)
  const document: Record<string, unknown> = {}
  mapping.fill(document, [], compiled.documentTable, compiled.fields, first, 1)
  for (const [index, list] of compiled.lists.entries()) {
    const entries = mapping.entries(list, list.ownTable ? (listRows[index] ?? []) : rows)
    if (entries.length > 0) assign(document, list.segments, entries)
  }
  dropConstantEntries(document, compiled.fields)
  dropEmptyEntries(document)
  return { document, customer: mapping.customer(), problems: mapping.problems }
}

/** Maps the values of one document, and collects what is wrong with them. */
class Mapping {
  readonly problems: Problem[] = []
  readonly #compiled: CompiledProfile
  readonly #first: KeptRow
  readonly #onValue: OnValue | undefined

  constructor(compiled: CompiledProfile, first: KeptRow, onValue: OnValue | undefined) {
    this.#compiled = compiled
    this.#first = first
    this.#onValue = onValue
  }

  /** Sets fields from a row. Returns whether any value came from the row. */
  fill(
    into: Record<string, unknown>,
    at: readonly Segment[],
    table: number,
    fields: readonly CompiledField[],
    row: KeptRow,
    position: number,
  ): boolean {
    const scope: Scope = { entry: row, document: this.#first, position }
    let hasOwnValue = false
    for (const { segments, column, evaluate, target, constant } of fields) {
      const path = () => jsonPathOf([...at, ...segments])
      this.#onValue?.(path(), { table, row, column })
      const value = this.#guarded(path, () => convert(evaluate(scope), target, this.#compiled.profile.read))
      if (value === undefined) continue
      if (value !== fault) assign(into, segments, value)
      if (!constant || value === fault) hasOwnValue = true
    }
    return hasOwnValue
  }

  /** The entries of a list from rows of its table. */
  entries(list: CompiledList, rows: readonly KeptRow[]): Record<string, unknown>[] {
    const entries: Record<string, unknown>[] = []
    const seen = new Set<string>()
    for (const row of rows.flatMap((listRow) =>
      list.each === undefined ? [listRow] : entryNodes(listRow, list.each),
    )) {
      const countBefore = this.problems.length
      const entry = this.#entry(list, row, entries.length)
      if (!entry) continue
      const text = list.distinct && this.problems.length === countBefore ? JSON.stringify(entry) : ''
      if (text !== '' && seen.has(text)) continue
      seen.add(text)
      entries.push(entry)
    }
    return entries
  }

  #entry(list: CompiledList, row: KeptRow, index: number): Record<string, unknown> | undefined {
    const at = [...list.segments, index]
    const scope: Scope = { entry: row, document: this.#first, position: index + 1 }
    const { when } = list
    if (
      when &&
      this.#guarded(
        () => jsonPathOf(at),
        () => when(scope),
      ) !== true
    )
      return undefined
    const entry: Record<string, unknown> = {}
    if (!this.fill(entry, at, list.table, list.fields, row, index + 1)) return undefined
    dropEmptyEntries(entry)
    return entry
  }

  /** The customer of the document, or undefined when there is none and a problem says why. */
  customer(): CustomerKey | undefined {
    const { customer, profile, documentTable } = this.#compiled
    const scope: Scope = { entry: this.#first, document: this.#first, position: 1 }
    this.#onValue?.('$.account', { table: documentTable, row: this.#first, column: customer.column })
    const value = this.#guarded(
      () => '$.account',
      () => textOf(customer.evaluate(scope)),
    )
    if (value === fault) return undefined
    if (value === '') return this.#refuseCustomer('The customer is missing.')
    if (customer.by !== 'name') return { by: customer.by, value }
    const number = numberOfName(value, profile.documents.customer.names ?? {})
    if (number !== undefined) return { by: 'number', value: number }
    return this.#refuseCustomer(
      `Nobody has confirmed which customer "${value.slice(0, 100)}" is. Add the name with the customer's number to "names" of the profile.`,
    )
  }

  #refuseCustomer(message: string): undefined {
    this.problems.push({ path: '$.account', message })
    return undefined
  }

  #guarded<T>(path: () => string, step: () => T): T | typeof fault {
    try {
      return step()
    } catch (error) {
      if (!(error instanceof ValueFault)) throw error
      this.problems.push({ path: path(), message: error.message })
      return fault
    }
  }
}

/** Stands for a value that cannot be used. */
const fault = Symbol('fault')

function numberOfName(name: string, names: Readonly<Record<string, string>>): string | undefined {
  const wanted = comparable(name)
  return Object.entries(names).find(([known]) => comparable(known) === wanted)?.[1]
}

function entryNodes(row: KeptRow, path: string): KeptRow[] {
  if (!('tree' in row)) return [row]
  return nodesAt(row.tree, pathOf(path)).map((tree) => ({ line: row.line, tree }))
}

/** The value of a cell as its field takes it; undefined when the cell is empty. Throws ValueFault. */
function convert(cell: Cell, target: TargetKind, read: ReadOptions): unknown {
  if (isBlank(cell)) return undefined
  const order = read.dates ?? 'day first'
  switch (target.kind) {
    case 'decimal':
      return withPlaces(decimalOf(cell, read), target.places) || undefined
    case 'day':
      return (
        (typeof cell === 'object' && 'moment' in cell ? cell.moment.slice(0, 10) : readDay(dateText(cell), order)) ||
        undefined
      )
    case 'moment':
      return readMoment(dateText(cell), order, read.timeZone ?? 'UTC') || undefined
    case 'float':
      return Number(decimalOf(cell, read))
    case 'truth':
      return /^(?:true|1|x|y|yes|j|ja|o|oui|s|si|sí|نعم)$/i.test(textOf(cell))
    case 'texts':
      return textOf(cell)
        .split(/[,;\n]/)
        .map((text) => text.trim())
        .filter((text) => text !== '')
    case 'code':
      return readableText(cell).toUpperCase()
    default:
      return readableText(cell) || undefined
  }
}

function dateText(cell: Cell): string {
  // A workbook's own dates need no order, and a number there is a count of days.
  if (typeof cell === 'object' && 'number' in cell) return cell.number.replace(/\.0*$/, '')
  return textOf(cell)
}

function readableText(cell: Cell): string {
  const text = textOf(cell)
  if (!text.includes('\ufffd')) return text
  throw new ValueFault(
    `"${text.slice(0, 60)}" has characters that cannot be read: the file has another encoding than the profile. Correct "encoding", for example windows-1252.`,
  )
}

/** The decimal without zeros at its end that the field has no places for. */
function withPlaces(decimal: string, places: number): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  if (fraction.length <= places) return decimal
  const kept = fraction.replace(/0+$/, '').padEnd(Math.min(places, 2), '0')
  return kept === '' ? whole : `${whole}.${kept}`
}

function assign(into: Record<string, unknown>, segments: readonly Segment[], value: unknown): void {
  let at: Record<Segment, unknown> = into
  for (const [index, step] of segments.slice(0, -1).entries()) {
    at[step] ??= typeof segments[index + 1] === 'number' ? [] : {}
    at = at[step] as Record<Segment, unknown>
  }
  at[segments.at(-1) as Segment] = value
}

/** Removes entries of lists, such as references[1], to which only constants gave a value. */
function dropConstantEntries(document: Record<string, unknown>, fields: readonly CompiledField[]): void {
  const entries = new Map<string, { at: Segment[]; keep: boolean }>()
  for (const { segments, constant } of fields) {
    const end = segments.findIndex((step) => typeof step === 'number')
    if (end === -1 || end === segments.length - 1) continue
    const at = segments.slice(0, end + 1)
    const entry = entries.get(jsonPathOf(at)) ?? { at, keep: false }
    if (!constant && valueIn(document, segments) !== undefined) entry.keep = true
    entries.set(jsonPathOf(at), entry)
  }
  for (const { at, keep } of entries.values()) {
    const list = keep ? undefined : valueIn(document, at.slice(0, -1))
    if (Array.isArray(list)) list[at.at(-1) as number] = undefined
  }
}

function valueIn(document: unknown, segments: readonly Segment[]): unknown {
  return segments.reduce<unknown>((value, step) => (value as Record<Segment, unknown> | undefined)?.[step], document)
}

/** Closes the gaps of lists whose entries have no value. */
function dropEmptyEntries(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, child] of Object.entries(value)) {
    if (Array.isArray(child)) {
      const kept = child.filter((entry) => entry !== undefined)
      ;(value as Record<string, unknown>)[name] = kept.length > 0 ? kept : undefined
      if (kept.length === 0) delete (value as Record<string, unknown>)[name]
      for (const entry of kept) dropEmptyEntries(entry)
    } else dropEmptyEntries(child)
  }
}
