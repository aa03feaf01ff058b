import { hash } from 'node:crypto'
import type { Pool } from 'pg'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { definitions } from '#contract/documents/types.ts'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { isErpPaper } from '#contract/papers.ts'
import type { Return } from '#contract/requests/return-endpoints.ts'
import type { Statement } from '#contract/statement.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type Branding, countryOf } from './branding.ts'
import { type PaperContent, toTemplateInput } from './content.ts'
import { documentContent, titleOf } from './document.ts'
import { layoutFiles } from './layout.ts'
import { localeFor } from './locale.ts'
import type { PdfWorkerPool } from './pdf-worker-pool.ts'
import { readAccount, readPaperContext } from './queries.ts'
import { returnContent } from './return.ts'
import { statementContent } from './statement.ts'

export type PaperDeps = {
  viewerPool: Pool
  pdfWorker: PdfWorkerPool
  /** The supplier's branding as it is now. */
  branding: () => Branding
  /** The highest number of lines of a document that can be made into a PDF. */
  mostLines: number
  clock: () => Date
  /** One of the viewer's documents, with only what they may see. Throws not_found. */
  showDocument: (viewer: Viewer, type: DocumentType, number: string) => Promise<DocumentDetail>
  readAttachment: (
    viewer: Viewer,
    type: DocumentType,
    number: string,
    id: string,
  ) => Promise<{ content: Buffer } | undefined>
  /** The statement of a period of the viewer's account. Throws not_found without the permission, and invalid_input. */
  showStatement: (viewer: Viewer, period: Period) => Promise<Statement>
  /** A return of the viewer's account to which the supplier has agreed. Throws not_found and conflict. */
  showReturn: (viewer: Viewer, number: string) => Promise<Return>
}

type Period = { currency: string; from: string; to: string }

/** A paper that is not made yet, with its file name and its etag. */
export type Paper = {
  /** Such as "Invoice INV-1001.pdf", in the reader's language. */
  name: string
  /** Changes with the paper's content, and so with its language and the viewer's permissions. */
  etag: string
  /** The PDF. Throws unavailable when too many papers are waiting. */
  make: () => Promise<Buffer>
}

const layout = [...layoutFiles.values()].join('')

/**
 * The paper of one of the viewer's documents: the one that the ERP sent, unless `source` is `portal`, otherwise the
 * portal's in the given language. Members without the permission `prices` always get the portal's, because the ERP's
 * file may show prices. Throws not_found and too_large.
 */
export async function makePaper(
  deps: PaperDeps,
  viewer: Viewer,
  type: DocumentType,
  number: string,
  language: Language,
  source: 'erp' | 'portal' = 'erp',
): Promise<Paper> {
  const detail = await deps.showDocument(viewer, type, number)
  const locale = localeFor(language, countryOf(detail))
  const name = fileName(titleOf(detail, locale).title)
  const erpPaper = detail.attachments.find((attachment) => isErpPaper(attachment, { type, number }))
  if (erpPaper && source === 'erp' && viewer.permissions.has('prices')) {
    const file = await deps.readAttachment(viewer, type, number, erpPaper.id)
    if (file) return { name, etag: etagOf(file.content), make: async () => file.content }
  }
  if (detail.lines.length > deps.mostLines) {
    throw new PortalError('too_large', translatable('paper.long', { count: detail.lines.length, most: deps.mostLines }))
  }
  const { account, references } = await readPaperContext(deps.viewerPool, viewer, type, number)
  if (!account) throw notFound()
  const visibleReferences = references.filter((reference) =>
    viewer.permissions.has(definitions[reference.type].permission),
  )
  return portalPaper(
    deps,
    name,
    documentContent(detail, { account, references: visibleReferences }, locale, deps.branding()),
  )
}

/** The statement of a period of the viewer's account as a paper. Throws not_found and invalid_input. */
export async function makeStatement(
  deps: PaperDeps,
  viewer: Viewer,
  period: Period,
  language: Language,
): Promise<Paper> {
  const statement = await deps.showStatement(viewer, period)
  const content = statementContent(statement, deps.clock(), localeFor(language, null), deps.branding())
  return portalPaper(deps, fileName(content.title), content)
}

/** The sheet for the box of a return, once the supplier has agreed to it. Throws not_found and conflict. */
export async function makeReturnSheet(
  deps: PaperDeps,
  viewer: Viewer,
  number: string,
  language: Language,
): Promise<Paper> {
  const found = await deps.showReturn(viewer, number)
  const account = await readAccount(deps.viewerPool, viewer)
  if (!account) throw notFound()
  const content = returnContent(found, account, localeFor(language, null), deps.branding())
  return portalPaper(deps, fileName(content.title), content)
}

function portalPaper(
  { pdfWorker, branding }: Pick<PaperDeps, 'pdfWorker' | 'branding'>,
  name: string,
  content: PaperContent,
): Paper {
  const { logo } = branding()
  const data = JSON.stringify(toTemplateInput(content))
  return {
    name,
    etag: etagOf(layout, data, logo?.bytes ?? ''),
    make: () => pdfWorker.print({ data, stamp: content.stamp, logo }),
  }
}

function etagOf(...parts: (string | Buffer)[]): string {
  return `"${hash('sha256', parts.map((part) => hash('sha256', part)).join()).slice(0, 32)}"`
}

/** A PDF's file name that every file system accepts. */
function fileName(title: string): string {
  return `${title.replace(/[\p{C}\\/:*?"<>|]+/gu, '-').slice(0, 150)}.pdf`
}
