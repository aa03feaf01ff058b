import { fromMillionths, toMillionths } from '../money.ts'
import type { RequestKind } from './rules.ts'

/* When two requests are the same wish, so that the supplier would fulfil it twice. */

type Content = Readonly<Record<string, unknown>>

/** What of a request's content the supplier acts on, by kind; kinds without an entry are made once by other rules. */
const decisiveFields: Readonly<Partial<Record<RequestKind, readonly string[]>>> = {
  requestChange: ['requestedDate', 'address', 'lines'],
  reorder: ['lines', 'requestedDate'],
  claim: ['lines'],
  returnGoods: ['lines', 'collectAt'],
  reportPayment: ['paidOn', 'amount', 'reference'],
  promisePayment: ['payOn'],
  adviseRemittance: ['paidOn', 'invoices', 'reference'],
  enquire: ['lines', 'wanted', 'requestedDate', 'customerReference'],
}
/** The customer's own names of something: who leaves one out may mean the same. */
const ownReferences: readonly string[] = ['reference', 'customerReference']
const decimals: readonly string[] = ['quantity', 'amount', 'discount']

/** Whether a request of a kind asks for what another of that kind asks for; its words alone make no other wish. */
export function isEqualRequest(kind: RequestKind, one: Content, other: Content): boolean {
  const fields = decisiveFields[kind]
  if (!fields) return false
  // Of a claim each line is a wish of its own.
  if (kind === 'claim') return entriesOf(one.lines).some((entry) => entriesOf(other.lines).includes(entry))
  const given = fields.filter((field) => one[field] !== undefined || other[field] !== undefined)
  if (given.length === 0) return wordsOf(one) === wordsOf(other)
  return given.every((field) => {
    const isOpen = ownReferences.includes(field) && (one[field] === undefined || other[field] === undefined)
    return isOpen || comparable(field, one[field]) === comparable(field, other[field])
  })
}

const wordsOf = ({ note }: Content) => (typeof note === 'string' ? note.trim() : '')

function comparable(field: string, value: unknown): string | undefined {
  if (Array.isArray(value)) return entriesOf(value).join('\n')
  if (value === undefined || value === null) return undefined
  return decimals.includes(field) ? plain(String(value)) : String(value).trim()
}

/** What of an entry of a list only explains it. */
const explanations: readonly string[] = ['note', 'reason']

/** The entries of a list, each as one text, without what only explains them, in an order of their own. */
function entriesOf(list: unknown): string[] {
  return ((list ?? []) as (string | Content)[])
    .map((entry) => {
      const fields = typeof entry === 'string' ? { line: entry } : entry
      const compared = Object.keys(fields).filter((name) => !explanations.includes(name) && fields[name] !== undefined)
      return JSON.stringify(compared.toSorted().map((name) => [name, comparable(name, fields[name])]))
    })
    .toSorted()
}

const plain = (decimal: string) => fromMillionths(toMillionths(decimal))
