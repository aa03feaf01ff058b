import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { compare } from '#contract/money.ts'
import { bankAccountOf, formatIban, ibanIn } from '#contract/payments/bank-account.ts'
import { transferCode } from '#contract/payments/transfer-code.ts'
import type { TextKey } from '#contract/texts.ts'
import { qrCodeSvg } from './bank-transfer.ts'
import { type Branding, fact } from './branding.ts'
import type { Fact, PaperContent, Sum, Table } from './content.ts'
import type { PaperLocale } from './locale.ts'

/** Values that only an invoice's header has, as texts. */
export type InvoiceHeader = {
  invoiceKind: string | null
  dueDate: string | null
  paymentReference: string | null
  bankAccount: string | null
  earlyPayment: string | null
}

const isNonZero = (amount: string | null | undefined): amount is string =>
  typeof amount === 'string' && /[1-9]/.test(amount)

/** The sums under the lines, as the ERP sent them; empty without the permission to see prices. */
export function sumsOf(
  detail: Pick<DocumentDetail, 'type' | 'totals' | 'taxes'>,
  currency: string | null,
  locale: PaperLocale,
  isCreditNote: boolean,
): Sum[] {
  const { totals, taxes } = detail
  if (!totals) return []
  const row = (label: TextKey, amount: string | null, style: Partial<Sum> = {}): Sum[] =>
    amount === null ? [] : [{ label: locale.say(label), value: locale.money(amount, currency), ...style }]
  const completeTaxes = taxes.filter((tax) => tax.rate !== null && tax.base !== null && tax.amount !== null)
  const taxSums = completeTaxes.map((tax) => ({
    label: locale.say('paper.totals.taxOf', {
      rate: locale.percent(tax.rate ?? '0'),
      base: locale.money(tax.base ?? '0', currency),
    }),
    value: locale.money(tax.amount ?? '0', currency),
    small: true,
  }))
  const showsSettlement = detail.type === 'invoices' && (isNonZero(totals.paid) || isNonZero(totals.credited))
  const showsPayable = !isCreditNote && totals.payable !== null && totals.payable !== totals.gross
  return [
    ...row('paper.totals.net', totals.net),
    ...(isNonZero(totals.discount) ? row('paper.totals.discount', negative(totals.discount)) : []),
    ...(isNonZero(totals.charges) ? row('paper.totals.charges', totals.charges) : []),
    ...(completeTaxes.length === 1 ? [] : row('paper.totals.tax', totals.tax)),
    ...(completeTaxes.length === 1 ? taxSums.map(({ small: _small, ...part }) => part) : taxSums),
    ...row(isCreditNote ? 'paper.totals.credit' : 'paper.totals.gross', totals.gross, { strong: true }),
    ...(showsPayable ? row('paper.totals.payable', totals.payable, { strong: true }) : []),
    ...(showsSettlement && isNonZero(totals.paid)
      ? row(isCreditNote ? 'paper.statement.settled' : 'paper.totals.paid', negative(totals.paid ?? '0'))
      : []),
    ...(!isCreditNote && isNonZero(totals.credited) ? row('paper.totals.credited', negative(totals.credited)) : []),
    ...(showsSettlement && !isCreditNote ? row('paper.totals.open', totals.open, { strong: true }) : []),
  ]
}

const negative = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)

const exemptionTexts: Readonly<Record<string, TextKey>> = {
  AE: 'tax.AE',
  K: 'tax.K',
  G: 'tax.G',
  E: 'tax.E',
  O: 'tax.O',
}

/** Why there is no tax: the reasons that the document gives, or texts for its tax categories (UNCL 5305). */
export function taxRemarks({ taxes }: DocumentDetail, locale: PaperLocale): string[] {
  const remarks = taxes.flatMap(({ category, reason }) => {
    const key = exemptionTexts[category ?? '']
    return reason ? [reason] : key ? [locale.say(key)] : []
  })
  return [...new Set(remarks)]
}

