import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import {
  type DownloadPart,
  downloadDocuments,
  downloadParts,
  downloadRelated,
  exportDocuments,
  exportSelected,
} from '../../contract/documents/papers.ts'
import { type Language, languageOfTag } from '../../contract/languages.ts'
import type { DocumentType } from '../../contract/values.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { record } from '../audit/record.ts'
import { attachmentHeaders } from '../http/attachment.ts'
import { callerOf } from '../http/caller.ts'
import { inTurns } from '../http/in-turns.ts'
import { viewerRoute } from '../http/register.ts'
import { sayTo } from '../http/say.ts'
import { chosenNumbers, type Papers, papersOf, relatedTo } from './download.ts'
import { exportList } from './export.ts'
import { safeFileName } from './file-names.ts'
import { titleOf } from './headings.ts'
import { createTurns } from './turns.ts'
import { zipOf } from './zip.ts'

export type FileDeps = Papers & {
  /** Of the role portal_server, which records what was taken along. */
  serverPool: Pool
  clock: () => Date
  newId: () => string
  today: () => string
}

/** Files that one person fetches at once. */
const mostAtOnce = 2

/** Lists as files, and papers of many documents at once. */
export function fileRoutes(app: FastifyInstance, deps: FileDeps): void {
  const { viewerPool: db, serverPool, clock, newId, today } = deps
  const takeTurn = createTurns(mostAtOnce)

  const exported = async (
    asked: Parameters<typeof exportList>[3] & { type: DocumentType; language?: string },
    { viewer, request, reply }: { viewer: Viewer; request: FastifyRequest; reply: FastifyReply },
  ) => {
    const release = takeTurn(viewer.userId)
    try {
      const { type, format, numbers } = asked
      const language = languageOfTag(asked.language ?? '') ?? 'en'
      const file = exportList(
        db,
        viewer,
        type,
        asked,
        { language, today: today(), now: clock() },
        inTurns(request, reply),
      )
      const { userId, accountId } = viewer
      const details = {
        ...{ type, format, columns: file.columns.join(',') },
        ...(numbers ? { documents: numbers.length } : {}),
      }
      const caller = callerOf(request)
      await record({ clock, newId }, serverPool, { action: 'list_exported', caller, userId, accountId, details })
      return sendStream(reply, file, release)
    } catch (error) {
      release()
      throw error
    }
  }

  viewerRoute(app, exportDocuments, ({ params, query, ...at }) => exported({ ...query, ...params }, at))
  viewerRoute(app, exportSelected, ({ body, ...at }) => exported(body, at))

  const packed = async (
    viewer: Viewer,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    choose: () => Promise<Chosen>,
  ) => {
    const release = takeTurn(viewer.userId)
    try {
      const { documents, parts, language, type, name } = await choose()
      const { userId, accountId } = viewer
      const known = documents.filter((one) => one.known).length
      const details = { type, documents: known, parts: parts.join(',') }
      const caller = callerOf(request)
      await record({ clock, newId }, serverPool, { action: 'papers_downloaded', caller, userId, accountId, details })
      const telling = {
        language,
        say: (words: Parameters<typeof sayTo>[1]) => sayTo(request, words),
        onFailure: (error: unknown) => request.log.error({ err: error }, 'a paper of a download failed'),
      }
      const files = inTurns(request, reply)(papersOf(deps, viewer, { documents, parts }, telling))
      return sendStream(reply, { name, mediaType: 'application/zip', content: zipOf(files, clock()) }, release)
    } catch (error) {
      release()
      throw error
    }
  }

  viewerRoute(app, downloadDocuments, ({ body, viewer, ...at }) =>
    packed(viewer, at, async () => {
      const day = today()
      const { type, parts = ['pdf', 'attachments'] } = body
      const language = languageOfTag(body.language ?? '') ?? 'en'
      const { numbers, known } = await chosenNumbers(db, viewer, body, day)
      const documents = numbers.map((number) => ({ type, number, known: known.has(number) }))
      return { documents, parts, language, type, name: `${titleOf(language, type)} ${day}.zip` }
    }),
  )

  viewerRoute(app, downloadRelated, ({ params: { type, number }, query, viewer, ...at }) =>
    packed(viewer, at, async () => {
      const documents = await relatedTo(db, viewer, type, number, today())
      const language = languageOfTag(query.language ?? '') ?? 'en'
      return { documents, parts: downloadParts, language, type, name: `${safeFileName(number)}.zip` }
    }),
  )
}

type Chosen = {
  documents: Parameters<typeof papersOf>[2]['documents']
  parts: readonly DownloadPart[]
  language: Language
  /** The type that was asked for, and the file's name. */
  type: DocumentType
  name: string
}

/** Answers with a stream under a file name; whoever waits for its end hears of it, however it ends. */
function sendStream(
  reply: FastifyReply,
  { name, mediaType, content }: { name: string; mediaType: string; content: Readable },
  whenOver: () => void,
): FastifyReply {
  content.once('close', whenOver)
  return reply.headers({ ...attachmentHeaders(name, mediaType), 'content-type': mediaType }).send(content)
}
