import type { IngestDocument } from '#contract/ingest/documents.ts'
import { basic, group, type XmlPart } from '../xml.ts'

/* How an e-invoice is paid (BG-16), and the files that go along with it (BG-24). */

/** Media types that EN 16931 allows of attached files. */
const attachable = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
])

/** The attachments of a document whose kind the standard allows. */
export function attachments({ attachments: files = [] }: IngestDocument): XmlPart {
  return files
    .filter(({ mimeType }) => attachable.has(mimeType))
    .map(({ name, mimeType, contentBase64 }) =>
      group(
        'AdditionalDocumentReference',
        basic('ID', name),
        group(
          'Attachment',
          basic('EmbeddedDocumentBinaryObject', contentBase64, { mimeCode: mimeType, filename: name }),
        ),
      ),
    )
}

type Means = NonNullable<IngestDocument['paymentMeans']>[number]

const transfers = new Set(['30', '58'])
const directDebits = new Set(['49', '59'])

/** All ways to pay; a credit note says here when it is due. */
export function paymentMeans(document: IngestDocument, kind: 'Invoice' | 'CreditNote'): XmlPart {
  const { details = {}, dueDate } = document
  const due = kind === 'CreditNote' ? dueDate : undefined
  const { bankAccount, paymentReference } = details ?? {}
  const [account, bank] = bankAccount?.split(' · ') ?? []
  const own: Means = { ...(account ? { account } : {}), ...(bank ? { bank } : {}) }
  const means = document.paymentMeans ?? (account || paymentReference || due ? [own] : [])
  const reference = paymentReference ?? means.map((method) => method.reference).find((text) => text)
  return means.map((method) => one(method, reference ?? undefined, due))
}

function one(method: Means, reference: string | undefined, due: string | undefined): XmlPart {
  const { account, mandate, payerAccount, cardNumber } = method
  const code = method.code ?? (account ? '30' : '1')
  // A transfer without an account, and a direct debit without a mandate, are not defined by the standard.
  const isDefined = !(transfers.has(code) && !account) && !(directDebits.has(code) && !mandate)
  return group(
    'PaymentMeans',
    basic('PaymentMeansCode', isDefined ? code : '1'),
    basic('PaymentDueDate', due),
    basic('InstructionNote', method.note),
    basic('PaymentID', reference),
    cardNumber
      ? group(
          'CardAccount',
          basic('PrimaryAccountNumberID', cardNumber.replace(/\s+/g, '').slice(-4)),
          basic('NetworkID', method.bankName ?? 'NA'),
          basic('HolderName', method.cardHolder),
        )
      : undefined,
    account
      ? group(
          'PayeeFinancialAccount',
          basic('ID', account),
          basic('Name', method.holder),
          group('FinancialInstitutionBranch', basic('ID', method.bank)),
        )
      : undefined,
    mandate || payerAccount
      ? group('PaymentMandate', basic('ID', mandate), group('PayerFinancialAccount', basic('ID', payerAccount)))
      : undefined,
  )
}
