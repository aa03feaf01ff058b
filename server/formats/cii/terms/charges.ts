import type { Rule } from '../translate.ts'
import { indicator } from './codecs.ts'

/* Allowances and charges: BG-20 and BG-21 of the document, BG-27 and BG-28 of a line, and the tax of both. */

const vatCode: Rule = { cii: 'ram:TypeCode', ubl: 'cac:TaxScheme/cbc:ID', fixed: { cii: 'VAT', ubl: 'VAT' } }

/** A tax category, at cac:TaxCategory or cac:ClassifiedTaxCategory. */
export const taxCategoryRules: readonly Rule[] = [
  vatCode,
  { cii: 'ram:ExemptionReason', ubl: 'cbc:TaxExemptionReason' },
  { cii: 'ram:CategoryCode', ubl: 'cbc:ID' },
  { cii: 'ram:ExemptionReasonCode', ubl: 'cbc:TaxExemptionReasonCode' },
  { cii: 'ram:RateApplicablePercent', ubl: 'cbc:Percent' },
]

const chargeRules: readonly Rule[] = [
  { cii: 'ram:ChargeIndicator/udt:Indicator', ubl: 'cbc:ChargeIndicator', codec: indicator },
  { cii: 'ram:CalculationPercent', ubl: 'cbc:MultiplierFactorNumeric' },
  { cii: 'ram:BasisAmount', ubl: 'cbc:BaseAmount' },
  { cii: 'ram:ActualAmount', ubl: 'cbc:Amount' },
  { cii: 'ram:ReasonCode', ubl: 'cbc:AllowanceChargeReasonCode' },
  { cii: 'ram:Reason', ubl: 'cbc:AllowanceChargeReason' },
  { cii: 'ram:CategoryTradeTax', ubl: 'cac:TaxCategory', rules: taxCategoryRules },
]

/** Allowances and charges of the document or of a line. */
export const allowanceCharges: Rule = {
  cii: 'ram:SpecifiedTradeAllowanceCharge',
  ubl: 'cac:AllowanceCharge',
  rules: chargeRules,
}

/** A freight charge or the like, which Factur-X names apart from other charges. */
export const logisticsCharges: Rule = {
  cii: 'ram:SpecifiedLogisticsServiceCharge',
  ubl: 'cac:AllowanceCharge',
  readOnly: true,
  rules: [
    { cii: '', ubl: 'cbc:ChargeIndicator', fixed: { cii: '', ubl: 'true' } },
    { cii: 'ram:Description', ubl: 'cbc:AllowanceChargeReason' },
    { cii: 'ram:AppliedAmount', ubl: 'cbc:Amount' },
    { cii: 'ram:AppliedTradeTax', ubl: 'cac:TaxCategory', rules: taxCategoryRules },
  ],
}
