import { PortalError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { PaperKind } from '#contract/papers.ts'
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

/** What a worker needs to print an example of a kind with so many lines, in this branding. */
export function examplePaper(
  { kind, lines }: { kind: PaperKind; lines: number },
  branding: Branding,
  language: Language,
  now: Date,
): PrintInput {
  const content = exampleContent(kind, lines, branding, language, now)
  return { data: JSON.stringify(toTemplateInput(content)), stamp: content.stamp, logo: branding.logo }
}

/** A paper of a kind with example content in this branding, set as all papers are. Throws unavailable when too many wait. */
export function printExample(
  { pdfWorker, clock }: { pdfWorker: PdfWorkerPool; clock: () => Date },
  kind: PaperKind,
  branding: Branding,
  language: Language,
): Promise<Buffer> {
  return pdfWorker.print(examplePaper({ kind, lines: previewedLines }, branding, language, clock()))
}

/**
 * Whether papers can show a logo, by setting one with it: a picture that browsers show may be none to the program that
 * sets papers, and each paper would fail. Throws unavailable when too many papers wait.
 */
export async function canPrintLogo(
  { pdfWorker, clock }: { pdfWorker: PdfWorkerPool; clock: () => Date },
  branding: Branding,
  logo: NonNullable<Branding['logo']>,
): Promise<boolean> {
  try {
    await pdfWorker.print(examplePaper({ kind: 'invoices', lines: 1 }, { ...branding, logo }, 'en', clock()))
    return true
  } catch (error) {
    // Where no papers are made, none can fail.
    if (error instanceof PortalError && error.code === 'cannot_print') return true
    if (error instanceof PortalError) throw error
    return false
  }
}

function exampleContent(
  kind: PaperKind,
  lines: number,
  branding: Branding,
  language: Language,
  now: Date,
): PaperContent {
  // The customer lives where the supplier does, so that size and formats are those of most of its papers.
  const country = branding.seller?.country ?? null
  const locale = localeFor(language, country)
  if (kind === 'statement') return statementContent(exampleStatement(lines, now), now, locale, branding)
  if (kind === 'returns') return returnContent(exampleReturn(lines, now), exampleAccount, locale, branding)
  const isCreditNote = kind === 'creditNotes'
  const example = { type: isCreditNote ? 'invoices' : kind, isCreditNote, lineCount: lines, country } as const
  const { detail, references } = exampleDocument(example, now)
  return documentContent(detail, { account: exampleAccount, references }, locale, branding)
}
