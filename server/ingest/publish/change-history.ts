import type { ChangedField, StoredChange } from '#contract/documents/changes.ts'
import type { DocumentContent } from '#contract/documents/content.ts'
import type { Problem } from '#server/formats/message.ts'
import type { PreparedDocument } from '../check/prepare.ts'
import {
  type ChangeSet,
  changesBetween,
  changesOfStatus,
  combineChanges,
  comparableContentOf,
  type StatusChange,
} from '../derive/changes.ts'
import { documentKey } from '../match/holdings.ts'
import type { PlannedDocument } from '../planned-document.ts'
import type { DocumentChange, PreviousVersion } from './change-queries.ts'

/** What a batch did: the documents written, their previous versions, the status changes and the new attachments. */
export type BatchResult = {
  written: readonly PlannedDocument[]
  before: ReadonlyMap<string, PreviousVersion>
  moved: readonly StatusChange[]
  papers: readonly { documentId: string; name: string }[]
}

/**
 * What a batch changed in known documents, message by message. A message that a later one in the same batch superseded
 * counts too, so that the history does not depend on how a file was split. The first message about a document changes
 * nothing.
 */
export function documentChangesOf(batchResult: BatchResult, now: string, newId: () => string): DocumentChange[] {
  const { written, before, moved, papers } = batchResult
  const statusChangesById = new Map(moved.map((statusChange) => [statusChange.id, statusChange]))
  const documentChanges: DocumentChange[] = []
  const addChange = (
    target: { accountId: string; id: string; type: string },
    changedAt: string,
    changes: ChangeSet,
  ) => {
    if (changes.changes.length + changes.amounts.length === 0) return
    const { accountId, id: documentId, type } = target
    documentChanges.push({ accountId, documentId, id: newId(), type, changedAt, recordedAt: now, ...changes })
  }
  for (const planned of written) {
    const previous = before.get(planned.id)
    if (!previous && planned.passed.length === 0) continue
    const { accountId, id, document } = planned
    const newAttachments = papers.filter((one) => one.documentId === id).map((one) => one.name)
    for (const [message, changes] of changeSteps(planned, previous, statusChangesById.get(id), newAttachments)) {
      addChange({ accountId, id, type: document.type }, instantOf(message.modifiedAt, now), changes)
    }
  }
  const writtenIds = new Set(written.map((planned) => planned.id))
  const others = moved.filter((statusChange) => !writtenIds.has(statusChange.id))
  const changeTime = others.length === 0 ? undefined : changeTimeOf(written)
  for (const statusChange of others)
    addChange(statusChange, instantOf(changeTime?.(statusChange), now), changesOfStatus(statusChange))
  return documentChanges
}

const dates: ReadonlySet<string> = new Set<ChangedField>([
  'validUntil',
  'dueDate',
  'requestedDate',
  'promisedDate',
  'estimatedDate',
  'despatchDate',
  'deliveredDate',
])
const maxNamed = 10
const hint = 'A message with lines is the whole document; to change only what it names, send "partial": true.'

/** Warnings about known lines and dates that a whole message no longer has: it may have been meant as a partial one. */
export function lossWarnings({ written, before, moved }: BatchResult): { line: number; problems: Problem[] }[] {
  const statusChangesById = new Map(moved.map((statusChange) => [statusChange.id, statusChange]))
  return written.flatMap((planned) =>
    changeSteps(planned, before.get(planned.id), statusChangesById.get(planned.id), []).flatMap(
      ([{ part, line }, { changes }]) => {
        const problems = part ? [] : lossProblems(changes)
        return problems.length > 0 ? [{ line, problems }] : []
      },
    ),
  )
}

function lossProblems(changes: readonly StoredChange[]): Problem[] {
  const linesWhere = (matches: (change: StoredChange) => boolean) =>
    new Set(changes.filter((one) => one.field === 'line' && matches(one)).flatMap((one) => one.lines ?? []))
  const added = linesWhere((change) => change.old === null)
  const gone = linesWhere((change) => change.new === null).difference(added)
  const lost = changes.flatMap(({ field, old, new: now, lines }) => {
    if (!dates.has(field) || old === null || now !== null) return []
    const remaining = lines?.filter((line) => !gone.has(line) && !added.has(line))
    if (!remaining) return [field]
    return remaining.length > 0 ? [`${field} of ${listNames('line', remaining)}`] : []
  })
  const problems: Problem[] = []
  if (gone.size > 0) {
    const message = `${gone.size === 1 ? 'A line that was there is' : `${gone.size} lines that were there are`} gone: ${listNames('line', [...gone])}. ${hint}`
    problems.push({ path: '$.lines', message })
  }
  if (lost.length > 0) {
    problems.push({ path: '$', message: `Dates that were known are gone: ${lost.join(', ')}. ${hint}` })
  }
  return problems
}

function listNames(noun: string, names: readonly string[]): string {
  const more = names.length - maxNamed
  return `${noun}${names.length === 1 ? '' : 's'} ${names.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Each message about a document with what it changed: first those superseded in the batch, then the last one. */
function changeSteps(
  { document, passed, isNew }: PlannedDocument,
  previous: PreviousVersion | undefined,
  statusChange: StatusChange | undefined,
  papers: readonly string[],
): [PreparedDocument, ChangeSet][] {
  const steps: [PreparedDocument, ChangeSet][] = []
  let previousContent = previous ?? (passed[0] && comparableContentOf(passed[0]))
  if (!previousContent) return steps
  for (const message of [...passed.slice(previous ? 0 : 1), document]) {
    const content = comparableContentOf(message)
    if (message.type === 'shipments')
      fillEventDates(content, message === document ? statusChange : previousContent.header)
    steps.push([message, changesBetween(previousContent, content)])
    previousContent = content
  }
  const last = steps.at(-1)
  if (last && !isNew) {
    const added: ChangeSet = {
      changes: papers.map((name) => ({ field: 'attachment', old: null, new: name })),
      amounts: [],
    }
    last[1] = combineChanges(
      statusChange ? changesOfStatus(statusChange) : { changes: [], amounts: [] },
      last[1],
      added,
    )
  }
  return steps
}

type EventDates = { estimatedDate?: string | null | undefined; deliveredDate?: string | null | undefined }

/** Fills in the dates that follow only from a shipment's events, so that their absence in a message is no change. */
function fillEventDates(content: DocumentContent, known: EventDates | undefined): void {
  content.header.estimatedDate ??= known?.estimatedDate ?? null
  content.header.deliveredDate ??= known?.deliveredDate ?? null
}

/**
 * When the cause of a status change happened, in milliseconds since 1970: the latest message that names the document,
 * else of its account.
 */
function changeTimeOf(written: readonly PlannedDocument[]): (statusChange: StatusChange) => number | undefined {
  const latest = new Map<string, number>()
  const noteTime = (key: string, time: number) => latest.set(key, Math.max(time, latest.get(key) ?? 0))
  for (const { accountId, document } of written) {
    if (document.modifiedAt === undefined) continue
    noteTime(accountId, document.modifiedAt)
    for (const { position, toType, toNumber } of document.links) {
      if (position === 0) noteTime(documentKey(accountId, toType, toNumber), document.modifiedAt)
    }
  }
  return ({ accountId, type, number }) => latest.get(documentKey(accountId, type, number)) ?? latest.get(accountId)
}

/** The time that the source states, but never later than now. */
function instantOf(modifiedAt: number | undefined, now: string): string {
  return modifiedAt === undefined ? now : new Date(Math.min(modifiedAt, Date.parse(now))).toISOString()
}
