import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { translatable } from '#contract/errors.ts'
import { sendError } from './errors.ts'

/** The page and the pictures with the operator's branding, each made from the built file. */
type BrandedFiles = {
  page: (built: string) => string
  pictures: ReadonlyMap<string, (built: Buffer) => Buffer>
}

/**
 * Serves the built web app: files with a hash in their name are cached for a year, all others are revalidated; any
 * other address that a browser opens gives index.html, whose router decides. That page and some pictures, by their
 * name, have the operator's branding: they are made from the built ones, the pictures when they are first requested.
 * Without a folder it answers only not_found.
 */
export async function serveWeb(app: FastifyInstance, folder: string | undefined, branded: BrandedFiles): Promise<void> {
  if (folder === undefined) {
    app.setNotFoundHandler(sendNotFound)
    return
  }
  const built = readFileSync(join(folder, 'index.html'), 'utf8')
  const brandedPage = branded.page(built)
  for (const [name, render] of branded.pictures) {
    let rendered: Buffer | undefined
    app.get(`/${name}`, (_request, reply) => {
      rendered ??= render(readFileSync(join(folder, name)))
      const type = extname(name) === '.svg' ? 'image/svg+xml' : 'image/png'
      return reply.header('cache-control', 'no-cache').type(type).send(rendered)
    })
  }
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    index: false,
    globIgnore: ['assets/**', ...[...branded.pictures.keys()].flatMap((name) => [name, `${name}.*`])],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes(`${join(folder, 'assets')}`)
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  // One route for all assets: one for each of six hundred takes 8 MB.
  app.get<{ Params: { name: string } }>('/assets/:name(^[\\w-][\\w.-]*$)', ({ params }, reply) =>
    reply.sendFile(`assets/${params.name}`),
  )
  app.setNotFoundHandler((request, reply) => {
    const page =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !request.url.startsWith('/api/') &&
      !request.url.startsWith('/assets/') &&
      (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/)
    if (!page) return sendNotFound(request, reply)
    if (brandedPage === built) return reply.sendFile('index.html')
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(brandedPage)
  })
}

function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(request, reply, { code: 'not_found', message: translatable('error.noAddress') })
}
