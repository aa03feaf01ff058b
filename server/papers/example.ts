import { PortalError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { PaperKind } from '#contract/papers.ts'
import { calendarDate } from '#contract/values/dates.ts'
import type { Branding } from './branding.ts'
import { type PaperContent, toTemplateInput } from './content.ts'
import { documentContent } from './document.ts'
import { exampleAccount, exampleDocument, exampleReturn, exampleStatement } from './example-documents.ts'
import { localeFor } from './locale.ts'
import type { PdfWorkerPool, PrintInput } from './pdf-worker-pool.ts'
import { returnContent } from './return.ts'
import { statementContent } from './statement.ts'

/** As many lines as lead to a second page, where heads are repeated and pages numbered. */
const previewedLines = 24

/** An example of a kind with so many lines. */
type Example = { kind: PaperKind; lines: number; now: Date }
type ExampleDeps = { pdfWorker: PdfWorkerPool; clock: () => Date }

/** What a worker needs to print an example in this branding. */
export function examplePaper(example: Example, branding: Branding, language: Language): PrintInput {
  const content = exampleContent(example, branding, language)
  return { data: JSON.stringify(toTemplateInput(content)), stamp: content.stamp, logo: branding.logo }
}

/** A paper of a kind with example content in this branding, set as all papers are. Throws unavailable when too many wait. */
export function printExample(
  { pdfWorker, clock }: ExampleDeps,
  kind: PaperKind,
  branding: Branding,
  language: Language,
): Promise<Buffer> {
  const example = { kind, lines: previewedLines, now: clock() }
  return pdfWorker.print(examplePaper(example, branding, language))
}

/**
 * Whether papers can show a logo, by setting one with it: a picture that browsers show may be none to the program that
 * sets papers, and each paper would fail. Throws unavailable when too many papers wait.
 */
export async function canPrintLogo(
  { pdfWorker, clock }: ExampleDeps,
  branding: Branding,
  logo: NonNullable<Branding['logo']>,
): Promise<boolean> {
  try {
    const example = { kind: 'invoices', lines: 1, now: clock() } as const
    await pdfWorker.print(examplePaper(example, { ...branding, logo }, 'en'))
    return true
  } catch (error) {
    // Where no papers are made, none can fail.
    if (error instanceof PortalError && error.code === 'cannot_print') return true
    if (error instanceof PortalError) throw error
    return false
  }
}

function exampleContent({ kind, lines, now }: Example, branding: Branding, language: Language): PaperContent {
  const time = { now, today: calendarDate(now) }
  // The customer lives where the supplier does, so that size and formats are those of most of its papers.
  const country = branding.seller?.country ?? null
  const locale = localeFor(language, country)
  if (kind === 'statement') return statementContent(exampleStatement(lines, time), now, locale, branding)
  if (kind === 'returns') return returnContent(exampleReturn(lines, time), exampleAccount, locale, branding)
  const isCreditNote = kind === 'creditNotes'
  const example = { type: isCreditNote ? 'invoices' : kind, isCreditNote, lineCount: lines, country } as const
  const { detail, references } = exampleDocument(example, time)
  return documentContent(detail, { account: exampleAccount, references }, locale, branding)
}
