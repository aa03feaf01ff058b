import type { DocumentChange } from '../../contract/documents/activity.ts'
import { isAmount } from '../../contract/documents/changes.ts'
import type { DocumentType } from '../../contract/values.ts'
import { daysBetween, formatAmount, formatDate, formatDecimal, isCalendarDate } from '../ui/format.ts'
import { label, t } from '../ui/text.ts'
import { unitLabel } from './fields.ts'

type Change = DocumentChange['changes'][number]
/** What is said of one change, and which lines it is of. */
export type Sentence = { key: string; text: string; lines: string | null; tone: 'plain' | 'warn' }
type About = { type: DocumentType; currency: string | null }

/** What one message changed, each change as a sentence; what a line that came or went says is told with it. */
export function sentencesOf(changes: readonly Change[], about: About): Sentence[] {
  const whole = new Set(changes.filter(({ field }) => field === 'line').flatMap(sidesOf))
  const sentences = new Map<string, Sentence>()
  for (const change of changes) {
    // A line that came brings all its fields along; they are no changes of their own.
    if ((change.field !== 'line' && isPartOf(change, whole)) || followsFrom(change, changes)) continue
    const text = textOf(change, about, changes)
    const lines = linesText(change)
    // What the document and its lines say alike is told once.
    const told = sentences.get(text)
    const both = told ? [told.lines, lines].filter(Boolean).join(', ') : ''
    sentences.set(text, { key: text, text, lines: told ? both || null : lines, tone: toneOf(change) })
  }
  return [...sentences.values()]
}

/** What goes without saying beside another change of the same message: amounts that follow from prices, a first estimate. */
function followsFrom(change: Change, all: readonly Change[]): boolean {
  const beside = (...fields: Change['field'][]) =>
    all.some((one) => fields.includes(one.field) && change.lines.every((line) => one.lines.includes(line)))
  if (change.field === 'net' || change.field === 'tax') return beside('gross')
  if (change.field === 'amount') return beside('unitPrice', 'quantity', 'discountPercent')
  if (change.field !== 'estimatedDate' || change.old !== null) return false
  const sameLines = (one: Change) => one.lines.join() === change.lines.join()
  return all.some((one) => one.field === 'promisedDate' && one.old === null && one.new === change.new && sameLines(one))
}

const sidesOf = (change: Change) => change.lines.map((line) => `${change.old === null ? '+' : '-'}${line}`)

function isPartOf(change: Change, whole: ReadonlySet<string>): boolean {
  if (change.lines.length === 0 || (change.old !== null && change.new !== null)) return false
  return sidesOf(change).every((side) => whole.has(side))
}

function toneOf({ field, old, new: now }: Change): Sentence['tone'] {
  if (field === 'holdReason') return now === null ? 'plain' : 'warn'
  const isPromise = field === 'promisedDate' || field === 'estimatedDate'
  return isPromise && old !== null && now !== null && now > old ? 'warn' : 'plain'
}

/** Which lines a change is of, by their numbers; null when it is of the document, or names its line itself. */
function linesText({ field, lines, lineCount }: Change): string | null {
  const [first] = lines
  if (first === undefined || field === 'line') return null
  if (lineCount === 1) return t('activity.line', { line: first })
  const names = lines.slice(0, 6).join(', ')
  const more = lineCount - Math.min(lines.length, 6)
  return more > 0 ? t('activity.lines.more', { names, count: more }) : t('activity.lines', { names })
}

function textOf(change: Change, about: About, all: readonly Change[]): string {
  const { field, old, new: now } = change
  switch (field) {
    case 'line':
      return lineText(change, all)
    case 'status':
    case 'fulfilment':
    case 'billing':
    case 'payment':
      return stateText(change, about.type)
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
      return fieldText(change, about)
  }
}

function lineText({ old, new: now, lines }: Change, all: readonly Change[]): string {
  const came = old === null
  const name = `${t('activity.line', { line: lines[0] ?? '' })} · ${now ?? old ?? ''}`
  const said = (field: Change['field']) => {
    const found = all.find(
      (one) => one.field === field && one.lines.includes(lines[0] ?? '') && (one.old === null) === came,
    )
    return (came ? found?.new : found?.old) ?? null
  }
  const quantity = said('quantity')
  const line = name
  if (quantity === null) return came ? t('change.lineAdded', { line }) : t('change.lineRemoved', { line })
  const words = [formatDecimal(quantity), unitLabel(said('unit'))].filter(Boolean).join(' ')
  return came
    ? t('change.lineAdded.quantity', { line, quantity: words })
    : t('change.lineRemoved.quantity', { line, quantity: words })
}

function stateText({ field, old, new: now }: Change, type: DocumentType): string {
  const word = (value: string | null) =>
    value === null ? '–' : label(field === 'status' ? `status.${type}.${value}` : `word.${value}`)
  const words = { old: word(old), new: word(now) }
  if (field === 'fulfilment') return t('change.fulfilment', words)
  if (field === 'billing') return t('change.billing', words)
  if (field === 'payment') return t('change.payment', words)
  return old === null ? t('change.status.set', { new: words.new }) : t('change.status', words)
}

function fieldText({ field, old, new: now }: Change, { currency }: About): string {
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
  return valueText(name, shownValue(field, old, currency), shownValue(field, now, currency))
}

function valueText(field: string, old: string | null, now: string | null): string {
  if (old === null) return t('change.set', { field, new: now ?? '–' })
  return now === null ? t('change.unset', { field, old }) : t('change.changed', { field, old, new: now })
}

/** A value of a field as a person reads it: dates, amounts with their currency, units as words. */
export function shownValue(field: string, value: string | null, currency: string | null): string | null {
  if (value === null) return null
  if (isCalendarDate(value)) return formatDate(value)
  if (field === 'discountPercent' || field === 'quantity') return formatDecimal(value)
  if (field === 'unit') return unitLabel(value)
  if (isAmount(field)) return [formatAmount(value, currency), currency].filter(Boolean).join(' ')
  return value
}
