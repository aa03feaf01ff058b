import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Language, languageOfTag } from '#contract/languages.ts'
import { downloadPaper } from '#contract/papers.ts'
import { printReturn } from '#contract/requests/return-endpoints.ts'
import { printStatement } from '#contract/statement.ts'
import { attachmentHeaders } from '../http/attachment.ts'
import { viewerRoute } from '../http/register.ts'
import { makePaper, makeReturnSheet, makeStatement, type Paper, type PaperDeps } from './paper.ts'

/** Registers the downloads of documents and statements as PDF. */
export function paperRoutes(app: FastifyInstance, deps: PaperDeps): void {
  viewerRoute(app, downloadPaper, async ({ params, query, viewer, request, reply }) => {
    const paper = await makePaper(deps, viewer, params.type, params.number, languageOf(query), query.source)
    return sendPaper(request, reply, paper, query.disposition)
  })

  viewerRoute(app, printReturn, async ({ params, query, viewer, request, reply }) =>
    sendPaper(request, reply, await makeReturnSheet(deps, viewer, params.number, languageOf(query))),
  )

  viewerRoute(app, printStatement, async ({ query, viewer, request, reply }) =>
    sendPaper(request, reply, await makeStatement(deps, viewer, query, languageOf(query))),
  )
}

const languageOf = ({ language }: { language?: string }): Language => languageOfTag(language ?? '') ?? 'en'

/** Sends a paper, or 304 without making it if the client has it already. */
async function sendPaper(
  request: FastifyRequest,
  reply: FastifyReply,
  paper: Paper,
  disposition: 'inline' | 'attachment' = 'attachment',
): Promise<FastifyReply> {
  const headers = {
    ...attachmentHeaders(paper.name, 'application/pdf', disposition),
    etag: paper.etag,
  }
  const cachedEtags = (request.headers['if-none-match'] ?? '').split(',').map((etag) => etag.trim().replace(/^W\//, ''))
  if (cachedEtags.includes(paper.etag)) return reply.code(304).headers({ etag: paper.etag }).send()
  const content = await paper.make()
  return reply.headers(headers).send(content)
}
