import { PortalError, translatable } from '#contract/errors.ts'
import { compare, fromMillionths, toMillionths } from '#contract/money.ts'
import { acceptedOffer, type ChosenLine, choiceFault, isOption } from '#contract/requests/quote-choice.ts'
import type { ShownOffer } from '#contract/requests/request.ts'
import type { Db } from '#database/transaction.ts'
import { type OfferedQuote, selectOfferedQuote } from './act-queries.ts'
import { selectStandingApprovals } from './approvals/queries.ts'

/** What the person who accepts says that they saw. */
type Seen = { revision: string | null; modifiedAt: string | null; validUntil: string | null; amount?: string | null }

/**
 * What is accepted of a locked quote by the content of an acceptance, to be kept as evidence. Throws invalid_input for
 * a choice that the quote does not offer, conflict with what has changed when the quote is not what the person saw.
 */
export async function shownOffer(
  db: Db,
  accountId: string,
  { id, number }: { id: string; number: string },
  content: Record<string, unknown>,
): Promise<ShownOffer> {
  const quote = await selectOfferedQuote(db, accountId, id)
  if (!quote) throw new Error('A quote that was just locked is gone')
  const choice = (content.lines ?? []) as ChosenLine[]
  const seen = content.seen as Seen | undefined
  const changes = seen ? changesOf(quote, choice, seen) : []
  if (changes.length > 0) {
    const errors = changes.map((field) => ({ field, message: translatable(`request.changed.${field}`) }))
    throw new PortalError('conflict', translatable('request.changed'), { errors })
  }
  const fault = choiceFault(quote.lines, choice)
  if (fault) {
    const message = translatable(`request.option.${fault.reason}`, { line: fault.line })
    throw new PortalError('invalid_input', message, { errors: [{ field: 'lines', message }] })
  }
  const accepted = acceptedOffer({ ...quote, totals: quote }, choice)
  const standing = await selectStandingApprovals(db, accountId, number)
  const approvals = standing.map(({ name, decision, decidedAt }) => ({ name, decision, decidedAt }))
  const byLine = new Map(quote.lines.map((line) => [line.line, line]))
  const { revision, modifiedAt, validUntil, currency, paymentTerms, deliveryTerms, shipTo } = quote
  return {
    ...{ revision, modifiedAt, validUntil, currency, paymentTerms, deliveryTerms },
    ...{ net: amountOf(accepted.net), tax: amountOf(accepted.tax), gross: amountOf(accepted.gross) },
    shipTo: addressLines(shipTo),
    ...(approvals.length > 0 ? { approvals } : {}),
    lines: accepted.lines.map(({ line, quantity, amount }) => {
      const { sku = null, name = null, unit = null, unitPrice = null } = byLine.get(line) ?? {}
      return { line, sku, name, quantity, unit, unitPrice, amount: amountOf(amount) }
    }),
  }
}

/** An amount without the zeros beyond cents with which it is stored. */
const amountOf = (amount: string | null) => (amount === null ? null : fromMillionths(toMillionths(amount), 2))

/** Which of what a person saw is different now. That something was sent since is said only when nothing else tells. */
function changesOf(quote: OfferedQuote, choice: readonly ChosenLine[], seen: Seen) {
  const changes: ('revision' | 'validUntil' | 'amount' | 'lines' | 'modifiedAt')[] = []
  if (quote.revision !== seen.revision) changes.push('revision')
  if (quote.validUntil !== seen.validUntil) changes.push('validUntil')
  const options = new Set(quote.lines.filter(isOption).map(({ line }) => line))
  if (choice.some(({ line }) => !options.has(line))) changes.push('lines')
  else if (seen.amount) {
    const { gross, net } = acceptedOffer({ ...quote, totals: quote }, choice)
    const amount = gross ?? net
    if (amount === null || !isSameAmount(amount, seen.amount)) changes.push('amount')
  }
  if (changes.length === 0 && instant(quote.modifiedAt) !== instant(seen.modifiedAt)) changes.push('modifiedAt')
  return changes
}

const isSameAmount = (a: string, b: string) => /^-?\d{1,20}(\.\d{1,6})?$/.test(b) && compare(a, b) === 0
const instant = (text: string | null) => (text === null ? null : Date.parse(text))

/** An address as it is written on a parcel. */
function addressLines(party: Record<string, unknown> | null): string[] {
  if (!party) return []
  const { name, contact, lines, postalCode, city, region, country } = party
  const place = [postalCode, city].filter((text) => typeof text === 'string').join(' ')
  return [name, contact, ...(Array.isArray(lines) ? lines : []), place, region, country].filter(
    (text): text is string => typeof text === 'string' && text !== '',
  )
}
