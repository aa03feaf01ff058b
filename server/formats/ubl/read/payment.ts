import type { IngestDocument } from '#contract/ingest/documents.ts'
import { date, distinct, each, elementsAt, type FieldReader, shape, text, textOf } from './fields.ts'

type PaymentMeans = NonNullable<IngestDocument['paymentMeans']>

const branchPath = 'cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch'

const joinedNames =
  (...paths: string[]): FieldReader<string> =>
  (node) =>
    distinct(paths.flatMap((path) => elementsAt(node, path).map(textOf)).filter((name) => name !== ''))
      ?.join(', ')
      .slice(0, 300)

const allMeans: FieldReader<PaymentMeans> = each(
  shape({
    code: text(100, 'cbc:PaymentMeansCode'),
    account: text(100, 'cac:PayeeFinancialAccount/cbc:ID'),
    holder: text(300, 'cac:PayeeFinancialAccount/cbc:Name'),
    bank: text(100, `${branchPath}/cac:FinancialInstitution/cbc:ID`, `${branchPath}/cbc:ID`),
    bankName: joinedNames(
      `${branchPath}/cac:FinancialInstitution/cbc:Name`,
      `${branchPath}/cbc:Name`,
      'cac:CardAccount/cbc:NetworkID',
    ),
    reference: text(300, 'cbc:PaymentID', 'cbc:InstructionID'),
    dueDate: date('cbc:PaymentDueDate'),
    mandate: text(200, 'cac:PaymentMandate/cbc:ID'),
    payerAccount: text(100, 'cac:PaymentMandate/cac:PayerFinancialAccount/cbc:ID', 'cac:PayerFinancialAccount/cbc:ID'),
    cardNumber: text(100, 'cac:CardAccount/cbc:PrimaryAccountNumberID'),
    cardHolder: text(300, 'cac:CardAccount/cbc:HolderName'),
    note: text(2000, 'cbc:InstructionNote', 'cac:PayeeFinancialAccount/cbc:PaymentNote'),
  }) as FieldReader<PaymentMeans[number]>,
  'cac:PaymentMeans',
)

/** Codes of UNCL 4461 that add nothing to an account number: transfers and "not defined". */
const transferCodes = new Set(['1', '30', '31', '42', '57', '58'])

/** All means of payment; undefined for a single plain transfer (except in quotes), which `bankAccount` covers. */
export const paymentMeans: FieldReader<PaymentMeans> = (node, reading) => {
  const means = allMeans(node, reading)
  const [only] = means ?? []
  const { code, account: _account, bank: _bank, reference: _reference, ...more } = only ?? {}
  const { dueDate: _due, ...others } = more
  const isPlainTransfer =
    means?.length === 1 && Object.keys(others).length === 0 && (code === undefined || transferCodes.has(code))
  return isPlainTransfer && node.name !== 'Quotation' ? undefined : means
}
