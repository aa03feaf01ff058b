import { fromMillionths, toMillionths } from '../money.ts'
import { minorUnits } from '../values/minor-units.ts'

/* What a customer accepts of a quote with optional and alternative lines, and what it comes to: exact, in minor units. */

export type OfferedLine = {
  line: string
  kind: string
  option: string | null
  quantity: string | null
  amount: string | null
  taxRate: string | null
}
export type Offer = {
  currency: string | null
  totals: { net: string | null; tax: string | null; gross: string | null } | null
  lines: readonly OfferedLine[]
}
/** An optional or alternative line that is wanted; without a quantity, all that is offered. */
export type ChosenLine = { line: string; quantity?: string | undefined }
export type AcceptedLine = { line: string; quantity: string | null; amount: string | null }
/** The lines that are accepted, in the quote's order, and their totals; null where they cannot be known. */
export type AcceptedOffer = {
  lines: AcceptedLine[]
  net: string | null
  tax: string | null
  gross: string | null
}

/** Whether a line need not be accepted. */
export const isOption = ({ option }: Pick<OfferedLine, 'option'>): boolean => option !== null

/** Each alternative of a quote with the line that it can be taken instead of: the last before it that is no option. */
export function replacedLines(lines: readonly Pick<OfferedLine, 'line' | 'kind' | 'option'>[]): Map<string, string> {
  const replaced = new Map<string, string>()
  let main: string | undefined
  for (const { line, kind, option } of lines) {
    if (option === null && kind === 'item') main = line
    else if (option === 'alternative' && main !== undefined) replaced.set(line, main)
  }
  return replaced
}

/** The first reason why a choice is not possible, with the line that it concerns; undefined when there is none. */
export function choiceFault(
  lines: readonly OfferedLine[],
  choice: readonly ChosenLine[],
): { reason: 'unknown' | 'notOptional' | 'twice' | 'tooMany'; line: string } | undefined {
  const replaced = replacedLines(lines)
  const taken = new Set<string>()
  for (const { line, quantity } of choice) {
    const offered = lines.find((candidate) => candidate.line === line)
    if (!offered) return { reason: 'unknown', line }
    if (!isOption(offered)) return { reason: 'notOptional', line }
    // Of several alternatives of a line, one.
    const main = replaced.get(line)
    for (const once of main === undefined ? [`chosen ${line}`] : [`chosen ${line}`, `instead of ${main}`]) {
      if (taken.has(once)) return { reason: 'twice', line }
      taken.add(once)
    }
    if (quantity !== undefined && (offered.quantity === null || isMore(quantity, offered.quantity)))
      return { reason: 'tooMany', line }
  }
  return undefined
}

const isMore = (a: string, b: string) => toMillionths(a) > toMillionths(b)

/**
 * What is accepted of an offer by a choice without a fault. A part of a line costs its share of the line's amount,
 * rounded to the currency's minor unit; the offer's totals change by what is added and replaced, and its tax by the
 * rates of those lines.
 */
export function acceptedOffer(offer: Offer, choice: readonly ChosenLine[]): AcceptedOffer {
  const { lines, totals } = offer
  const places = offer.currency === null ? 2 : minorUnits(offer.currency)
  const chosen = new Map(choice.map((entry) => [entry.line, entry.quantity]))
  const replaced = replacedLines(lines)
  const dropped = new Set([...chosen.keys()].flatMap((line) => replaced.get(line) ?? []))
  const accepted = lines.filter(({ line, option }) => (option === null ? !dropped.has(line) : chosen.has(line)))
  const rows = accepted.map(({ line, quantity, amount }): AcceptedLine => {
    const wanted = chosen.get(line) ?? quantity
    return { line, quantity: wanted, amount: amount === null ? null : shareOf(amount, wanted, quantity, places) }
  })
  // What the totals hold beyond what is accepted goes, and what they do not hold comes.
  const amounts = new Map(rows.map(({ line, amount }) => [line, amount]))
  const holdsOptions = totalsHoldOptions(offer)
  const changes = lines.flatMap((line) => {
    const before = line.option === null || holdsOptions ? line.amount : '0'
    const after = amounts.has(line.line) ? amounts.get(line.line) : '0'
    if (before === after) return []
    const change =
      before === null || after === null || after === undefined ? null : millionths(after) - millionths(before)
    return change === 0n ? [] : [{ change, rate: line.taxRate }]
  })
  const net = addTo(
    totals?.net ?? null,
    changes.map(({ change }) => change),
  )
  const hasTax = totals !== null && totals.tax !== null && millionths(totals.tax) !== 0n
  const taxes = changes.map(({ change, rate }) => {
    if (rate === null) return hasTax ? null : 0n
    return change === null ? null : rounded(change * millionths(rate), 100n * unit, places)
  })
  const gross = changes.map(({ change }, index) => {
    const tax = taxes[index]
    return change === null || tax === null || tax === undefined ? null : change + tax
  })
  return { lines: rows, net, tax: addTo(totals?.tax ?? null, taxes), gross: addTo(totals?.gross ?? null, gross) }
}

/** Whether a quote's net total includes its options: some systems add them, most do not. */
function totalsHoldOptions({ lines, totals }: Offer): boolean {
  if (totals === null || totals.net === null) return false
  const total = (counted: readonly OfferedLine[]) =>
    counted.reduce((sum, { kind, amount }) => (kind === 'item' && amount !== null ? sum + millionths(amount) : sum), 0n)
  const net = millionths(totals.net)
  return total(lines) === net && total(lines.filter((line) => !isOption(line))) !== net
}

const unit = 1_000_000n
const millionths = toMillionths

function addTo(total: string | null, changes: readonly (bigint | null)[]): string | null {
  if (total === null) return null
  let result = millionths(total)
  for (const change of changes) {
    if (change === null) return null
    result += change
  }
  return result === millionths(total) ? total : fromMillionths(result, 2)
}

function shareOf(amount: string, wanted: string | null, offered: string | null, places: number): string {
  if (wanted === null || offered === null || wanted === offered || millionths(offered) === 0n) return amount
  if (millionths(wanted) === millionths(offered)) return amount
  return fromMillionths(rounded(millionths(amount) * millionths(wanted), millionths(offered), places), places)
}

/** A quotient in millionths, rounded half away from zero to so many places. */
function rounded(dividend: bigint, divisor: bigint, places: number): bigint {
  const step = 10n ** BigInt(6 - places)
  const whole = divisor * step
  const magnitude = dividend < 0n ? -dividend : dividend
  const steps = (magnitude * 2n + whole) / (whole * 2n)
  return (dividend < 0n ? -steps : steps) * step
}
