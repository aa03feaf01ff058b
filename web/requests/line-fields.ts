import { compare } from '#contract/money.ts'
import { claimedQuantity } from '#contract/requests/claims.ts'
import { claimKinds, type DocumentRequestKind } from '#contract/requests/rules.ts'
import { normaliseDecimal } from '../ui/fields/decimal.ts'

type ClaimKind = (typeof claimKinds)[number]
/**
 * What is asked of each line that is chosen; `offer`: another quantity or price; `change`: another quantity or date, or
 * several of them as parts. `receipt` asks of every line how many came and how many are damaged.
 */
export type LineInput = 'nothing' | 'quantity' | 'problem' | 'offer' | 'change' | 'receipt'

/** The kinds for which lines are optional: no line then means the whole document. */
const kindsWithOptionalLines: readonly DocumentRequestKind[] = ['requestCancellation', 'requestChange']

/** The name of the field for a line's quantity. */
export const quantityName = (line: unknown) => `quantity ${String(line)}`

/** The names of the missing line fields: `lines` when none is chosen, else the quantities where something is missing. */
export function missingLineFields(kind: DocumentRequestKind, lineInput: LineInput, data: FormData): string[] {
  if (lineInput === 'receipt') return missingOfReceipt(data)
  const chosen = data.getAll('line')
  if (chosen.length === 0) return kindsWithOptionalLines.includes(kind) ? [] : ['lines']
  if (lineInput === 'problem')
    return chosen
      .filter((line) => !isPossibleClaim(claimsOf(data, line), deliveredOf(data, line)))
      .map(claimName('short'))
  const isMissing: Partial<Record<LineInput, (line: unknown) => boolean>> = {
    offer: (line) => Object.keys(wishesOf(data, line)[0] ?? {}).length === 0,
    change: (line) => !isWholeChange(wishesOf(data, line)),
  }
  return chosen.filter((line) => isMissing[lineInput]?.(line) ?? false).map(quantityName)
}

/** What is counted of each line of a delivery. The quantity that was delivered goes with it, to tell what is missing. */
const receiptFields = { received: 'quantity', damaged: 'damaged', delivered: 'delivered' } as const
/** The name of a field of a line of a delivery. */
export const receiptName = (field: keyof typeof receiptFields, line: unknown) =>
  `${receiptFields[field]} ${String(line)}`

/** A receipt that is not complete says of each line how many came, and that something is missing, damaged or otherwise wrong. */
function missingOfReceipt(data: FormData): string[] {
  const counted = data.getAll('line').filter((line) => lineText(data, receiptName('received', line)) === '')
  if (counted.length > 0) return counted.map(quantityName)
  const isAsDelivered = (line: unknown) =>
    Number(lineText(data, receiptName('damaged', line))) === 0 &&
    lineText(data, receiptName('received', line)) === lineText(data, receiptName('delivered', line))
  const hasNote = String(data.get('note') ?? '').trim() !== ''
  return !hasNote && data.getAll('line').every(isAsDelivered) ? data.getAll('line').slice(0, 1).map(quantityName) : []
}

/** The name of the field for how much of a line is missing, damaged, wrong or surplus. */
export const claimName = (kind: ClaimKind) => (line: unknown) => `claimed ${kind} ${String(line)}`

/** What is claimed of a line, without what was left empty. */
const claimsOf = (data: FormData, line: unknown) =>
  claimKinds
    .map((kind) => ({ kind, quantity: lineText(data, claimName(kind)(line)) }))
    .filter(({ quantity }) => quantity !== '' && Number(quantity) !== 0)
const deliveredOf = (data: FormData, line: unknown) => lineText(data, receiptName('delivered', line))

/** Whether something is claimed of a line, in numbers, and no more than was delivered; that is empty when nobody knows it. */
function isPossibleClaim(claims: readonly { kind: ClaimKind; quantity: string }[], delivered: string): boolean {
  const areNumbers = claims.every(({ quantity }) => /^\d{1,12}(\.\d{1,6})?$/.test(quantity))
  if (claims.length === 0 || !areNumbers) return false
  return delivered === '' || compare(claimedQuantity(claims), delivered) <= 0
}

/** The name of the field for another value of a line. */
export const wishName = (field: keyof typeof wishFields, line: unknown) => `${wishFields[field]} ${String(line)}`
const wishFields = { quantity: 'quantity', unitPrice: 'price', requestedDate: 'date', note: 'words' } as const
const decimalWishes: ReadonlySet<string> = new Set(['quantity', 'unitPrice'])

/** What is wanted of a line, part by part, without what was left empty. */
function wishesOf(data: FormData, line: unknown): Record<string, string>[] {
  const parts = Math.max(1, data.getAll(quantityName(line)).length)
  return Array.from({ length: parts }, (_, part) => {
    const typed = (Object.keys(wishFields) as (keyof typeof wishFields)[]).map((field) => {
      const text = String(data.getAll(wishName(field, line))[part] ?? '').trim()
      return [field, decimalWishes.has(field) ? normaliseDecimal(text) : text] as const
    })
    return Object.fromEntries(typed.filter(([, text]) => text !== ''))
  })
}

/** Whether something is wanted of a line, and of each of several parts both quantity and date. */
function isWholeChange(wishes: readonly Record<string, string>[]): boolean {
  return wishes.every((wish) => Object.keys(wish).length >= (wishes.length > 1 ? 2 : 1))
}

const numberNames: Readonly<Record<LineInput, readonly ((line: unknown) => string)[]>> = {
  nothing: [],
  quantity: [quantityName],
  problem: claimKinds.map(claimName),
  offer: [quantityName, (line) => wishName('unitPrice', line)],
  change: [quantityName],
  receipt: [(line) => receiptName('received', line), (line) => receiptName('damaged', line)],
}

/** The names of the fields for numbers of the lines that are chosen. */
export const numberFields = (data: FormData, lineInput: LineInput): string[] =>
  data.getAll('line').flatMap((line) => numberNames[lineInput].map((nameOf) => nameOf(line)))

const lineText = (data: FormData, name: string) => normaliseDecimal(String(data.get(name) ?? ''))

/** What is said of the lines that are chosen. */
export const parseLines = (data: FormData, lineInput: LineInput): unknown[] =>
  data.getAll('line').flatMap((line) => lineEntries(data, line, lineInput))

/** What is said of a line: several entries when it shall come in parts. */
function lineEntries(data: FormData, line: unknown, lineInput: LineInput): unknown[] {
  if (lineInput === 'nothing') return [line]
  if (lineInput === 'offer' || lineInput === 'change') return wishesOf(data, line).map((wish) => ({ line, ...wish }))
  const quantity = lineText(data, quantityName(line))
  if (lineInput === 'quantity') return [{ line, quantity }]
  if (lineInput === 'problem') return claimsOf(data, line).map((claim) => ({ line, ...claim }))
  const damaged = lineText(data, receiptName('damaged', line))
  return [{ line, received: quantity, ...(Number(damaged) === 0 ? {} : { damaged }) }]
}