/** How to pay the open amount, with a QR code for banking apps where possible; null if nothing is to be paid. */
export function paymentSection(
  detail: Pick<DocumentDetail, 'type' | 'number' | 'status' | 'totals' | 'paymentMeans'>,
  header: InvoiceHeader,
  currency: string | null,
  locale: PaperLocale,
  branding: Branding,
): PaperContent['pay'] {
  const { totals, status } = detail
  if (detail.type !== 'invoices' || !totals || status === 'cancelled' || status === 'credited') return null
  const title = locale.say('paper.pay.title')
  const textOnly = (key: TextKey) => ({ title, text: locale.say(key), facts: [], code: null })
  if (header.invoiceKind === '381') return textOnly('paper.pay.credit')
  const open = totals.open ?? totals.gross
  if (open === null) return null
  if (compare(open, '0') <= 0) return textOnly('paper.pay.settled')
  const amount = locale.money(open, currency)
  const account = bankAccountOf(header.bankAccount, branding)
  const reference = header.paymentReference ?? detail.number
  const code = account && transferCode({ account, currency, amount: open, reference })
  const svg = code ? qrCodeSvg(code) : null
  const iban = account?.iban ? formatIban(account.iban) : null
  const facts: Fact[] = [
    ...(account
      ? [
          ...fact(locale.say('paper.pay.holder'), account.holder),
          ...fact(iban ? 'IBAN' : locale.say('paper.pay.account'), iban ?? account.text, true),
          ...fact('BIC', account.bic, true),
          ...fact(locale.say('paper.pay.bank'), account.bank),
        ]
      : []),
    ...furtherAccounts(detail, header.bankAccount, locale),
    ...fact(locale.say('paper.pay.reference'), reference, true),
    ...fact(locale.say('paper.pay.early'), header.earlyPayment),
  ]
  return {
    title,
    text: header.dueDate
      ? locale.say('paper.pay.please', { amount, date: locale.date(header.dueDate) })
      : locale.say('paper.pay.amount', { amount }),
    facts,
    code:
      svg && iban
        ? { svg, alt: locale.say('paper.pay.scanAlt', { amount, iban }), caption: locale.say('paper.pay.scan') }
        : null,
  }
}

/** Bank accounts other than the main one, and the mandate of a direct debit. */
function furtherAccounts(
  { paymentMeans }: Pick<DocumentDetail, 'paymentMeans'>,
  bankAccount: string | null,
  locale: PaperLocale,
): Fact[] {
  return paymentMeans.flatMap(({ account, bank, bankName, mandate }) => [
    ...(account && !bankAccount?.startsWith(account)
      ? [
          ...fact(locale.say('paper.pay.account'), formatAccount(account), true),
          ...fact(locale.say('paper.pay.bank'), bankName ?? bank),
        ]
      : []),
    ...fact(locale.say('paper.pay.mandate'), mandate, true),
  ])
}

const formatAccount = (account: string) => (ibanIn(account) === account ? formatIban(account) : account)

/** The table of an invoice's payments; empty without any. */
export function paymentsOf(detail: DocumentDetail, currency: string | null, locale: PaperLocale): Table[] {
  if (detail.payments.length === 0) return []
  return [
    {
      title: locale.say('paper.payments.title'),
      columns: [
        { label: locale.say('paper.payments.date'), align: 'start' },
        { label: locale.say('paper.payments.method'), align: 'start' },
        { label: locale.say('paper.payments.reference'), align: 'start', wide: true },
        { label: locale.say('paper.payments.amount'), align: 'end' },
      ],
      rows: detail.payments.map(({ date, method, reference, amount }) => [
        { number: date === null ? '' : locale.date(date) },
        method ?? '',
        reference ?? '',
        { number: amount === null ? '' : locale.money(amount, currency) },
      ]),
    },
  ]
}
