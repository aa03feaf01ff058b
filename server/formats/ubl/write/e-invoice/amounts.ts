import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'
import { compare, fromMillionths, multiply, sum, toMillionths } from '#contract/money.ts'
import type { Missing } from './missing.ts'

/* The sums of an e-invoice: EN 16931 demands that they add up, to the cent. */

export type TaxGroup = { category: string; rate: string; base: string; amount: string; reason: string | undefined }

/** Categories of UNCL 5305 that EN 16931 knows; each but S and the island taxes is without tax. */
const categories = new Set(['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'])
const taxed = new Set(['S', 'L', 'M'])
/** Why there is no tax, by the code list of the European Commission, where the category says it. */
const exemptionCodes: Readonly<Record<string, string>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
}

/** The code of an exemption that needs no words; undefined where there is none. */
export const exemptionCodeOf = (category: string): string | undefined => exemptionCodes[category]

/** An amount with two places; one with more cannot be said in an e-invoice. */
export function cents(value: string, missing: Missing): string {
  const millionths = toMillionths(value)
  if (millionths % 10_000n !== 0n) missing.add('decimals')
  return fromMillionths(millionths, 2).replace(/(\.\d\d)\d+$/, '$1')
}

/** The tax groups of a document: as it states them, else of its only rate. */
export function taxGroups(document: IngestDocument, missing: Missing): TaxGroup[] {
  const { taxes = [], totals = {}, lines = [] } = document
  const rates = new Set(lines.flatMap(({ taxRate }) => (taxRate === undefined ? [] : [shortest(taxRate)])))
  const [onlyRate] = rates.size === 1 ? rates : []
  const stated: NonNullable<IngestDocument['taxes']> =
    taxes.length === 0 && onlyRate !== undefined && totals.tax !== undefined && totals.gross !== undefined
      ? [
          {
            rate: onlyRate,
            base: fromMillionths(toMillionths(totals.gross) - toMillionths(totals.tax), 2),
            amount: totals.tax,
          },
        ]
      : taxes
  const groups = stated.flatMap((tax) => groupOfTax(tax, missing) ?? [])
  const names = groups.map(({ category, rate }) => `${category} ${rate}`)
  if (groups.length === 0 || new Set(names).size < names.length) missing.add('taxes')
  // What is outside the scope of the tax stands on an invoice of its own.
  if (groups.length > 1 && groups.some(({ category }) => category === 'O')) missing.add('taxes')
  return groups
}

/** A tax as a group of the breakdown; undefined, and noted, when it lacks its category, rate or amounts. */
function groupOfTax(tax: NonNullable<IngestDocument['taxes']>[number], missing: Missing): TaxGroup | undefined {
  const isTaxed = tax.rate !== undefined && compare(tax.rate, '0') > 0
  const category = tax.category ?? (isTaxed ? 'S' : undefined)
  const rate = tax.rate ?? (category === 'O' ? '0' : undefined)
  const { base, amount } = tax
  if (category === undefined || rate === undefined || base === undefined || amount === undefined) {
    missing.add('taxes')
    return undefined
  }
  if (!categories.has(category) || taxed.has(category) !== isTaxed) missing.add('taxes')
  if (category === 'E' && tax.reason === undefined) missing.add('exemptionReason')
  return {
    ...{ category, rate: shortest(rate), base: cents(base, missing), amount: cents(amount, missing) },
    reason: isTaxed || category === 'Z' ? undefined : tax.reason,
  }
}

/** A decimal without superfluous zeros. */
const shortest = (decimal: string) => fromMillionths(toMillionths(decimal))

/** The tax group of a line or charge: that of its rate, or the only one. Undefined where it could be several. */
export function groupOf(groups: readonly TaxGroup[], { taxRate }: Pick<IngestLine, 'taxRate'>): TaxGroup | undefined {
  const matching = groups.filter(({ rate }) => taxRate === undefined || compare(rate, taxRate) === 0)
  return matching.length === 1 ? matching[0] : undefined
}

export type Sums = {
  net: string
  discount: string
  charges: string
  beforeTax: string
  tax: string
  gross: string
  paid: string | undefined
  rounding: string | undefined
  payable: string
}

type Part = { amount: string; group: TaxGroup | undefined }

/** The sums of an invoice from its lines and charges. Notes `sums` where they are not what the document states. */
export function sumsOf(
  document: IngestDocument,
  { items, charges }: { items: readonly Part[]; charges: readonly Part[] },
  groups: readonly TaxGroup[],
  missing: Missing,
): Sums {
  const { totals = {}, details = {} } = document
  const total = (parts: readonly { amount: string }[]) => cents(sum(parts.map(({ amount }) => amount)), missing)
  const isAllowance = ({ amount }: Part) => compare(amount, '0') < 0
  const net = total(items)
  const discount = total(charges.filter(isAllowance)).replace('-', '')
  const charged = total(charges.filter((charge) => !isAllowance(charge)))
  const beforeTax = total([...items, ...charges])
  const tax = total(groups)
  const gross = cents(sum([beforeTax, tax]), missing)
  const paid = totals.paid === undefined ? undefined : cents(totals.paid, missing)
  const rounding = details?.rounding ? cents(details.rounding, missing) : undefined
  const payable = cents(sum([gross, negated(paid), rounding]), missing)
  const differs = (stated: string | undefined, value: string) => stated !== undefined && compare(stated, value) !== 0
  const isWrong =
    differs(totals.gross, gross) ||
    differs(totals.tax, tax) ||
    (differs(totals.net, net) && differs(totals.net, beforeTax)) ||
    differs(totals.payable, sum([gross, rounding])) ||
    groups.some((group) => !isTaxOf(group, [...items, ...charges]))
  if (isWrong) missing.add('sums')
  return { net, discount, charges: charged, beforeTax, tax, gross, paid, rounding, payable }
}

const negated = (value: string | undefined) =>
  value === undefined ? undefined : fromMillionths(-toMillionths(value), 2)

/** Whether a tax is of what it says to be of, and its rate of that, as far as lines are rounded. */
function isTaxOf(group: TaxGroup, parts: readonly Part[]): boolean {
  const base = sum(parts.filter((part) => part.group === group).map(({ amount }) => amount))
  const exact = toMillionths(multiply(multiply(group.base, group.rate), '0.01'))
  const difference = exact - toMillionths(group.amount)
  const most = 500_000n
  return compare(base, group.base) === 0 && difference < most && -difference < most
}
