import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sentence } from '../../contract/errors.ts'
import { sendError } from './errors.ts'

/**
 * Serves the built web: files with a hash in their name for a year, everything else to be asked for again; any other
 * address that a browser opens gives index.html, whose router decides, with `head` at the end of its head.
 * Without a folder it only says that there is nothing.
 */
export async function serveWeb(app: FastifyInstance, folder: string | undefined, head: string): Promise<void> {
  if (folder === undefined) {
    app.setNotFoundHandler(nothingHere)
    return
  }
  const ownPage = head && readFileSync(join(folder, 'index.html'), 'utf8').replace('</head>', () => `${head}</head>`)
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes(`${join(folder, 'assets')}`)
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const page =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !request.url.startsWith('/api/') &&
      !request.url.startsWith('/assets/') &&
      (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/)
    if (!page) return nothingHere(request, reply)
    if (!ownPage) return reply.sendFile('index.html')
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(ownPage)
  })
}

function nothingHere(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(request, reply, { code: 'not_found', message: sentence('error.noAddress') })
}
