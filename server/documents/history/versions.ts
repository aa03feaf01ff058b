import type { Pool } from 'pg'
import type { ComparedLine, Comparison, DocumentVersion } from '#contract/documents/activity.ts'
import type { ChangedField, StoredChange } from '#contract/documents/changes.ts'
import { type FieldValues, headerValues, lineValues, normaliseValue } from '#contract/documents/content.ts'
import { headerFieldsWith } from '#contract/documents/header-fields.ts'
import { lineFieldsWith } from '#contract/documents/line-fields.ts'
import { notFound } from '#contract/errors.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { requireTypeAccess } from '../type-access.ts'
import { type RevisionChange, readContent, readRevisions } from './version-queries.ts'

/** A version with the changes, newest first, that must be undone in the current content to arrive at it. */
type ReversibleVersion = DocumentVersion & { currency: string | null; laterChanges: readonly RevisionChange[] }

/** The header fields that are compared between two versions. */
const comparedFields: readonly ChangedField[] = [
  ...(['customerReference', 'validUntil', 'requestedDate', 'promisedDate', 'estimatedDate'] as const),
  ...headerFieldsWith('comparison'),
  ...(['shipTo', 'net', 'discount', 'charges', 'tax', 'gross'] as const),
]
const comparedFieldNames: ReadonlySet<string> = new Set(comparedFields)

/**
 * The versions of one of the viewer's documents, newest first: its current content, its content before each change, and
 * the same for the quotes that it supersedes or that supersede it. Throws not_found for an absent document.
 */
export async function versionsOf(
  viewerPool: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
): Promise<DocumentVersion[]> {
  const versions = await readReversibleVersions(viewerPool, viewer, type, number)
  return versions.map(({ currency: _currency, laterChanges: _laterChanges, ...version }) => version)
}

/** The differences between two of a document's versions. Throws not_found for an unknown document or version. */
export async function compareVersions(
  viewerPool: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
  keys: { from: string; to: string },
): Promise<Comparison> {
  const versions = await readReversibleVersions(viewerPool, viewer, type, number)
  const [from, to] = [versions.find((one) => one.key === keys.from), versions.find((one) => one.key === keys.to)]
  if (!from || !to) throw notFound()
  const [before, after] = await Promise.all([
    contentOf(viewerPool, viewer, type, from),
    contentOf(viewerPool, viewer, type, to),
  ])
  const { currency, laterChanges: _laterChanges, ...shown } = to
  const { currency: _currency, laterChanges: _before, ...old } = from
  return {
    from: old,
    to: shown,
    currency,
    header: compareHeaders(before.header, after.header),
    ...compareLines(before, after),
  }
}

async function readReversibleVersions(
  viewerPool: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
): Promise<ReversibleVersion[]> {
  requireTypeAccess(viewer, type)
  const { revisions, changes } = await readRevisions(viewerPool, viewer, type, number)
  if (revisions.length === 0) throw notFound()
  return revisions.flatMap((document) => {
    const documentChanges = changes.filter((change) => change.documentId === document.id)
    const contentChanges = documentChanges.filter(changesContent)
    const revision = typeof document.details.revision === 'string' ? document.details.revision : null
    const base = { number: document.number, currency: document.currency }
    const currentVersion: ReversibleVersion = {
      ...base,
      key: `now:${document.number}`,
      revision,
      since: contentChanges[0]?.at ?? document.issueDate,
      current: true,
      laterChanges: [],
    }
    let shownRevision = revision
    const earlierVersions = contentChanges.map((change, index): ReversibleVersion => {
      const laterChanges = documentChanges.slice(0, documentChanges.indexOf(change) + 1)
      const revisionChange = laterChanges.findLast(({ changes: storedChanges }) =>
        storedChanges.some((entry) => entry.field === 'revision'),
      )
      if (revisionChange)
        shownRevision = revisionChange.changes.find((entry) => entry.field === 'revision')?.old ?? null
      const since = contentChanges[index + 1]?.at ?? document.issueDate
      return {
        ...base,
        key: `${change.id}:${document.number}`,
        revision: shownRevision,
        since,
        current: false,
        laterChanges,
      }
    })
    return [currentVersion, ...earlierVersions]
  })
}

