import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sentence } from '../../contract/errors.ts'
import { sendError } from './errors.ts'

/** The page and the pictures that an operator has of their own, each made from what was built. */
type OwnFiles = {
  page: (built: string) => string
  pictures: ReadonlyMap<string, (built: Buffer) => Buffer>
}

/**
 * Serves the built web: files with a hash in their name for a year, everything else to be asked for again; any other
 * address that a browser opens gives index.html, whose router decides. That page and some pictures, by their name, are
 * the operator's own: made of the built ones, the pictures when they are first asked for.
 * Without a folder it only says that there is nothing.
 */
export async function serveWeb(app: FastifyInstance, folder: string | undefined, own: OwnFiles): Promise<void> {
  if (folder === undefined) {
    app.setNotFoundHandler(nothingHere)
    return
  }
  const built = readFileSync(join(folder, 'index.html'), 'utf8')
  const ownPage = own.page(built)
  for (const [name, draw] of own.pictures) {
    let drawn: Buffer | undefined
    app.get(`/${name}`, (_request, reply) => {
      drawn ??= draw(readFileSync(join(folder, name)))
      const type = extname(name) === '.svg' ? 'image/svg+xml' : 'image/png'
      return reply.header('cache-control', 'no-cache').type(type).send(drawn)
    })
  }
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    index: false,
    globIgnore: [...own.pictures.keys()].flatMap((name) => [name, `${name}.*`]),
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
    if (ownPage === built) return reply.sendFile('index.html')
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(ownPage)
  })
}

function nothingHere(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(request, reply, { code: 'not_found', message: sentence('error.noAddress') })
}
