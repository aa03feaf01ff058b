import type { DocumentDetail, DocumentLine } from '#contract/documents/endpoints.ts'
import { headerFieldList } from '#contract/documents/header-fields.ts'
import { fieldsBesideVersion } from '#contract/requests/shown-version.ts'
import { formatDate, formatDecimal, isCalendarDate } from '#web/ui/format.ts'
import { formatAmount } from '#web/ui/formats/amounts.ts'
import { isMessageKey, label, t } from '#web/ui/text.ts'
import { textOrNull } from '#web/ui/text-or-null.ts'

/** What is different in a document: of what, and how it was and is; null: nothing. */
export type Difference = { key: string; name: string; before: string | null; now: string | null }

type Facts = Readonly<Record<string, string | null>>

/** What is different between two states of a document of which a person has seen one. */
export function differencesOf(seen: DocumentDetail, now: DocumentDetail): Difference[] {
  if (seen.version === now.version) return []
  const factsOf = (detail: DocumentDetail): Facts => ({ ...headerFacts(detail), ...amountFacts(detail) })
  return [...compared('', factsOf(seen), factsOf(now)), ...lineDifferences(seen, now)]
}

function compared(prefix: string, before: Facts, now: Facts): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  return names
    .filter((name) => (before[name] ?? null) !== (now[name] ?? null))
    .map((name) => ({
      key: `${prefix} ${name}`,
      name: [prefix, name].filter(Boolean).join(', '),
      before: before[name] ?? null,
      now: now[name] ?? null,
    }))
}

function headerFacts(detail: DocumentDetail): Facts {
  const { type, header, status, billTo, shipTo } = detail
  const fieldName = (name: string) => {
    const ofType = `field.${type}.${name}`
    return label(isMessageKey(ofType) ? ofType : `field.${name}`)
  }
  const fields = Object.entries(header).filter(([name]) => !fieldsBesideVersion.has(name))
  return {
    [label('field.status')]: label(`status.${type}.${status}`),
    ...Object.fromEntries(fields.map(([name, value]) => [fieldName(name), shownValue(textOrNull(value))])),
    ...Object.fromEntries(headerFieldList.map(([name]) => [fieldName(name), detail[name]])),
    [t('request.accept.address')]: addressText(shipTo),
    [label('field.billTo')]: addressText(billTo),
  }
}

function amountFacts({ totals, header }: DocumentDetail): Facts {
  const currency = textOrNull(header.currency)
  return Object.fromEntries(
    Object.entries(totals ?? {}).map(([name, value]) => [
      label(`totals.${name}`),
      typeof value === 'string' ? formatAmount(value, currency) : null,
    ]),
  )
}

const amountNames: ReadonlySet<string> = new Set(['unitPrice', 'amount'])

function lineDifferences(seen: DocumentDetail, now: DocumentDetail): Difference[] {
  const nowByLine = new Map(now.lines.map((line) => [line.line, line]))
  const seenByLine = new Map(seen.lines.map((line) => [line.line, line]))
  const changed = seen.lines.flatMap((line) => {
    const name = t('request.line', { line: line.line })
    const other = nowByLine.get(line.line)
    if (!other) return [{ key: name, name, before: nameOf(line), now: null }]
    const differences = compared(name, lineFacts(line, seen), lineFacts(other, now))
    // What is only a list within a line has no words of its own.
    const isSame = JSON.stringify({ ...line, stages: null }) === JSON.stringify({ ...other, stages: null })
    return differences.length > 0 || isSame
      ? differences
      : [{ key: name, name, before: nameOf(line), now: nameOf(other) }]
  })
  const added = now.lines
    .filter(({ line }) => !seenByLine.has(line))
    .map((line) => {
      const name = t('request.line', { line: line.line })
      return { key: name, name, before: null, now: nameOf(line) }
    })
  return [...changed, ...added]
}

const nameOf = ({ name, sku, line }: DocumentLine) => name ?? sku ?? line

function lineFacts(line: DocumentLine, { header }: DocumentDetail): Facts {
  const currency = textOrNull(header.currency)
  const facts = Object.entries(line).flatMap(([name, value]: [string, unknown]) => {
    if (name === 'line' || typeof value !== 'string') return []
    return [[label(`field.${name}`), amountNames.has(name) ? formatAmount(value, currency) : shownValue(value)]]
  })
  return Object.fromEntries(facts)
}

/** A value as people read it. */
function shownValue(value: string | null): string | null {
  if (value === null) return null
  if (isCalendarDate(value)) return formatDate(value)
  return /^-?\d{1,18}\.\d{1,6}$/.test(value) ? formatDecimal(value) : value
}

function addressText(party: DocumentDetail['shipTo']): string | null {
  if (!party) return null
  const { name, lines, postalCode, city, country } = party
  return [name, ...(lines ?? []), [postalCode, city].filter(Boolean).join(' '), country].filter(Boolean).join(', ')
}
