import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { downloadDocuments, exportDocuments, exportSelected } from '../../contract/documents/papers.ts'
import { languageOfTag } from '../../contract/languages.ts'
import type { DocumentType } from '../../contract/values.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { record } from '../audit/record.ts'
import { attachmentHeaders } from '../http/attachment.ts'
import { callerOf } from '../http/caller.ts'
import { viewerRoute } from '../http/register.ts'
import { sayTo } from '../http/say.ts'
import { chosenNumbers, type Papers, papersOf } from './download.ts'
import { exportList } from './export.ts'
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
      const file = exportList(db, viewer, type, asked, { language, today: today(), now: clock() })
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

  viewerRoute(app, downloadDocuments, async ({ body, viewer, request, reply }) => {
    const release = takeTurn(viewer.userId)
    try {
      const day = today()
      const { type, parts = ['pdf', 'attachments'] } = body
      const language = languageOfTag(body.language ?? '') ?? 'en'
      const chosen = await chosenNumbers(db, viewer, body, day)
      const { userId, accountId } = viewer
      const details = { type, documents: chosen.known.size, parts: parts.join(',') }
      const caller = callerOf(request)
      await record({ clock, newId }, serverPool, { action: 'papers_downloaded', caller, userId, accountId, details })
      const telling = {
        language,
        say: (words: Parameters<typeof sayTo>[1]) => sayTo(request, words),
        onFailure: (error: unknown) => request.log.error({ err: error }, 'a paper of a download failed'),
      }
      const files = papersOf(deps, viewer, { type, parts, ...chosen }, telling)
      const name = `${titleOf(language, type)} ${day}.zip`
      return sendStream(reply, { name, mediaType: 'application/zip', content: zipOf(files, clock()) }, release)
    } catch (error) {
      release()
      throw error
    }
  })
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
