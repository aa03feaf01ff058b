import type { Pool } from 'pg'
import { type DownloadPart, mostDownloaded } from '../../contract/documents/papers.ts'
import { givesFiles } from '../../contract/documents/types.ts'
import { PortalError, type Sentence, sentence } from '../../contract/errors.ts'
import type { Language } from '../../contract/languages.ts'
import { isOwnPaper } from '../../contract/papers.ts'
import type { DocumentType } from '../../contract/values.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { csvOf } from './csv.ts'
import { showDocument } from './detail.ts'
import { readAttachment } from './detail-queries.ts'
import { knownNumbers, listAttachments } from './download-queries.ts'
import { onceEach, safeFileName } from './file-names.ts'
import { allow } from './list.ts'
import { type After, readPage } from './list-queries.ts'
import { type Asked, narrowingOf, sortingOf } from './narrowing.ts'
import type { ZipFile } from './zip.ts'

/** What makes papers of documents. All raise not_found for what the viewer may not see. */
export type Papers = {
  viewerPool: Pool
  makePaper: (
    viewer: Viewer,
    type: DocumentType,
    number: string,
    language: Language,
  ) => Promise<{ name: string; make: () => Promise<Buffer> }>
  makeUbl: (viewer: Viewer, type: DocumentType, number: string) => Promise<string>
  /** The e-document as which it was sent, or undefined. */
  readOriginal: (
    viewer: Viewer,
    type: DocumentType,
    number: string,
  ) => Promise<{ name: string; content: Buffer } | undefined>
}

/**
 * The documents that are asked for, by number; of those named only some may be there. Raises not_found, and invalid_input
 * for more than one download packs.
 */
export async function chosenNumbers(
  db: Pool,
  viewer: Viewer,
  { type, numbers, filters }: { type: DocumentType; numbers?: readonly string[]; filters?: Asked },
  today: string,
): Promise<{ numbers: string[]; known: ReadonlySet<string> }> {
  allow(viewer, type)
  if ((numbers === undefined) === (filters === undefined)) throw bad('numbers', sentence('download.either'))
  const tooMany = bad(numbers ? 'numbers' : 'filters', sentence('download.tooMany', { most: mostDownloaded }))
  if (numbers) {
    const asked = [...new Set(numbers)]
    if (asked.length > mostDownloaded) throw tooMany
    const known = await knownNumbers(db, viewer, type, asked)
    if (known.size === 0) throw new PortalError('not_found', sentence('download.none'))
    return { numbers: asked, known }
  }
  const narrowing = narrowingOf(viewer, type, filters ?? {}, today)
  const sorting = sortingOf(viewer, type, filters?.sort)
  const listed: string[] = []
  let after: After | undefined
  do {
    const page = await readPage(db, viewer, narrowing, sorting, mostDownloaded + 1, {
      after,
      names: ['number'],
      counting: false,
    })
    listed.push(...page.rows.map((row) => String(row.number)))
    if (listed.length > mostDownloaded) throw tooMany
    after = page.next ?? undefined
  } while (after)
  if (listed.length === 0) throw new PortalError('not_found', sentence('download.none'))
  return { numbers: listed, known: new Set(listed) }
}

/**
 * A document and all that it is linked with, from quote to invoice, as far as the viewer may see it; itself first. Raises
 * not_found, and invalid_input for more than one download packs.
 */
export async function relatedTo(
  db: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
  today: string,
): Promise<Wanted['documents']> {
  const { chain } = await showDocument(db, viewer, type, number, today)
  const others = chain.filter((one) => one.type !== type || one.number !== number)
  if (others.length >= mostDownloaded) throw bad('number', sentence('download.tooMany', { most: mostDownloaded }))
  return [{ type, number }, ...others].map((one) => ({ type: one.type, number: one.number, known: true }))
}

function bad(field: string, message: Sentence): PortalError {
  return new PortalError('invalid_input', message, { errors: [{ field, message }] })
}

type Entry = { number: string; part: string; file: string; result: string }

/**
 * The papers of documents as the files of a ZIP, one at a time, and a manifest that says of each document what is in it
 * and what is not and why: one paper that fails never spoils the others.
 */
