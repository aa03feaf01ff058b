import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'
import type { DocumentDetail } from '../../contract/documents/endpoints.ts'
import { definitions } from '../../contract/documents/types.ts'
import { notFound, PortalError, sentence } from '../../contract/errors.ts'
import type { Language } from '../../contract/languages.ts'
import { isOwnPaper } from '../../contract/papers.ts'
import type { Statement } from '../../contract/statement.ts'
import type { DocumentType } from '../../contract/values.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { type Content, forTemplate } from './content.ts'
import { documentContent, titleOf } from './document.ts'
import { countryOf, type House } from './house.ts'
import type { Press } from './press.ts'
import { readAround } from './queries.ts'
import { statementContent } from './statement.ts'
import { wordsFor } from './words.ts'

export type PaperDeps = {
  viewerPool: Pool
  press: Press
  house: House
  /** Lines of the longest document that is set. */
  mostLines: number
  clock: () => Date
  /** One of the viewer's documents with nothing that they may not see. Raises not_found. */
  showDocument: (viewer: Viewer, type: DocumentType, number: string) => Promise<DocumentDetail>
  readAttachment: (
    viewer: Viewer,
    type: DocumentType,
    number: string,
    id: string,
  ) => Promise<{ content: Buffer } | undefined>
  /** A period of the viewer's account whole. Raises not_found without the right to see it, and invalid_input. */
  showStatement: (viewer: Viewer, period: Period) => Promise<Statement>
}

type Period = { currency: string; from: string; to: string }

/** A paper that is known but not yet made: it has a name and a mark by which an unchanged one is told. */
export type Paper = {
  /** Such as "Invoice INV-1001.pdf", in the reader's language. */
  name: string
  /** Changes with all that stands on it, its language and what its reader may see. */
  etag: string
  /** Raises unavailable when too many are being made. */
  make: () => Promise<Buffer>
}

const template = readFileSync(join(import.meta.dirname, 'paper.typ'), 'utf8')

/**
 * The paper of one of the viewer's documents: the one that the ERP sent, unless `source` is `portal`, else one that the
 * portal makes in the language. Without the permission to see prices it is always the portal's: what the ERP's file
 * shows, nobody can tell. Raises not_found and too_large.
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
  const words = wordsFor(language, countryOf(detail))
  const name = fileName(titleOf(detail, words).title)
  const own = detail.attachments.find((one) => isOwnPaper(one, { type, number }))
  if (own && source === 'erp' && viewer.permissions.has('prices')) {
    const file = await deps.readAttachment(viewer, type, number, own.id)
    if (file) return { name, etag: etagOf(file.content), make: async () => file.content }
  }
  if (detail.lines.length > deps.mostLines) {
    throw new PortalError('too_large', sentence('paper.long', { count: detail.lines.length, most: deps.mostLines }))
  }
  const { account, references } = await readAround(deps.viewerPool, viewer, type, number)
  if (!account) throw notFound()
  const seen = references.filter((one) => viewer.permissions.has(definitions[one.type].permission))
  return printed(deps, name, documentContent(detail, { account, references: seen }, words, deps.house))
}

/** The statement of a period of the viewer's account as a paper. Raises not_found and invalid_input. */
export async function makeStatement(
  deps: PaperDeps,
  viewer: Viewer,
  period: Period,
  language: Language,
): Promise<Paper> {
  const statement = await deps.showStatement(viewer, period)
  const content = statementContent(statement, deps.clock(), wordsFor(language, null), deps.house)
  return printed(deps, fileName(content.title), content)
}

function printed({ press, house }: Pick<PaperDeps, 'press' | 'house'>, name: string, content: Content): Paper {
  const { logo } = house
  const data = JSON.stringify(forTemplate(content))
  return {
    name,
    etag: etagOf(template, data, logo?.bytes ?? ''),
    make: () => press.print({ data, stamp: content.stamp, logo }),
  }
}

function etagOf(...parts: (string | Buffer)[]): string {
  return `"${hash('sha256', parts.map((part) => hash('sha256', part)).join()).slice(0, 32)}"`
}

/** What no file system minds. */
function fileName(title: string): string {
  return `${title.replace(/[\p{C}\\/:*?"<>|]+/gu, '-').slice(0, 150)}.pdf`
}
