import type { Pool } from 'pg'
import { type DownloadPart, maxDownloadedDocuments } from '#contract/documents/downloads.ts'
import { maySeeFiles } from '#contract/documents/types.ts'
import { PortalError, type TranslatableText, translatable } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { isErpPaper } from '#contract/papers.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { ZipFile } from '#server/formats/zip/write.ts'
import { type AttachmentDeps, readAttachment } from '../detail/attachment.ts'
import { showDocument } from '../detail/detail.ts'
import { type ListQuery, parseFilters, parseSort } from '../list/list-filters.ts'
import { readAllPages } from '../list/queries.ts'
import { requireTypeAccess } from '../type-access.ts'
import { csvOf } from './csv.ts'
import { listAttachments, readExistingNumbers } from './download-queries.ts'
import { createUniqueNamer, safeFileName } from './file-names.ts'

/** The functions that make the files of documents. All throw not_found for a document that the viewer may not see. */
export type PaperDeps = AttachmentDeps & {
  makePaper: (
    viewer: Viewer,
    type: DocumentType,
    number: string,
    language: Language,
  ) => Promise<{ name: string; make: () => Promise<Buffer> }>
  makeUbl: (viewer: Viewer, type: DocumentType, number: string) => Promise<string>
  /** The original file as which the document was sent, or undefined. */
  readOriginal: (
    viewer: Viewer,
    type: DocumentType,
    number: string,
  ) => Promise<{ name: string; content: Buffer } | undefined>
}

/**
 * The numbers of the requested documents; `existing` tells which of the numbers that the caller names exist. Throws
 * not_found, and invalid_input for more than `maxDownloadedDocuments`.
 */
export async function resolveNumbers(
  viewerPool: Pool,
  viewer: Viewer,
  { type, numbers, filters }: { type: DocumentType; numbers?: readonly string[]; filters?: ListQuery },
  today: string,
): Promise<{ numbers: string[]; existing: ReadonlySet<string> }> {
  requireTypeAccess(viewer, type)
  if ((numbers === undefined) === (filters === undefined))
    throw invalidInput('numbers', translatable('download.either'))
  const tooMany = invalidInput(
    numbers ? 'numbers' : 'filters',
    translatable('download.tooMany', { most: maxDownloadedDocuments }),
  )
  if (numbers) {
    const uniqueNumbers = [...new Set(numbers)]
    if (uniqueNumbers.length > maxDownloadedDocuments) throw tooMany
    const existing = await readExistingNumbers(viewerPool, viewer, type, uniqueNumbers)
    if (existing.size === 0) throw new PortalError('not_found', translatable('download.none'))
    return { numbers: uniqueNumbers, existing }
  }
  const listFilters = parseFilters(viewer, type, filters ?? {}, today)
  const sorting = parseSort(viewer, type, filters?.sort)
  const listedNumbers: string[] = []
  const pages = { limit: maxDownloadedDocuments + 1, names: ['number'] }
  for await (const rows of readAllPages(viewerPool, viewer, listFilters, sorting, pages)) {
    listedNumbers.push(...rows.map((row) => String(row.number)))
    if (listedNumbers.length > maxDownloadedDocuments) throw tooMany
  }
  if (listedNumbers.length === 0) throw new PortalError('not_found', translatable('download.none'))
  return { numbers: listedNumbers, existing: new Set(listedNumbers) }
}

/**
 * A document and all documents that it is linked with, from quote to invoice, as far as the viewer may see them; itself
 * first. Throws not_found, and invalid_input for more than `maxDownloadedDocuments`.
 */
export async function findRelated(
  viewerPool: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
  today: string,
): Promise<DownloadSelection['documents']> {
  const { chain } = await showDocument(viewerPool, viewer, type, number, today)
  const others = chain.filter((document) => document.type !== type || document.number !== number)
  if (others.length >= maxDownloadedDocuments)
    throw invalidInput('number', translatable('download.tooMany', { most: maxDownloadedDocuments }))
  return [{ type, number }, ...others].map((document) => ({
    type: document.type,
    number: document.number,
    known: true,
  }))
}

function invalidInput(field: string, message: TranslatableText): PortalError {
  return new PortalError('invalid_input', message, { errors: [{ field, message }] })
}

type ManifestEntry = { number: string; part: string; file: string; result: string }

/**
 * The files of documents for a ZIP, one at a time, then a manifest that says for each document what is included, and
 * what is missing and why: a file that fails never affects the others.
 */
