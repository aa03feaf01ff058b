import { PortalError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { paymentSection, sumsOf } from './amounts.ts'
import { type Branding, commonContent, fact } from './branding.ts'
import { type PaperContent, toTemplateInput } from './content.ts'
import { localeFor } from './locale.ts'
import type { PdfWorkerPool } from './pdf-worker-pool.ts'

/** An invoice about nothing, so that one sees how a supplier's data look on paper. */
const invoice = {
  ...{ type: 'invoices' as const, number: 'INV-1001', status: 'open', paymentMeans: [] },
  totals: {
    ...{ net: '1000.00', discount: null, charges: null, tax: '190.00', gross: '1190.00', payable: null },
    ...{ paid: null, credited: null, open: '1190.00' },
  },
  taxes: [{ category: 'S', rate: '19', base: '1000.00', amount: '190.00', reason: null }],
}
const days = 24 * 3600 * 1000

/** A paper with example content in this branding, set as all papers are. Throws unavailable when too many wait. */
export function printExample(
  { pdfWorker, clock }: { pdfWorker: PdfWorkerPool; clock: () => Date },
  branding: Branding,
  language: Language,
): Promise<Buffer> {
  const now = clock()
  const content = exampleContent(branding, language, now)
  const data = JSON.stringify(toTemplateInput(content))
  return pdfWorker.print({ data, stamp: content.stamp, logo: branding.logo })
}

/**
 * Whether papers can show a logo, by setting one with it: a picture that browsers show may be none to the program that
 * sets papers, and each paper would fail. Throws unavailable when too many papers wait.
 */
export async function canPrintLogo(
  deps: { pdfWorker: PdfWorkerPool; clock: () => Date },
  branding: Branding,
  logo: NonNullable<Branding['logo']>,
): Promise<boolean> {
  try {
    await printExample(deps, { ...branding, logo }, 'en')
    return true
  } catch (error) {
    // Where no papers are made, none can fail.
    if (error instanceof PortalError && error.code === 'cannot_print') return true
    if (error instanceof PortalError) throw error
    return false
  }
}

function exampleContent(branding: Branding, language: Language, now: Date): PaperContent {
  const country = branding.seller?.country ?? null
  const locale = localeFor(language, country)
  const { say } = locale
  const dateAfter = (count: number) => new Date(now.getTime() + count * days).toISOString().slice(0, 10)
  const dueDate = dateAfter(30)
  const kind = say('paper.invoices.380')
  const header = { invoiceKind: '380', dueDate, paymentReference: null, bankAccount: null, earlyPayment: null }
  return {
    ...commonContent(branding, locale, country, `${now.toISOString().slice(0, 16)}:00Z`),
    ...{ kind, title: `${kind} ${invoice.number}`, number: invoice.number, state: null, contact: null, lead: null },
    facts: [
      ...fact(say('paper.fact.date'), locale.date(dateAfter(0))),
      ...fact(say('paper.fact.due'), locale.date(dueDate)),
      ...fact(say('paper.fact.customer'), 'C-1001', true),
    ],
    parties: [{ title: say('paper.party.billTo'), name: 'Example Ltd', lines: ['1 Example Street', '00000 Example'] }],
    lines: {
      title: say('paper.lines'),
      columns: [
        { label: say('paper.column.line'), align: 'start' },
        { label: say('paper.column.item'), align: 'start', wide: true },
        { label: say('paper.column.quantity'), align: 'end' },
        { label: say('paper.column.unitPrice'), align: 'end' },
        { label: say('paper.column.amount'), align: 'end' },
      ],
      rows: [
        [
          ...[{ number: '1' }, { main: 'Example', small: [say('paper.line.sku', { sku: 'EX-100' })] }],
          ...['10', locale.amount('100.00', 'EUR'), locale.amount('1000.00', 'EUR')].map((number) => ({ number })),
        ],
      ],
    },
    sums: sumsOf(invoice, 'EUR', locale, false),
    ...{ remarks: [], tables: [], texts: [] },
    pay: paymentSection(invoice, header, 'EUR', locale, branding),
  }
}