export async function* papersOf(
  papers: Papers,
  viewer: Viewer,
  { documents, parts }: Wanted,
  { language, say, onFailure }: Telling,
): AsyncGenerator<ZipFile> {
  const named = onceEach()
  const entries: Entry[] = []
  named('manifest.csv')
  for (const { type, number, known } of documents) {
    const told = (part: string, file: string, result: Sentence | string) =>
      entries.push({ number, part, file, result: say(result) })
    if (!known) {
      told('', '', sentence('error.notFound'))
      continue
    }
    const before = entries.length
    for await (const { part, made } of partsOf(papers, viewer, type, number, parts, language)) {
      const kind = say(sentence(`manifest.${part}`))
      if ('error' in made) {
        told(kind, '', reasonOf(made.error, onFailure))
        continue
      }
      const folder = part === 'attachments' ? `${safeFileName(number)}/` : ''
      const name = named(`${folder}${safeFileName(made.name)}`)
      yield { name, content: made.content, packed: part === 'pdf' }
      told(kind, name, sentence('manifest.packed'))
    }
    if (entries.length === before) told('', '', sentence('manifest.nothing'))
  }
  yield { name: 'manifest.csv', content: manifest(entries, say) }
}

function reasonOf(error: unknown, onFailure: Telling['onFailure']): Sentence | string {
  if (error instanceof PortalError) return error.words
  onFailure(error)
  return sentence('error.unexpected')
}

type Wanted = {
  /** One that is not there is only told of in the manifest. */
  documents: readonly { type: DocumentType; number: string; known: boolean }[]
  parts: readonly DownloadPart[]
}
type Telling = {
  language: Language
  say: (words: Sentence | string) => string
  /** Hears of what failed for a reason that is nobody's to read. */
  onFailure: (error: unknown) => void
}

function manifest(entries: readonly Entry[], say: Telling['say']): AsyncGenerator<string> {
  const columns = (['number', 'part', 'file', 'result'] as const).map((name) => ({
    name,
    heading: say(sentence(`manifest.${name}`)),
    kind: 'text' as const,
    textOf: (row: Readonly<Record<string, unknown>>) => String(row[name]),
  }))
  return csvOf(columns, once(entries))
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value
}

type Made = { name: string; content: Buffer } | { error: unknown }

async function* partsOf(
  { viewerPool, makePaper, makeUbl, readOriginal }: Papers,
  viewer: Viewer,
  type: DocumentType,
  number: string,
  parts: readonly DownloadPart[],
  language: Language,
): AsyncGenerator<{ part: DownloadPart; made: Made }> {
  let hasPaper = false
  if (parts.includes('pdf')) {
    const made = await tried(async () => {
      const { name, make } = await makePaper(viewer, type, number, language)
      return { name, content: await make() }
    })
    hasPaper = 'content' in made
    yield { part: 'pdf', made }
  }
  if (parts.includes('ubl')) {
    const original = await readOriginal(viewer, type, number).catch((error: unknown) => ({ error }))
    if (original) yield { part: 'ubl', made: original }
    const write = async () => ({ name: `${number}.xml`, content: Buffer.from(await makeUbl(viewer, type, number)) })
    yield { part: 'ubl', made: await tried(write) }
  }
  if (!parts.includes('attachments') || !givesFiles(type, viewer.permissions)) return
  const attachments = await listAttachments(viewerPool, viewer, type, number)
  // The paper that the ERP sent is in the ZIP already.
  const own = hasPaper ? attachments.find((one) => isOwnPaper(one, { type, number })) : undefined
  for (const { id, name } of attachments.filter((one) => one !== own)) {
    const made = await tried(async () => {
      const file = await readAttachment(viewerPool, viewer, type, number, id)
      if (!file) throw new PortalError('not_found', sentence('error.notFound'))
      return { name, content: file.content }
    })
    yield { part: 'attachments', made }
  }
}

async function tried(make: () => Promise<{ name: string; content: Buffer }>): Promise<Made> {
  try {
    return await make()
  } catch (error) {
    return { error }
  }
}
