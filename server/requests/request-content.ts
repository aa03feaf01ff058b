import { PortalError, type TranslatableText, translatable } from '#contract/errors.ts'
import { compare } from '#contract/money.ts'
import { type ClaimedLine, type DeliveredLine, excessiveClaim } from '#contract/requests/claims.ts'
import type { RequestKind } from '#contract/requests/rules.ts'
import type { RequestedDocument } from './document-queries.ts'

/** Kinds whose wanted date must not have passed. */
const datedAhead: ReadonlySet<RequestKind> = new Set([
  'requestChange',
  'instructDelivery',
  'refusePromise',
  'extendValidity',
  'reorder',
])
/** Kinds that want something else of lines. */
const wishes: ReadonlySet<RequestKind> = new Set(['requestChange', 'counterOffer'])
/** Kinds of which each line is named once. */
const namedOnce: ReadonlySet<RequestKind> = new Set(['counterOffer', 'confirmReceipt'])

type Content = Readonly<Record<string, unknown>>

/**
 * Checks what the schema of a kind cannot express. Throws invalid_input.
 */
export function checkContent(
  kind: RequestKind,
  content: Content,
  document: Pick<RequestedDocument, 'lines' | 'validUntil'>,
  today: string,
): void {
  checkWish(kind, content)
  checkDates(kind, content, document.validUntil, today)
  checkLines(kind, content, new Set(document.lines), today)
}

/** Throws conflict when the promised date of an order has moved once more since the person saw it. */
export function checkSeenPromise({ seen }: Content, { estimatedDate }: Pick<RequestedDocument, 'estimatedDate'>): void {
  const seenDate = (seen as { estimatedDate?: string } | undefined)?.estimatedDate
  if (seenDate === undefined || seenDate === estimatedDate) return
  const message = translatable('request.dateMoved')
  throw new PortalError('conflict', message, { errors: [{ field: 'seen', message }] })
}

/** Throws invalid_input when more of a line is claimed, with what was claimed before, than was delivered. */
export function checkClaimedLines({ lines }: Content, delivered: readonly DeliveredLine[]): void {
  const excess = excessiveClaim(delivered, lines as ClaimedLine[])
  if (excess) fail('lines', translatable('request.claimedMore', excess))
}

function fail(field: string, message: TranslatableText): never {
  throw new PortalError('invalid_input', message, { errors: [{ field, message }] })
}

function checkWish(kind: RequestKind, content: Content): void {
  const has = (...names: string[]) => names.some((name) => content[name])
  if (kind === 'requestChange' && !has('requestedDate', 'address', 'lines', 'note'))
    fail('note', translatable('request.change'))
  if (kind === 'answerHold' && !has('note', 'confirmed', 'filesFollow')) fail('note', translatable('request.hold'))
  if (kind === 'refusePromise' && !has('requestedDate', 'note')) fail('requestedDate', translatable('request.promise'))
  if (kind === 'instructDelivery' && (content.instruction === 'deliver_elsewhere') !== (content.address !== undefined))
    fail('address', translatable(content.address === undefined ? 'request.addressMissing' : 'request.addressUnused'))
}

function checkDates(kind: RequestKind, content: Content, validUntil: string | null, today: string): void {
  const { requestedDate } = content
  if (datedAhead.has(kind) && typeof requestedDate === 'string' && requestedDate < today)
    fail('requestedDate', translatable('request.datePassed'))
  if (kind === 'extendValidity' && String(requestedDate) <= (validUntil ?? ''))
    fail('requestedDate', translatable('request.notLonger'))
  for (const field of ['receivedOn', 'paidOn']) {
    const date = content[field]
    if (typeof date === 'string' && date > today) fail(field, translatable('request.dateAhead'))
  }
}

type NamedLine = { line: string; quantity?: string; requestedDate?: string; received?: string; damaged?: string }

/** The lines that a request names, each with what it says of it. */
export const namedLines = (content: Content): NamedLine[] =>
  ((content.lines ?? []) as (string | NamedLine)[]).map((entry) =>
    typeof entry === 'string' ? { line: entry } : entry,
  )

/** An acceptance says itself what is wrong with its lines. */
function checkLines(kind: RequestKind, content: Content, known: ReadonlySet<string>, today: string): void {
  if (kind === 'accept') return
  const entries = namedLines(content)
  const timesNamed = Map.groupBy(entries, ({ line }) => line)
  for (const entry of entries) {
    const { line } = entry
    const isRepeated = (timesNamed.get(line)?.length ?? 0) > 1
    if (!known.has(line)) fail('lines', translatable('request.lineUnknown', { line }))
    if (isRepeated && namedOnce.has(kind)) fail('lines', translatable('request.lineTwice', { line }))
    if (wishes.has(kind)) checkWishOf(entry, isRepeated, today)
    if (kind === 'confirmReceipt') checkReceived(entry, content)
  }
}

/** A line that is named several times shall come in parts: each needs its quantity and date. */
function checkWishOf(entry: NamedLine, isPart: boolean, today: string): void {
  const { line, quantity, requestedDate } = entry
  if (Object.keys(entry).length < 2) fail('lines', translatable('request.lineWish', { line }))
  if (isPart && (quantity === undefined || requestedDate === undefined))
    fail('lines', translatable('request.lineParts', { line }))
  if (requestedDate !== undefined && requestedDate < today) fail('lines', translatable('request.datePassed'))
}

function checkReceived({ line, received = '0', damaged }: NamedLine, { complete }: Content): void {
  if (complete === true) fail('lines', translatable('request.receiptComplete'))
  if (damaged !== undefined && compare(damaged, received) > 0)
    fail('lines', translatable('request.damagedMore', { line }))
}
