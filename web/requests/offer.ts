import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { compare } from '#contract/money.ts'
import {
  type AcceptedOffer,
  acceptedOffer,
  type ChosenLine,
  isOption,
  type Offer,
  replacedLines,
} from '#contract/requests/quote-choice.ts'
import { normaliseDecimal, unambiguous } from '../ui/fields/decimal.ts'
import { textOrNull } from '../ui/text-or-null.ts'

/** The quantities that were typed, by the line of each option that is ticked. */
export type TypedChoice = Readonly<Record<string, string>>

const quantityPattern = /^(?=.*[1-9])\d{1,12}(\.\d{1,6})?$/

/** Whether a quantity can be taken of what is offered. */
export function isPossibleQuantity(typed: string, offered: string | null): boolean {
  const quantity = normaliseDecimal(typed)
  return quantityPattern.test(quantity) && offered !== null && compare(quantity, offered) <= 0
}

/**
 * The choice with one option ticked or not. A ticked alternative takes the place of the other alternatives of the same
 * line.
 */
export function withOption(choice: TypedChoice, lines: Offer['lines'], line: string, on: boolean): TypedChoice {
  const replaced = replacedLines(lines)
  const main = replaced.get(line)
  const others = Object.entries(choice).filter(
    ([chosen]) => chosen !== line && !(on && main !== undefined && replaced.get(chosen) === main),
  )
  const quantity = unambiguous(lines.find((candidate) => candidate.line === line)?.quantity ?? '')
  return Object.fromEntries([...others, ...(on ? [[line, quantity] as const] : [])])
}

/** What is accepted of a quote by a choice; a quantity that cannot be taken counts as the whole line. */
export function acceptanceOf(detail: DocumentDetail, typed: TypedChoice): { content: object; accepted: AcceptedOffer } {
  const { header, totals, lines } = detail
  const choice = lines
    .filter((line) => isOption(line) && line.line in typed)
    .map((line): ChosenLine => {
      const text = typed[line.line] ?? ''
      const quantity = normaliseDecimal(text)
      return isPossibleQuantity(text, line.quantity) && compare(quantity, line.quantity ?? '0') !== 0
        ? { line: line.line, quantity }
        : { line: line.line }
    })
  const accepted = acceptedOffer({ currency: textOrNull(header.currency), totals, lines }, choice)
  const amount = accepted.gross ?? accepted.net
  const seen = {
    revision: textOrNull(header.revision),
    modifiedAt: textOrNull(header.sourceModifiedAt),
    validUntil: textOrNull(header.validUntil),
    ...(amount === null ? {} : { amount }),
  }
  return { content: { ...(choice.length === 0 ? {} : { lines: choice }), seen }, accepted }
}
