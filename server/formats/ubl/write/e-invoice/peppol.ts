import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'
import type { DocumentParty } from '#contract/ingest/values.ts'
import { compare, multiply, sum } from '#contract/money.ts'
import { type ElectronicAddress, isGln, isPeppolScheme } from '#contract/values/electronic-addresses.ts'
import type { Missing } from './missing.ts'

/*
 * What Peppol BIS Billing 3 asks for beyond EN 16931. The numbers are those of its rules; what the writer of e-invoices
 * does in any case is not asked again.
 */

export const peppolSpecification = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'

/** Type codes of the process 01 (P0100, P0101) among those that are written. */
const typeCodes = new Set('326 380 381 382 383 384 386 388 393 395 396 575 623 780 875 876 877 81 83 532'.split(' '))
/** Countries whose own rules (DK-R, IT-R, …) are not checked here: nothing is sent in their suppliers' names. */
const unknownRules = new Set(['DK', 'GR', 'EL', 'IS', 'IT', 'NL', 'NO', 'SE'])

type Parties = {
  seller: DocumentParty
  buyer: DocumentParty
  addresses: { seller: ElectronicAddress | undefined; buyer: ElectronicAddress | undefined }
}

/** Notes what an invoice lacks for Peppol. `typeCode` and `buyerReference` are as they are written. */
export function needForPeppol(
  document: IngestDocument,
  { seller, buyer, addresses }: Parties,
  written: { typeCode: string; hasBuyerReference: boolean; hasOrder: boolean },
  missing: Missing,
): void {
  if (!isAddress(addresses.seller)) missing.add('sellerAddress') // R020, CL008, COMMON-R040
  if (!isAddress(addresses.buyer)) missing.add('buyerAddress') // R010
  if (!written.hasBuyerReference && !written.hasOrder) missing.add('buyerReference') // R003
  if (!typeCodes.has(written.typeCode)) missing.add('invoiceType')
  for (const line of document.lines ?? []) needOfLine(document, line, missing)
  const isGerman = seller.country === 'DE' && buyer.country === 'DE'
  if (unknownRules.has(seller.country ?? '')) missing.add('nationalRules')
  else if (isGerman) needInGermany(document, { seller, buyer }, written, missing)
}

/** Whether an address is one of Peppol's, with the check digit of a GLN. */
function isAddress(address: ElectronicAddress | undefined): boolean {
  if (!address || !isPeppolScheme(address.scheme)) return false
  return address.scheme !== '0088' || isGln(address.value)
}

function needOfLine(document: IngestDocument, line: IngestLine, missing: Missing): void {
  const { details, allowances = [] } = line
  const { periodStart, periodEnd } = document.details ?? {}
  // R110, R111
  if (details?.periodStart && periodStart && details.periodStart < periodStart) missing.add('linePeriod')
  if (details?.periodEnd && periodEnd && details.periodEnd > periodEnd) missing.add('linePeriod')
  // R041, R042 and R040: a base and a percentage come together, and give the amount.
  if (
    allowances.some(
      ({ base, percent, amount }) => !isShareOf(base, percent, line.kind === 'charge' ? line.amount : amount),
    )
  )
    missing.add('chargeBase')
  // R046
  const { listPrice, priceDiscount } = details ?? {}
  if (listPrice && priceDiscount && compare(sum([listPrice, `-${priceDiscount}`]), line.unitPrice ?? '0') !== 0)
    missing.add('listPrice')
}

function isShareOf(base: string | undefined, percent: string | undefined, amount: string | undefined): boolean {
  if (base === undefined && percent === undefined) return true
  if (base === undefined || percent === undefined || amount === undefined) return false
  const share = multiply(multiply(base, percent), '0.01')
  return Math.abs(Math.abs(Number(share)) - Math.abs(Number(amount))) <= 0.02
}

/** What German suppliers must tell German customers (DE-R-001 to DE-R-015). */
function needInGermany(
  document: IngestDocument,
  { seller, buyer }: Pick<Parties, 'seller' | 'buyer'>,
  written: { hasBuyerReference: boolean },
  missing: Missing,
): void {
  if (!written.hasBuyerReference) missing.add('buyerReference')
  if (!seller.city || !seller.postalCode) missing.add('sellerCity')
  if (!seller.contact || !seller.phone || !seller.email) missing.add('sellerContact')
  if (!buyer.city || !buyer.postalCode) missing.add('buyerCity')
  const { shipTo, details, paymentMeans = [] } = document
  if (shipTo?.country && (!shipTo.city || !shipTo.postalCode)) missing.add('deliveryCity')
  const isIban = (account: string | undefined) => /^[A-Z]{2}\d{2}[A-Z0-9 ]{8,}$/.test(account ?? '')
  const account = details?.bankAccount?.split(' · ')[0]
  const means = paymentMeans.length > 0 ? paymentMeans.map((method) => method.account) : [account]
  if (!means.some(isIban)) missing.add('bankAccount')
}
