import type { Pool } from 'pg'
import type { Comparison, Side, Version } from '../../contract/documents/activity.ts'
import type { ChangedField, StoredChange } from '../../contract/documents/changes.ts'
import { headerOf, linesOf, plainValue, type Values } from '../../contract/documents/content.ts'
import { notFound } from '../../contract/errors.ts'
import type { DocumentType } from '../../contract/values.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { allow } from './list.ts'
import { type FamilyChange, readContent, readFamily } from './version-queries.ts'

/** A version with what must be undone of today's content to come to it, newest first. */
type Known = Version & { currency: string | null; undone: readonly FamilyChange[] }

/** What differs between two versions, beside the lines. */
const compared: readonly ChangedField[] = [
  ...(['customerReference', 'validUntil', 'requestedDate', 'promisedDate', 'estimatedDate'] as const),
  ...(['paymentTerms', 'deliveryTerms', 'shipTo', 'net', 'discount', 'charges', 'tax', 'gross'] as const),
]
const told: ReadonlySet<string> = new Set(compared)

/**
 * The versions of one of the viewer's documents, newest first: what it says now, what it said before each change of its
 * content, and the same of the quotes that it supersedes or that supersede it. Raises not_found for one that is absent.
 */
export async function versionsOf(db: Pool, viewer: Viewer, type: DocumentType, number: string): Promise<Version[]> {
  const all = await knownOf(db, viewer, type, number)
  return all.map(({ currency: _currency, undone: _undone, ...version }) => version)
}

/** What differs between two of a document's versions. Raises not_found for a document or version that is none. */
export async function compare(
  db: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
  keys: { from: string; to: string },
): Promise<Comparison> {
  const all = await knownOf(db, viewer, type, number)
  const [from, to] = [all.find((one) => one.key === keys.from), all.find((one) => one.key === keys.to)]
  if (!from || !to) throw notFound()
  const [before, after] = await Promise.all([contentOf(db, viewer, type, from), contentOf(db, viewer, type, to)])
  const { currency, undone: _undone, ...shown } = to
  const { currency: _currency, undone: _before, ...old } = from
  return {
    from: old,
    to: shown,
    currency,
    header: headersOf(before.header, after.header),
    ...linesBetween(before, after),
  }
}

async function knownOf(db: Pool, viewer: Viewer, type: DocumentType, number: string): Promise<Known[]> {
  allow(viewer, type)
  const { family, changes } = await readFamily(db, viewer, type, number)
  if (family.length === 0) throw notFound()
  return family.flatMap((document) => {
    const own = changes.filter((one) => one.documentId === document.id)
    const steps = own.filter(changesContent)
    const revision = typeof document.details.revision === 'string' ? document.details.revision : null
    const base = { number: document.number, currency: document.currency }
    const now: Known = {
      ...base,
      key: `now:${document.number}`,
      revision,
      since: steps[0]?.at ?? document.issueDate,
      current: true,
      undone: [],
    }
    let shown = revision
    const before = steps.map((step, at): Known => {
      const undone = own.slice(0, own.indexOf(step) + 1)
      const named = undone.findLast(({ changes: all }) => all.some((one) => one.field === 'revision'))
      if (named) shown = named.changes.find((one) => one.field === 'revision')?.old ?? null
      const since = steps[at + 1]?.at ?? document.issueDate
      return { ...base, key: `${step.id}:${document.number}`, revision: shown, since, current: false, undone }
    })
    return [now, ...before]
  })
}

/** Whether a change is one of what was offered or ordered, and not of how it stands. */
function changesContent({ changes, amounts }: FamilyChange): boolean {
  const isContent = ({ field, lines }: StoredChange) => lines !== undefined || field === 'revision' || told.has(field)
  return changes.some(isContent) || amounts.some(isContent)
}

type Content = { header: Values; lines: Map<string, Values> }

async function contentOf(db: Pool, viewer: Viewer, type: DocumentType, version: Known): Promise<Content> {
  const row = await readContent(db, viewer, type, version.number)
  if (!row) throw notFound()
  const content = { header: headerOf(row.header, row.details), lines: linesOf(row.lines) }
  for (const { changes, amounts } of version.undone) undo(content, [...changes, ...amounts])
  return content
}

/**
 * Takes the changes of one message back. What came goes first: a line that went and another that came under its name
 * are two changes of one line.
 */
function undo(content: Content, changes: readonly StoredChange[]): void {
  const last = changes.toReversed()
  for (const change of [...last.filter(({ old }) => old === null), ...last.filter(({ old }) => old !== null)]) {
    const { field, old, lines } = change
    if (lines === undefined) content.header[field] = old
    else for (const line of lines) undoLine(content.lines, line, field, old)
  }
}

function undoLine(lines: Map<string, Values>, line: string, field: ChangedField, old: string | null): void {
  if (field === 'line' && old === null) {
    lines.delete(line)
    return
  }
  const values = lines.get(line)
  if (values) values[field] = old
  else if (old !== null) lines.set(line, { [field]: old })
}

function headersOf(before: Values, after: Values): Comparison['header'] {
  return compared.flatMap((field) => {
    const [old, now] = [plainValue(field, before[field]), plainValue(field, after[field])]
    return old === now ? [] : [{ field, old, new: now }]
  })
}

/** The lines side by side: by name where they are of the same article, otherwise by article. */
function linesBetween(before: Content, after: Content): Pick<Comparison, 'lines' | 'same'> {
  const rest = new Map(before.lines)
  const pairs = [...after.lines].map(([line, is]): [string, Values, string | undefined] => {
    const was = rest.get(line)
    const fits = was !== undefined && (!was.sku || !is.sku || was.sku === is.sku)
    if (fits) rest.delete(line)
    return [line, is, fits ? line : undefined]
  })
  const bySku = new Map([...rest].flatMap(([line, { sku }]) => (sku ? [[sku, line] as const] : [])))
  const lines: Comparison['lines'] = []
  let same = 0
  for (const [line, is, found] of pairs) {
    const moved = is.sku ? bySku.get(is.sku) : undefined
    const name = found ?? (moved !== undefined && rest.delete(moved) ? moved : undefined)
    const [old, now] = [name === undefined ? null : sideOf(name, before.lines.get(name) ?? {}), sideOf(line, is)]
    if (old && equal(old, now)) same++
    else lines.push({ old, new: now })
  }
  for (const [line, was] of rest) lines.push({ old: sideOf(line, was), new: null })
  const nameOf = ({ old, new: now }: (typeof lines)[number]) => now?.line ?? old?.line ?? ''
  return { lines: lines.sort((a, b) => byName.compare(nameOf(a), nameOf(b))), same }
}

/** Lines are named by counting, whatever the step. */
const byName = new Intl.Collator('en', { numeric: true })
const sideFields = [
  ...(['quantity', 'unit', 'leadTimeDays', 'requestedDate', 'promisedDate', 'estimatedDate'] as const),
  ...(['unitPrice', 'discountPercent', 'amount'] as const),
]

function sideOf(line: string, values: Values): Side {
  const side = Object.fromEntries(sideFields.map((field) => [field, plainValue(field, values[field])]))
  return { line, item: values.line ?? values.sku ?? null, ...(side as Omit<Side, 'line' | 'item'>) }
}

function equal(a: Side, b: Side): boolean {
  return sideFields.every((field) => a[field] === b[field])
}
