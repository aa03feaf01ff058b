import type { ChangedField, StoredChange } from '../../contract/documents/changes.ts'
import type { Content } from '../../contract/documents/content.ts'
import type { Before, Change } from './change-queries.ts'
import { type Changes, changesBetween, changesOfMove, contentOf, type Moved, together } from './changes.ts'
import { keyOf } from './holdings.ts'
import type { Problem } from './incoming.ts'
import type { Prepared } from './prepare.ts'
import type { Placed } from './write-queries.ts'

/** What a batch did: what it wrote, how that had stood, what came to stand otherwise, and which papers are new. */
export type Deeds = {
  written: readonly Placed[]
  before: ReadonlyMap<string, Before>
  moved: readonly Moved[]
  papers: readonly { documentId: string; name: string }[]
}

/**
 * What a batch changed in documents that were known, message by message: what a message that was passed in the same
 * batch said is told too, so that the story does not depend on how a file was cut. A document that has just come has
 * no story yet.
 */
export function storyOf(deeds: Deeds, now: string, newId: () => string): Change[] {
  const { written, before, moved, papers } = deeds
  const moves = new Map(moved.map((one) => [one.id, one]))
  const story: Change[] = []
  const tell = (of: { accountId: string; id: string; type: string }, changedAt: string, changes: Changes) => {
    if (changes.changes.length + changes.amounts.length === 0) return
    const { accountId, id: documentId, type } = of
    story.push({ accountId, documentId, id: newId(), type, changedAt, recordedAt: now, ...changes })
  }
  for (const placed of written) {
    const old = before.get(placed.id)
    if (!old && placed.passed.length === 0) continue
    const { accountId, id, document } = placed
    const added = papers.filter((one) => one.documentId === id).map((one) => one.name)
    for (const [at, changes] of stepsOf(placed, old, moves.get(id), added)) {
      tell({ accountId, id, type: document.type }, instantOf(at.modifiedAt, now), changes)
    }
  }
  const own = new Set(written.map((one) => one.id))
  const others = moved.filter((one) => !own.has(one.id))
  const heard = others.length === 0 ? undefined : newsOf(written)
  for (const one of others) tell(one, instantOf(heard?.(one), now), changesOfMove(one))
  return story
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
const mostNamed = 10
const mend = 'A message with lines is the whole document; to change only what it names, send "partial": true.'

/** Lines and dates that were known and that a whole message does not hold any more: perhaps it was meant as a part. */
export function losses({ written, before, moved }: Deeds): { line: number; problems: Problem[] }[] {
  const moves = new Map(moved.map((one) => [one.id, one]))
  return written.flatMap((placed) =>
    stepsOf(placed, before.get(placed.id), moves.get(placed.id), []).flatMap(([{ part, line }, { changes }]) => {
      const problems = part ? [] : lossesIn(changes)
      return problems.length > 0 ? [{ line, problems }] : []
    }),
  )
}

function lossesIn(changes: readonly StoredChange[]): Problem[] {
  const linesWhere = (isMeant: (change: StoredChange) => boolean) =>
    new Set(changes.filter((one) => one.field === 'line' && isMeant(one)).flatMap((one) => one.lines ?? []))
  const added = linesWhere((one) => one.old === null)
  const gone = linesWhere((one) => one.new === null).difference(added)
  const lost = changes.flatMap(({ field, old, new: now, lines }) => {
    if (!dates.has(field) || old === null || now !== null) return []
    const kept = lines?.filter((line) => !gone.has(line) && !added.has(line))
    if (!kept) return [field]
    return kept.length > 0 ? [`${field} of ${named('line', kept)}`] : []
  })
  const problems: Problem[] = []
  if (gone.size > 0) {
    const message = `${gone.size === 1 ? 'A line that was there is' : `${gone.size} lines that were there are`} gone: ${named('line', [...gone])}. ${mend}`
    problems.push({ path: '$.lines', message })
  }
  if (lost.length > 0) {
    problems.push({ path: '$', message: `Dates that were known are gone: ${lost.join(', ')}. ${mend}` })
  }
  return problems
}

function named(what: string, names: readonly string[]): string {
  const more = names.length - mostNamed
  return `${what}${names.length === 1 ? '' : 's'} ${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Each message about one document with what it changed: those that were passed, then the one that stands. */
function stepsOf(
  { document, passed, isNew }: Placed,
  old: Before | undefined,
  move: Moved | undefined,
  papers: readonly string[],
): [Prepared, Changes][] {
  const steps: [Prepared, Changes][] = []
  let was = old ?? (passed[0] && contentOf(passed[0]))
  if (!was) return steps
  for (const message of [...passed.slice(old ? 0 : 1), document]) {
    const is = contentOf(message)
    if (message.type === 'shipments') arrive(is, message === document ? move : was.header)
    steps.push([message, changesBetween(was, is)])
    was = is
  }
  const last = steps.at(-1)
  if (last && !isNew) {
    const added: Changes = {
      changes: papers.map((name) => ({ field: 'attachment', old: null, new: name })),
      amounts: [],
    }
    last[1] = together(move ? changesOfMove(move) : { changes: [], amounts: [] }, last[1], added)
  }
  return steps
}

type Arrival = { estimatedDate?: string | null | undefined; deliveredDate?: string | null | undefined }

/** Dates of a shipment that only its events tell: they are known when these are, and until then they stay. */
function arrive(is: Content, known: Arrival | undefined): void {
  is.header.estimatedDate ??= known?.estimatedDate ?? null
  is.header.deliveredDate ??= known?.deliveredDate ?? null
}

/** When the news that moved a document came about: by the messages that name it, else by all of its account. */
function newsOf(written: readonly Placed[]): (moved: Moved) => number | undefined {
  const latest = new Map<string, number>()
  const hear = (key: string, at: number) => latest.set(key, Math.max(at, latest.get(key) ?? 0))
  for (const { accountId, document } of written) {
    if (document.modifiedAt === undefined) continue
    hear(accountId, document.modifiedAt)
    for (const { position, toType, toNumber } of document.links) {
      if (position === 0) hear(keyOf(accountId, toType, toNumber), document.modifiedAt)
    }
  }
  return ({ accountId, type, number }) => latest.get(keyOf(accountId, type, number)) ?? latest.get(accountId)
}

/** As the source says, but never later than now. */
function instantOf(modifiedAt: number | undefined, now: string): string {
  return modifiedAt === undefined ? now : new Date(Math.min(modifiedAt, Date.parse(now))).toISOString()
}
