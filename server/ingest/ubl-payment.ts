import type { IngestDocument } from '../../contract/ingest.ts'
import { date, distinct, each, elementsAt, type Field, shape, words, wordsOf } from './ubl-fields.ts'

type Means = NonNullable<IngestDocument['paymentMeans']>

const branch = 'cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch'

const names =
  (...paths: string[]): Field<string> =>
  (at) =>
    distinct(paths.flatMap((path) => elementsAt(at, path).map(wordsOf)).filter((name) => name !== ''))
      ?.join(', ')
      .slice(0, 300)

const every: Field<Means> = each(
  shape({
    code: words(100, 'cbc:PaymentMeansCode'),
    account: words(100, 'cac:PayeeFinancialAccount/cbc:ID'),
    holder: words(300, 'cac:PayeeFinancialAccount/cbc:Name'),
    bank: words(100, `${branch}/cac:FinancialInstitution/cbc:ID`, `${branch}/cbc:ID`),
    bankName: names(
      `${branch}/cac:FinancialInstitution/cbc:Name`,
      `${branch}/cbc:Name`,
      'cac:CardAccount/cbc:NetworkID',
    ),
    reference: words(300, 'cbc:PaymentID', 'cbc:InstructionID'),
    dueDate: date('cbc:PaymentDueDate'),
    mandate: words(200, 'cac:PaymentMandate/cbc:ID'),
    payerAccount: words(100, 'cac:PaymentMandate/cac:PayerFinancialAccount/cbc:ID', 'cac:PayerFinancialAccount/cbc:ID'),
    cardNumber: words(100, 'cac:CardAccount/cbc:PrimaryAccountNumberID'),
    cardHolder: words(300, 'cac:CardAccount/cbc:HolderName'),
    note: words(2000, 'cbc:InstructionNote', 'cac:PayeeFinancialAccount/cbc:PaymentNote'),
  }) as Field<Means[number]>,
  'cac:PaymentMeans',
)

/** Codes that say no more than the account number beside them: UNCL 4461, transfers and "not told". */
const transfers = new Set(['1', '30', '31', '42', '57', '58'])

/** Every way to pay that the document names; none where it is a transfer to the one account that `bankAccount` tells. */
export const paymentMeans: Field<Means> = (at, reading) => {
  const found = every(at, reading)
  const [only] = found ?? []
  const { code, account: _account, bank: _bank, reference: _reference, ...more } = only ?? {}
  const { dueDate: _due, ...others } = more
  const isPlain = found?.length === 1 && Object.keys(others).length === 0 && (code === undefined || transfers.has(code))
  return isPlain && at.name !== 'Quotation' ? undefined : found
}
