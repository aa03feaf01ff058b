import type { DocumentChange } from '#contract/documents/activity.ts'
import { kindOfChange } from '#contract/documents/changes.ts'
import type { DocumentType } from '#contract/values.ts'
import { daysBetween, formatDate, formatDecimal, isCalendarDate } from '#web/ui/format.ts'
import { formatAmount } from '#web/ui/formats/amounts.ts'
import { label, t } from '#web/ui/text.ts'
import { unitLabel } from '#web/ui/unit-label.ts'

type Change = DocumentChange['changes'][number]
/** The text of one change, and the lines that it concerns. */
export type Sentence = { key: string; text: string; lines: string | null; tone: 'plain' | 'warn' }
type ChangedDocument = { type: DocumentType; currency: string | null }

/** What one message changed, one sentence per change; the fields of an added or removed line belong to its sentence. */
export function changeSentences(changes: readonly Change[], changedDocument: ChangedDocument): Sentence[] {
  const addedOrRemoved = new Set(changes.filter(({ field }) => field === 'line').flatMap(lineSides))
  const sentences = new Map<string, Sentence>()
  for (const change of changes) {
    // The fields of an added or removed line are not changes of their own.
    if ((change.field !== 'line' && isPartOfLineChange(change, addedOrRemoved)) || isImpliedBy(change, changes))
      continue
    const text = changeText(change, changedDocument, changes)
    const lines = linesText(change)
    // A change that the document and its lines share is reported once.
    const existing = sentences.get(text)
    const allLines = existing ? [existing.lines, lines].filter(Boolean).join(', ') : ''
    sentences.set(text, { key: text, text, lines: existing ? allLines || null : lines, tone: changeTone(change) })
  }
  return [...sentences.values()]
}

/**
 * Whether a change follows from another one of the same message: amounts from prices, a first estimate from the
 * promise.
 */
function isImpliedBy(change: Change, changes: readonly Change[]): boolean {
  const changedAlongside = (...fields: Change['field'][]) =>
    changes.some((other) => fields.includes(other.field) && change.lines.every((line) => other.lines.includes(line)))
  if (change.field === 'net' || change.field === 'tax') return changedAlongside('gross')
  if (change.field === 'amount') return changedAlongside('unitPrice', 'quantity', 'discountPercent')
  if (change.field !== 'estimatedDate' || change.old !== null) return false
  const sameLines = (other: Change) => other.lines.join() === change.lines.join()
  return changes.some(
    (other) => other.field === 'promisedDate' && other.old === null && other.new === change.new && sameLines(other),
  )
}

const lineSides = (change: Change) => change.lines.map((line) => `${change.old === null ? '+' : '-'}${line}`)

function isPartOfLineChange(change: Change, addedOrRemoved: ReadonlySet<string>): boolean {
  if (change.lines.length === 0 || (change.old !== null && change.new !== null)) return false
  return lineSides(change).every((side) => addedOrRemoved.has(side))
}

function changeTone({ field, old, new: now }: Change): Sentence['tone'] {
  if (field === 'holdReason') return now === null ? 'plain' : 'warn'
  const isPromise = field === 'promisedDate' || field === 'estimatedDate'
  return isPromise && old !== null && now !== null && now > old ? 'warn' : 'plain'
}

/** The numbers of the lines that a change concerns; null when it concerns the document or names its line itself. */
function linesText({ field, lines, lineCount }: Change): string | null {
  const [first] = lines
  if (first === undefined || field === 'line') return null
  if (lineCount === 1) return t('activity.line', { line: first })
  const names = lines.slice(0, 6).join(', ')
  const more = lineCount - Math.min(lines.length, 6)
  return more > 0 ? t('activity.lines.more', { names, count: more }) : t('activity.lines', { names })
}

function changeText(change: Change, changedDocument: ChangedDocument, changes: readonly Change[]): string {
  const { field, old, new: now } = change
  switch (field) {
    case 'line':
      return lineText(change, changes)
    case 'status':
    case 'fulfilment':
    case 'billing':
    case 'payment':
      return stateText(change, changedDocument.type)
    case 'trackingNumber':
      return now === null
        ? t('change.tracking.removed', { number: old ?? '' })
        : t('change.tracking.added', { number: now })
    case 'attachment':
      return t('change.attachment', { name: now ?? old ?? '' })
    case 'holdReason':
      return now === null ? t('change.hold.ended', { reason: old ?? '' }) : t('change.hold', { reason: now })
    case 'revision':
      return old !== null && now !== null
        ? t('change.revision', { old, new: now })
        : valueText(t(`changed.${field}`), old, now)
    default:
      return fieldText(change, changedDocument)
  }
}

function lineText({ old, new: now, lines }: Change, changes: readonly Change[]): string {
  const isAdded = old === null
  const name = `${t('activity.line', { line: lines[0] ?? '' })} · ${now ?? old ?? ''}`
  const fieldValue = (field: Change['field']) => {
    const fieldChange = changes.find(
      (other) => other.field === field && other.lines.includes(lines[0] ?? '') && (other.old === null) === isAdded,
    )
    return (isAdded ? fieldChange?.new : fieldChange?.old) ?? null
  }
  const quantity = fieldValue('quantity')
  const line = name
  if (quantity === null) return isAdded ? t('change.lineAdded', { line }) : t('change.lineRemoved', { line })
  const quantityText = [formatDecimal(quantity), unitLabel(fieldValue('unit'))].filter(Boolean).join(' ')
  return isAdded
    ? t('change.lineAdded.quantity', { line, quantity: quantityText })
    : t('change.lineRemoved.quantity', { line, quantity: quantityText })
}

function stateText({ field, old, new: now }: Change, type: DocumentType): string {
  const valueLabel = (value: string | null) =>
    value === null ? '–' : label(field === 'status' ? `status.${type}.${value}` : `word.${value}`)
  const labels = { old: valueLabel(old), new: valueLabel(now) }
  if (field === 'fulfilment') return t('change.fulfilment', labels)
  if (field === 'billing') return t('change.billing', labels)
  if (field === 'payment') return t('change.payment', labels)
  return old === null ? t('change.status.set', { new: labels.new }) : t('change.status', labels)
}

function fieldText({ field, old, new: now }: Change, { currency }: ChangedDocument): string {
  const name = t(`changed.${field}`)
  if (old !== null && now !== null && isCalendarDate(old) && isCalendarDate(now)) {
    const days = daysBetween(old, now)
    return t('change.moved', {
      field: name,
      old: formatDate(old),
      new: formatDate(now),
      days: Math.abs(days),
      direction: t(days > 0 ? 'change.later' : 'change.earlier'),
    })
  }
  if (field === 'quantity' && old !== null && now !== null) {
    return t('change.quantity', { old: formatDecimal(old), new: formatDecimal(now) })
  }
  return valueText(name, formatFieldValue(field, old, currency), formatFieldValue(field, now, currency))
}

function valueText(field: string, old: string | null, now: string | null): string {
  if (old === null) return t('change.set', { field, new: now ?? '–' })
  return now === null ? t('change.unset', { field, old }) : t('change.changed', { field, old, new: now })
}

/** A field value for display: dates formatted, amounts with their currency, units as words. */
export function formatFieldValue(field: string, value: string | null, currency: string | null): string | null {
  if (value === null) return null
  if (isCalendarDate(value)) return formatDate(value)
  if (field === 'unit') return unitLabel(value)
  const kind = kindOfChange(field)
  if (kind === 'decimal') return formatDecimal(value)
  return kind === 'money' ? [formatAmount(value, currency), currency].filter(Boolean).join(' ') : value
}
