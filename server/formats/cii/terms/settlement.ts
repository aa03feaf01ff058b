import type { XmlElement } from '#server/formats/ubl/read/xml.ts'
import { find, newElement, type Rule } from '../translate.ts'
import { allowanceCharges, logisticsCharges, taxCategoryRules } from './charges.ts'
import { date, dateRule, iban, otherAccount } from './codecs.ts'
import { furtherPartyRules } from './parties.ts'

/* How an invoice is paid and taxed: BG-10, BG-14, BG-16 to BG-23, BG-3. */

const paymentMeans: Rule = {
  cii: 'ram:SpecifiedTradeSettlementPaymentMeans',
  ubl: 'cac:PaymentMeans',
  rules: [
    { cii: 'ram:TypeCode', ubl: 'cbc:PaymentMeansCode' },
    { cii: 'ram:Information', ubl: 'cbc:InstructionNote' },
    {
      cii: 'ram:ApplicableTradeSettlementFinancialCard',
      ubl: 'cac:CardAccount',
      rules: [
        { cii: 'ram:ID', ubl: 'cbc:PrimaryAccountNumberID' },
        { cii: 'ram:CardholderName', ubl: 'cbc:HolderName' },
      ],
    },
    {
      cii: 'ram:PayerPartyDebtorFinancialAccount',
      ubl: 'cac:PaymentMandate/cac:PayerFinancialAccount',
      rules: [
        { cii: 'ram:IBANID', ubl: 'cbc:ID' },
        { cii: 'ram:ProprietaryID', ubl: 'cbc:ID', readOnly: true },
      ],
    },
    {
      cii: 'ram:PayeePartyCreditorFinancialAccount',
      ubl: 'cac:PayeeFinancialAccount',
      rules: [
        { cii: 'ram:IBANID', ubl: 'cbc:ID', codec: iban },
        { cii: 'ram:AccountName', ubl: 'cbc:Name' },
        { cii: 'ram:ProprietaryID', ubl: 'cbc:ID', codec: otherAccount },
      ],
    },
    {
      cii: 'ram:PayeeSpecifiedCreditorFinancialInstitution/ram:BICID',
      ubl: 'cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch/cbc:ID',
    },
    {
      cii: 'ram:PayeeSpecifiedCreditorFinancialInstitution/ram:Name',
      ubl: 'cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch/cbc:Name',
      readOnly: true,
    },
  ],
}

/** The breakdown of the tax, in UBL inside the total of the tax. */
const taxBreakdown: Rule = {
  cii: 'ram:ApplicableTradeTax',
  ubl: 'cac:TaxTotal/cac:TaxSubtotal',
  rules: [
    { cii: 'ram:CalculatedAmount', ubl: 'cbc:TaxAmount' },
    ...taxCategoryRules.slice(0, 2).map((rule) => ({ ...rule, ubl: `cac:TaxCategory/${rule.ubl}` })),
    { cii: 'ram:BasisAmount', ubl: 'cbc:TaxableAmount' },
    ...taxCategoryRules.slice(2, -1).map((rule) => ({ ...rule, ubl: `cac:TaxCategory/${rule.ubl}` })),
    { ...dateRule('ram:TaxPointDate', '/cbc:TaxPointDate', 'udt:DateString'), once: true },
    ...taxCategoryRules.slice(-1).map((rule) => ({ ...rule, ubl: `cac:TaxCategory/${rule.ubl}` })),
  ],
}

/** Advance payments, as Factur-X EXTENDED lists them; the standard knows only their sum. */
const advancePayments: Rule = {
  cii: 'ram:SpecifiedAdvancePayment',
  ubl: 'cac:PrepaidPayment',
  readOnly: true,
  rules: [
    { cii: 'ram:PaidAmount', ubl: 'cbc:PaidAmount' },
    dateRule('ram:FormattedReceivedDateTime', 'cbc:PaidDate', 'qdt:DateTimeString'),
  ],
}

const precedingInvoices: Rule = {
  cii: 'ram:InvoiceReferencedDocument',
  ubl: 'cac:BillingReference/cac:InvoiceDocumentReference',
  rules: [
    { cii: 'ram:IssuerAssignedID', ubl: 'cbc:ID' },
    dateRule('ram:FormattedIssueDateTime', 'cbc:IssueDate', 'qdt:DateTimeString'),
  ],
}

