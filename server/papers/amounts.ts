import type { DocumentDetail } from '../../contract/documents/endpoints.ts'
import { compare } from '../../contract/money.ts'
import type { TextKey } from '../../contract/texts.ts'
import type { Content, Fact, Sum, Table } from './content.ts'
import { fact, type House } from './house.ts'
import { accountOf, drawn, ibanIn, spaced, transferCode } from './transfer.ts'
import type { Words } from './words.ts'

/** What only an invoice's header knows, as texts. */
export type InvoiceHeader = {
  invoiceKind: string | null
  dueDate: string | null
  paymentReference: string | null
  bankAccount: string | null
  earlyPayment: string | null
}

const isSome = (amount: string | null | undefined): amount is string =>
  typeof amount === 'string' && /[1-9]/.test(amount)

/** The sums under the lines, as the ERP sent them; nothing without the permission to see prices. */
export function sumsOf(detail: DocumentDetail, currency: string | null, words: Words, credit: boolean): Sum[] {
  const { totals, taxes } = detail
  if (!totals) return []
  const row = (label: TextKey, amount: string | null, more: Partial<Sum> = {}): Sum[] =>
    amount === null ? [] : [{ label: words.say(label), value: words.money(amount, currency), ...more }]
  const known = taxes.filter((tax) => tax.rate !== null && tax.base !== null && tax.amount !== null)
  const parts = known.map((tax) => ({
    label: words.say('paper.totals.taxOf', {
      rate: words.percent(tax.rate ?? '0'),
      base: words.money(tax.base ?? '0', currency),
    }),
    value: words.money(tax.amount ?? '0', currency),
    small: true,
  }))
  const settled = detail.type === 'invoices' && (isSome(totals.paid) || isSome(totals.credited))
  const other = !credit && totals.payable !== null && totals.payable !== totals.gross
  return [
    ...row('paper.totals.net', totals.net),
    ...(isSome(totals.discount) ? row('paper.totals.discount', negative(totals.discount)) : []),
    ...(isSome(totals.charges) ? row('paper.totals.charges', totals.charges) : []),
    ...(known.length === 1 ? [] : row('paper.totals.tax', totals.tax)),
    ...(known.length === 1 ? parts.map(({ small: _small, ...part }) => part) : parts),
    ...row(credit ? 'paper.totals.credit' : 'paper.totals.gross', totals.gross, { strong: true }),
    ...(other ? row('paper.totals.payable', totals.payable, { strong: true }) : []),
    ...(settled && isSome(totals.paid)
      ? row(credit ? 'paper.statement.settled' : 'paper.totals.paid', negative(totals.paid ?? '0'))
      : []),
    ...(!credit && isSome(totals.credited) ? row('paper.totals.credited', negative(totals.credited)) : []),
    ...(settled && !credit ? row('paper.totals.open', totals.open, { strong: true }) : []),
  ]
}

const negative = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)

const reasons: Readonly<Record<string, TextKey>> = {
  AE: 'tax.AE',
  K: 'tax.K',
  G: 'tax.G',
  E: 'tax.E',
  O: 'tax.O',
}

/** Why there is no tax, by the categories of UNCL5305 that the document's taxes bear. */
export function remarksOf({ taxes }: DocumentDetail, words: Words): string[] {
  const told = taxes.flatMap(({ category, reason }) => {
    const key = reasons[category ?? '']
    return reason ? [reason] : key ? [words.say(key)] : []
  })
  return [...new Set(told)]
}

/** How to pay what is open, with a code for banking apps where there can be one; null where nothing is asked for. */
export function payOf(
  detail: DocumentDetail,
  header: InvoiceHeader,
  currency: string | null,
  words: Words,
  house: House,
): Content['pay'] {
  const { totals, status } = detail
  if (detail.type !== 'invoices' || !totals || status === 'cancelled' || status === 'credited') return null
  const title = words.say('paper.pay.title')
  const only = (key: TextKey) => ({ title, text: words.say(key), facts: [], code: null })
  if (header.invoiceKind === '381') return only('paper.pay.credit')
  const open = totals.open ?? totals.gross
  if (open === null) return null
  if (compare(open, '0') <= 0) return only('paper.pay.settled')
  const amount = words.money(open, currency)
  const account = accountOf(header.bankAccount, house.seller, house.portal)
  const reference = header.paymentReference ?? detail.number
  const code = account && transferCode({ account, currency, amount: open, reference })
  const svg = code ? drawn(code) : null
  const iban = account?.iban ? spaced(account.iban) : null
  const facts: Fact[] = [
    ...(account
      ? [
          ...fact(words.say('paper.pay.holder'), account.holder),
          ...fact(iban ? 'IBAN' : words.say('paper.pay.account'), iban ?? account.text, true),
          ...fact('BIC', account.bic, true),
          ...fact(words.say('paper.pay.bank'), account.bank),
        ]
      : []),
    ...furtherAccounts(detail, header.bankAccount, words),
    ...fact(words.say('paper.pay.reference'), reference, true),
    ...fact(words.say('paper.pay.early'), header.earlyPayment),
  ]
  return {
    title,
    text: header.dueDate
      ? words.say('paper.pay.please', { amount, date: words.date(header.dueDate) })
      : words.say('paper.pay.amount', { amount }),
    facts,
    code:
      svg && iban
        ? { svg, alt: words.say('paper.pay.scanAlt', { amount, iban }), caption: words.say('paper.pay.scan') }
        : null,
  }
}

/** Accounts beside the one to pay to first, and the mandate of a direct debit. */
function furtherAccounts({ paymentMeans }: DocumentDetail, own: string | null, words: Words): Fact[] {
  return paymentMeans.flatMap(({ account, bank, bankName, mandate }) => [
    ...(account && !own?.startsWith(account)
      ? [
          ...fact(words.say('paper.pay.account'), spacedIban(account), true),
          ...fact(words.say('paper.pay.bank'), bankName ?? bank),
        ]
      : []),
    ...fact(words.say('paper.pay.mandate'), mandate, true),
  ])
}

const spacedIban = (account: string) => (ibanIn(account) === account ? spaced(account) : account)

/** The payments that an invoice has seen. */
export function paymentsOf(detail: DocumentDetail, currency: string | null, words: Words): Table[] {
  if (detail.payments.length === 0) return []
  return [
    {
      title: words.say('paper.payments.title'),
      columns: [
        { label: words.say('paper.payments.date'), align: 'start' },
        { label: words.say('paper.payments.method'), align: 'start' },
        { label: words.say('paper.payments.reference'), align: 'start', wide: true },
        { label: words.say('paper.payments.amount'), align: 'end' },
      ],
      rows: detail.payments.map(({ date, method, reference, amount }) => [
        { number: date === null ? '' : words.date(date) },
        method ?? '',
        reference ?? '',
        { number: amount === null ? '' : words.money(amount, currency) },
      ]),
    },
  ]
}