export async function* zipFiles(
  deps: PaperDeps,
  viewer: Viewer,
  { documents, parts }: DownloadSelection,
  { language, translate, onFailure }: PackOptions,
): AsyncGenerator<ZipFile> {
  const uniqueName = createUniqueNamer()
  const entries: ManifestEntry[] = []
  uniqueName('manifest.csv')
  for (const { type, number, known } of documents) {
    const addEntry = (part: string, file: string, result: TranslatableText | string) =>
      entries.push({ number, part, file, result: translate(result) })
    if (!known) {
      addEntry('', '', translatable('error.notFound'))
      continue
    }
    const entriesBefore = entries.length
    for await (const { part, prepared } of partsOf(deps, viewer, type, number, parts, language)) {
      const kind = translate(translatable(`manifest.${part}`))
      if ('error' in prepared) {
        addEntry(kind, '', reasonOf(prepared.error, onFailure))
        continue
      }
      const folder = part === 'attachments' ? `${safeFileName(number)}/` : ''
      const name = uniqueName(`${folder}${safeFileName(prepared.name)}`)
      yield { name, content: prepared.content, compressed: part === 'pdf' }
      addEntry(kind, name, translatable('manifest.packed'))
    }
    if (entries.length === entriesBefore) addEntry('', '', translatable('manifest.nothing'))
  }
  yield { name: 'manifest.csv', content: manifest(entries, translate) }
}

function reasonOf(error: unknown, onFailure: PackOptions['onFailure']): TranslatableText | string {
  if (error instanceof PortalError) return error.words
  onFailure(error)
  return translatable('error.unexpected')
}

type DownloadSelection = {
  /** A document that does not exist appears only in the manifest. */
  documents: readonly { type: DocumentType; number: string; known: boolean }[]
  parts: readonly DownloadPart[]
}
type PackOptions = {
  language: Language
  translate: (words: TranslatableText | string) => string
  /** Called with unexpected errors, whose reason the manifest does not show. */
  onFailure: (error: unknown) => void
}

function manifest(entries: readonly ManifestEntry[], translate: PackOptions['translate']): AsyncGenerator<string> {
  const columns = (['number', 'part', 'file', 'result'] as const).map((name) => ({
    name,
    heading: translate(translatable(`manifest.${name}`)),
    kind: 'text' as const,
    textOf: (row: Readonly<Record<string, unknown>>) => String(row[name]),
  }))
  return csvOf(columns, singlePage(entries))
}

async function* singlePage<T>(value: T): AsyncGenerator<T> {
  yield value
}

type FileOrError = { name: string; content: Buffer } | { error: unknown }

async function* partsOf(
  { viewerPool, readFile, makePaper, makeUbl, readOriginal }: PaperDeps,
  viewer: Viewer,
  type: DocumentType,
  number: string,
  parts: readonly DownloadPart[],
  language: Language,
): AsyncGenerator<{ part: DownloadPart; prepared: FileOrError }> {
  let hasPaper = false
  if (parts.includes('pdf')) {
    const prepared = await prepareFile(async () => {
      const { name, make } = await makePaper(viewer, type, number, language)
      return { name, content: await make() }
    })
    hasPaper = 'content' in prepared
    yield { part: 'pdf', prepared }
  }
  if (parts.includes('ubl')) {
    const original = await readOriginal(viewer, type, number).catch((error: unknown) => ({ error }))
    if (original) yield { part: 'ubl', prepared: original }
    const createUbl = async () => ({ name: `${number}.xml`, content: Buffer.from(await makeUbl(viewer, type, number)) })
    yield { part: 'ubl', prepared: await prepareFile(createUbl) }
  }
  if (!parts.includes('attachments') || !maySeeFiles(type, viewer.permissions)) return
  const attachments = await listAttachments(viewerPool, viewer, type, number)
  // The paper that the ERP sent is in the ZIP already.
  const erpPaper = hasPaper ? attachments.find((attachment) => isErpPaper(attachment, { type, number })) : undefined
  for (const { id, name } of attachments.filter((attachment) => attachment !== erpPaper)) {
    const prepared = await prepareFile(async () => {
      const file = await readAttachment({ viewerPool, readFile }, viewer, type, number, id)
      if (!file) throw new PortalError('not_found', translatable('error.notFound'))
      return { name, content: file.content }
    })
    yield { part: 'attachments', prepared }
  }
}

async function prepareFile(create: () => Promise<{ name: string; content: Buffer }>): Promise<FileOrError> {
  try {
    return await create()
  } catch (error) {
    return { error }
  }
}