/** The last day of a discount: the day from which it counts, and so many days later. */
function discountEnd(text: string, { parent }: XmlElement): string | undefined {
  const from = date.toUbl(text, newElement('', null)) ?? ''
  const terms = parent?.parent
  const [measure] = terms ? find(terms, 'ram:BasisPeriodMeasure') : []
  const days = measure?.attributes.unitCode === 'DAY' ? Number(measure.text) : 0
  const end = Date.parse(`${from}T00:00:00Z`) + days * 86_400_000
  return Number.isNaN(end) || Math.abs(days) > 3660 ? undefined : new Date(end).toISOString().slice(0, 10)
}

const paymentTerms: Rule = {
  cii: 'ram:SpecifiedTradePaymentTerms',
  ubl: '',
  rules: [
    { cii: 'ram:Description', ubl: '+cac:PaymentTerms/cbc:Note' },
    dateRule('ram:DueDateDateTime', 'cbc:DueDate'),
    // UBL's credit note says with the way to pay when it is due.
    { ...dateRule('ram:DueDateDateTime', 'cac:PaymentMeans/cbc:PaymentDueDate'), writeOnly: true, once: true },
    {
      cii: 'ram:DirectDebitMandateID',
      ubl: 'cac:PaymentMeans/cac:PaymentMandate/cbc:ID',
      writeOnly: true,
      once: true,
    },
    {
      cii: 'ram:ApplicableTradePaymentDiscountTerms',
      ubl: 'cac:PaymentTerms',
      readOnly: true,
      rules: [
        { cii: 'ram:CalculationPercent', ubl: 'cbc:SettlementDiscountPercent' },
        {
          cii: 'ram:BasisDateTime/udt:DateTimeString',
          ubl: 'cac:SettlementPeriod/cbc:EndDate',
          codec: { toUbl: discountEnd, toCii: () => undefined },
        },
      ],
    },
  ],
}

const summation = 'ram:SpecifiedTradeSettlementHeaderMonetarySummation'

const sum = (cii: string, ubl: string): Rule => ({
  cii: `${summation}/ram:${cii}`,
  ubl: `cac:LegalMonetaryTotal/cbc:${ubl}`,
})

const sums: readonly Rule[] = [
  sum('LineTotalAmount', 'LineExtensionAmount'),
  sum('ChargeTotalAmount', 'ChargeTotalAmount'),
  sum('AllowanceTotalAmount', 'AllowanceTotalAmount'),
  sum('TaxBasisTotalAmount', 'TaxExclusiveAmount'),
  // Once more in the currency in which the tax is reported, where that is another.
  { cii: `${summation}/ram:TaxTotalAmount`, ubl: 'cac:TaxTotal/cbc:TaxAmount', attributes: ['currencyID'] },
  sum('RoundingAmount', 'PayableRoundingAmount'),
  sum('GrandTotalAmount', 'TaxInclusiveAmount'),
  sum('TotalPrepaidAmount', 'PrepaidAmount'),
  sum('DuePayableAmount', 'PayableAmount'),
]

/** What stands in ram:ApplicableHeaderTradeSettlement, in the order of its schema. */
export const settlementRules: readonly Rule[] = [
  { cii: 'ram:PaymentReference', ubl: 'cac:PaymentMeans/cbc:PaymentID', writeOnly: true, once: true },
  { cii: 'ram:TaxCurrencyCode', ubl: 'cbc:TaxCurrencyCode' },
  { cii: 'ram:InvoiceCurrencyCode', ubl: 'cbc:DocumentCurrencyCode' },
  { cii: 'ram:PayeeTradeParty', ubl: 'cac:PayeeParty', rules: furtherPartyRules },
  paymentMeans,
  taxBreakdown,
  dateRule('ram:BillingSpecifiedPeriod/ram:StartDateTime', 'cac:InvoicePeriod/cbc:StartDate'),
  dateRule('ram:BillingSpecifiedPeriod/ram:EndDateTime', 'cac:InvoicePeriod/cbc:EndDate'),
  allowanceCharges,
  logisticsCharges,
  paymentTerms,
  ...sums,
  precedingInvoices,
  { cii: 'ram:ReceivableSpecifiedTradeAccountingAccount/ram:ID', ubl: 'cbc:AccountingCost' },
  advancePayments,
]
