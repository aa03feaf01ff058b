import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import {
  type DownloadPart,
  downloadDocuments,
  downloadParts,
  downloadRelated,
  exportDocuments,
  exportLines,
  exportSelected,
} from '#contract/documents/downloads.ts'
import { type Language, languageOfTag } from '#contract/languages.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { record } from '#server/audit/record.ts'
import { zipOf } from '#server/formats/zip/write.ts'
import { readPagesInLane } from '#server/http/admission/pages-in-lane.ts'
import { attachmentHeaders } from '#server/http/attachment.ts'
import { personOf } from '#server/http/call-audit.ts'
import { callerOf } from '#server/http/caller.ts'
import { viewerRoute } from '#server/http/register.ts'
import { translateFor } from '#server/http/translate.ts'
import { showDocument } from '../detail/detail.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import { findRelated, type PaperDeps, resolveNumbers, zipFiles } from './download.ts'
import { exportList } from './export.ts'
import { safeFileName } from './file-names.ts'
import { titleOf } from './headings.ts'
import { linesFile } from './lines.ts'

export type FileDeps = PaperDeps & {
  /** Of the role portal_server, which records exports and downloads in the audit log. */
  db: Pool
  clock: () => Date
  newId: () => string
  today: () => string
}

/** Exports and downloads that one person may have under way. */
const mostAtOnce = 2

/** Registers exports of lists as files and ZIP downloads of documents. */
export function fileRoutes(app: FastifyInstance, deps: FileDeps): void {
  const { viewerPool, db, clock, newId, today } = deps
  const acquireSlot = createConcurrencyLimit(mostAtOnce)

  const sendExport = async (
    input: Parameters<typeof exportList>[3] & { type: DocumentType; language?: string },
    { viewer, request, reply }: { viewer: Viewer; request: FastifyRequest; reply: FastifyReply },
  ) => {
    const release = acquireSlot(viewer.userId)
    try {
      const { type, format, numbers } = input
      const language = languageOfTag(input.language ?? '') ?? 'en'
      const file = exportList(
        viewerPool,
        viewer,
        type,
        input,
        { language, today: today(), now: clock() },
        readPagesInLane(request, reply),
      )
      const by = { ...personOf(viewer), accountId: viewer.accountId }
      const details = {
        ...{ type, format, columns: file.columns.join(',') },
        ...(numbers ? { documents: numbers.length } : {}),
      }
      const caller = callerOf(request)
      await record({ clock, newId }, db, { action: 'list_exported', caller, ...by, details })
      return sendStream(reply, file, release)
    } catch (error) {
      release()
      throw error
    }
  }

  viewerRoute(app, exportDocuments, ({ params, query, ...context }) => sendExport({ ...query, ...params }, context))
  viewerRoute(app, exportSelected, ({ body, ...context }) => sendExport(body, context))

  viewerRoute(app, exportLines, async ({ params: { type, number }, query, viewer, reply }) => {
    const detail = await showDocument(viewerPool, viewer, type, number, today())
    const language = languageOfTag(query.language ?? '') ?? 'en'
    return sendStream(reply, linesFile(detail, { format: query.format, language, now: clock() }))
  })

  const sendZip = async (
    viewer: Viewer,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    select: () => Promise<ZipDownload>,
  ) => {
    const release = acquireSlot(viewer.userId)
    try {
      const { documents, parts, language, type, name } = await select()
      const by = { ...personOf(viewer), accountId: viewer.accountId }
      const foundCount = documents.filter((document) => document.known).length
      const details = { type, documents: foundCount, parts: parts.join(',') }
      const caller = callerOf(request)
      await record({ clock, newId }, db, { action: 'papers_downloaded', caller, ...by, details })
      const options = {
        language,
        translate: (words: Parameters<typeof translateFor>[1]) => translateFor(request, words),
        onFailure: (error: unknown) => request.log.error({ err: error }, 'a paper of a download failed'),
      }
      const files = readPagesInLane(request, reply)(zipFiles(deps, viewer, { documents, parts }, options))
      return sendStream(reply, { name, mediaType: 'application/zip', content: zipOf(files, clock()) }, release)
    } catch (error) {
      release()
      throw error
    }
  }

  viewerRoute(app, downloadDocuments, ({ body, viewer, ...context }) =>
    sendZip(viewer, context, async () => {
      const date = today()
      const { type, parts = ['pdf', 'attachments'] } = body
      const language = languageOfTag(body.language ?? '') ?? 'en'
      const { numbers, existing } = await resolveNumbers(viewerPool, viewer, body, date)
      const documents = numbers.map((number) => ({ type, number, known: existing.has(number) }))
      return { documents, parts, language, type, name: `${titleOf(language, type)} ${date}.zip` }
    }),
  )

  viewerRoute(app, downloadRelated, ({ params: { type, number }, query, viewer, ...context }) =>
    sendZip(viewer, context, async () => {
      const documents = await findRelated(viewerPool, viewer, type, number, today())
      const language = languageOfTag(query.language ?? '') ?? 'en'
      return { documents, parts: downloadParts, language, type, name: `${safeFileName(number)}.zip` }
    }),
  )
}

type ZipDownload = {
  documents: Parameters<typeof zipFiles>[2]['documents']
  parts: readonly DownloadPart[]
  language: Language
  /** The requested type, and the file's name. */
  type: DocumentType
  name: string
}

/** Answers with a stream under a file name; calls `onClose`, if any, when the stream ends, for whatever reason. */
function sendStream(
  reply: FastifyReply,
  { name, mediaType, content }: { name: string; mediaType: string; content: Readable },
  onClose?: () => void,
): FastifyReply {
  if (onClose) content.once('close', onClose)
  return reply.headers({ ...attachmentHeaders(name, mediaType), 'content-type': mediaType }).send(content)
}
