/**
 * What an e-invoice by EN 16931 must say, with what Peppol and the network's country ask for besides, and a document of the portal may lack, each with the term of the standard. The
 * names are those of the texts `eInvoice.<name>`.
 */
export const missingTerms = {
  issueDate: 'BT-2',
  currency: 'BT-5',
  paymentTerms: 'BT-9, BT-20',
  sellerCountry: 'BT-40',
  sellerTaxNumber: 'BT-31, BT-32',
  sellerVatNumber: 'BT-31',
  sellerCompanyNumber: 'BT-30',
  buyerCountry: 'BT-55',
  buyerTaxNumber: 'BT-48',
  deliveryCountry: 'BT-80',
  deliveryDate: 'BT-72, BG-14',
  lines: 'BG-25',
  lineName: 'BT-153',
  lineQuantity: 'BT-129',
  lineUnit: 'BT-130',
  linePrice: 'BT-146',
  lineAmount: 'BT-131',
  lineTax: 'BT-151, BT-152',
  chargeTax: 'BT-95, BT-102',
  chargeReason: 'BT-97, BT-104',
  taxes: 'BG-23',
  exemptionReason: 'BT-120',
  total: 'BT-112',
  sums: 'BT-106 to BT-117',
  decimals: 'BR-DEC',
  invoiceType: 'BT-3',
  buyerReference: 'BT-10, BT-13',
  sellerAddress: 'BT-34',
  sellerCity: 'BT-37, BT-38',
  sellerContact: 'BT-41 to BT-43',
  buyerAddress: 'BT-49',
  buyerCity: 'BT-52, BT-53',
  deliveryCity: 'BT-77, BT-78',
  bankAccount: 'BT-84',
  chargeBase: 'BT-93, BT-94',
  linePeriod: 'BG-26',
  listPrice: 'BT-147, BT-148',
  nationalRules: 'Peppol',
} as const
export type MissingTerm = keyof typeof missingTerms

/** Collects what is missing while an invoice is written, each once. */
export class Missing {
  readonly #terms = new Set<MissingTerm>()

  /** Notes that a term is missing. */
  add(term: MissingTerm): void {
    this.#terms.add(term)
  }

  /** Notes that a term is missing when there is no value. */
  need<T>(term: MissingTerm, value: T | null | undefined): T | undefined {
    if (value === undefined || value === null || value === '') this.add(term)
    return value ?? undefined
  }

  /** In the order in which people read an invoice. */
  get terms(): MissingTerm[] {
    return (Object.keys(missingTerms) as MissingTerm[]).filter((term) => this.#terms.has(term))
  }
}