/** Whether a change affects what was offered or ordered, and not only the state of the document. */
function changesContent({ changes, amounts }: RevisionChange): boolean {
  const isContent = ({ field, lines }: StoredChange) =>
    lines !== undefined || field === 'revision' || comparedFieldNames.has(field)
  return changes.some(isContent) || amounts.some(isContent)
}

type VersionContent = { header: FieldValues; lines: Map<string, FieldValues> }

async function contentOf(
  viewerPool: Pool,
  viewer: Viewer,
  type: DocumentType,
  version: ReversibleVersion,
): Promise<VersionContent> {
  const row = await readContent(viewerPool, viewer, type, version.number)
  if (!row) throw notFound()
  const content = { header: headerValues(row.header, row.details), lines: lineValues(row.lines) }
  for (const { changes, amounts } of version.laterChanges) undo(content, [...changes, ...amounts])
  return content
}

/**
 * Undoes the changes of one message. Additions are undone first: when one line was removed and another was added under
 * its name, both are changes of the same line.
 */
function undo(content: VersionContent, changes: readonly StoredChange[]): void {
  const reversed = changes.toReversed()
  for (const change of [...reversed.filter(({ old }) => old === null), ...reversed.filter(({ old }) => old !== null)]) {
    const { field, old, lines } = change
    if (lines === undefined) content.header[field] = old
    else for (const line of lines) undoLine(content.lines, line, field, old)
  }
}

function undoLine(lines: Map<string, FieldValues>, line: string, field: ChangedField, old: string | null): void {
  if (field === 'line' && old === null) {
    lines.delete(line)
    return
  }
  const values = lines.get(line)
  if (values) values[field] = old
  else if (old !== null) lines.set(line, { [field]: old })
}

function compareHeaders(before: FieldValues, after: FieldValues): Comparison['header'] {
  return comparedFields.flatMap((field) => {
    const [old, now] = [normaliseValue(field, before[field]), normaliseValue(field, after[field])]
    return old === now ? [] : [{ field, old, new: now }]
  })
}

/** The lines in pairs: by name where they are of the same item, otherwise by item. */
function compareLines(before: VersionContent, after: VersionContent): Pick<Comparison, 'lines' | 'same'> {
  const unmatchedLines = new Map(before.lines)
  const pairs = [...after.lines].map(([line, values]): [string, FieldValues, string | undefined] => {
    const oldValues = unmatchedLines.get(line)
    const isSameArticle = oldValues !== undefined && (!oldValues.sku || !values.sku || oldValues.sku === values.sku)
    if (isSameArticle) unmatchedLines.delete(line)
    return [line, values, isSameArticle ? line : undefined]
  })
  const bySku = new Map([...unmatchedLines].flatMap(([line, { sku }]) => (sku ? [[sku, line] as const] : [])))
  const lines: Comparison['lines'] = []
  let same = 0
  for (const [line, values, matchedName] of pairs) {
    const movedFrom = values.sku ? bySku.get(values.sku) : undefined
    const oldName = matchedName ?? (movedFrom !== undefined && unmatchedLines.delete(movedFrom) ? movedFrom : undefined)
    const [old, now] = [
      oldName === undefined ? null : sideOf(oldName, before.lines.get(oldName) ?? {}),
      sideOf(line, values),
    ]
    if (old && equal(old, now)) same++
    else lines.push({ old, new: now })
  }
  for (const [line, oldValues] of unmatchedLines) lines.push({ old: sideOf(line, oldValues), new: null })
  const nameOf = ({ old, new: now }: (typeof lines)[number]) => now?.line ?? old?.line ?? ''
  return { lines: lines.sort((a, b) => byName.compare(nameOf(a), nameOf(b))), same }
}

/** Line names are counters with any step, so they are sorted as numbers. */
const byName = new Intl.Collator('en', { numeric: true })
const sideFields = lineFieldsWith('comparison')

function sideOf(line: string, values: FieldValues): ComparedLine {
  const side = Object.fromEntries(sideFields.map((field) => [field, normaliseValue(field, values[field])]))
  return { line, item: values.line ?? values.sku ?? null, ...(side as Omit<ComparedLine, 'line' | 'item'>) }
}

function equal(a: ComparedLine, b: ComparedLine): boolean {
  return sideFields.every((field) => a[field] === b[field])
}
