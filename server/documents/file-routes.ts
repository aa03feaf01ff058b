import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Pool } from 'pg'
import { downloadDocuments, exportDocuments } from '../../contract/documents/papers.ts'
import { languageOfTag } from '../../contract/languages.ts'
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

  viewerRoute(app, exportDocuments, async ({ params: { type }, query, viewer, request, reply }) => {
    const release = takeTurn(viewer.userId)
    try {
      const language = languageOfTag(query.language ?? '') ?? 'en'
      const file = exportList(db, viewer, type, query, { language, today: today(), now: clock() })
      const { userId, accountId } = viewer
      const details = { type, format: query.format, columns: file.columns.join(',') }
      await record({ clock, newId }, serverPool, {
        action: 'list_exported',
        caller: callerOf(request),
        userId,
        accountId,
        details,
      })
      return sendStream(reply, file, release)
    } catch (error) {
      release()
      throw error
    }
  })

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
