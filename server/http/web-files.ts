import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { viewingPath } from '#contract/console/viewing.ts'
import { translatable } from '#contract/errors.ts'
import { consoleFirstFilesOf } from './console/first-files.ts'
import { isConsolePath, isViewingPath } from './console/gate.ts'
import { sendError } from './errors.ts'
import { firstFilesOf } from './first-files.ts'
import { documentHeaders } from './headers.ts'

/** The page and the pictures with the branding in force, each made from the built file. */
type BrandedFiles = {
  page: (built: string) => string
  /** The names of the pictures. */
  pictures: readonly string[]
  /** How a picture is made; undefined: it is served as built. Another version is made anew. */
  picture: (name: string) => { version: string; render: (built: Buffer) => Buffer } | undefined
}

/**
 * Serves the built web app: files with a hash in their name are cached for a year, all others are revalidated; any
 * other address that a browser opens gives index.html, whose router decides; it names what its address needs first. That
 * page and some pictures, by their name, have the branding in force: they are made from the built ones, the pictures
 * when they are requested. Below /console/ it is the page of the console. Without a folder it answers only not_found.
 */
export async function serveWeb(app: FastifyInstance, folder: string | undefined, branded: BrandedFiles): Promise<void> {
  if (folder === undefined) {
    app.setNotFoundHandler(sendNotFound)
    return
  }
  const built = readFileSync(join(folder, 'index.html'), 'utf8')
  const pageOf = (name: string) => {
    const file = join(folder, name, 'index.html')
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined
  }
  const [consolePage, viewingPage] = [pageOf('console'), pageOf('viewing')]
  const assetFolders = ['assets/', 'console/assets/', 'viewing/assets/'].map((name) => join(folder, name))
  for (const name of branded.pictures) {
    let latest: { version: string; bytes: Buffer } | undefined
    app.get(`/${name}`, (_request, reply) => {
      const picture = branded.picture(name)
      if (!picture) return reply.sendFile(name)
      if (latest?.version !== picture.version)
        latest = { version: picture.version, bytes: picture.render(readFileSync(join(folder, name))) }
      const type = extname(name) === '.svg' ? 'image/svg+xml' : 'image/png'
      return reply.header('cache-control', 'no-cache').type(type).send(latest.bytes)
    })
  }
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    index: false,
    globIgnore: ['assets/**', 'console/**', 'viewing/**', ...branded.pictures.flatMap((name) => [name, `${name}.*`])],
    cacheControl: false,
    setHeaders: (reply, path) => {
      if (!assetFolders.some((assets) => path.startsWith(assets))) return void reply.header('cache-control', 'no-cache')
      reply.header('cache-control', 'max-age=31536000, immutable')
      // Half a kilobyte less for each of some ten files: none of them is a document, and none ever changes.
      for (const name of [...documentHeaders, 'etag', 'last-modified', 'accept-ranges']) reply.removeHeader(name)
      for (const name of [...documentHeaders, 'connection']) reply.raw.removeHeader(name)
    },
  })
  // One route for all assets: one for each of six hundred takes 8 MB.
  app.get<{ Params: { name: string } }>('/assets/:name(^[\\w-][\\w.-]*$)', ({ params }, reply) =>
    reply.sendFile(`assets/${params.name}`),
  )
  app.get<{ Params: { name: string } }>('/console/assets/:name(^[\\w-][\\w.-]*$)', ({ params }, reply) =>
    reply.sendFile(`console/assets/${params.name}`),
  )
  app.get<{ Params: { name: string } }>(`${viewingPath}/viewing/assets/:name(^[\\w-][\\w.-]*$)`, ({ params }, reply) =>
    reply.sendFile(`viewing/assets/${params.name}`),
  )
  const [completePortal, completeConsole] = [firstFilesOf(folder), consoleFirstFilesOf(folder)]
  const pageFor = ({ url, headers }: FastifyRequest): string | undefined => {
    const opened = { url, cookie: headers.cookie, languages: headers['accept-language'] }
    if (!isConsolePath(url)) return completePortal(branded.page(built), opened)
    if (isViewingPath(url)) return viewingPage && branded.page(viewingPage)
    return consolePage && completeConsole(branded.page(consolePage), opened)
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !noPages.test(request.url) &&
      (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/)
    if (!isPage) return sendNotFound(request, reply)
    const page = pageFor(request)
    if (page === undefined) return sendNotFound(request, reply)
    reply.header('cache-control', 'no-cache').header('vary', 'accept-language, cookie')
    return reply.type('text/html; charset=utf-8').send(page)
  })
}

/** Below these addresses there are no pages: calls, files of the build, and metrics, which have a port of their own. */
const noPages = /^\/((api|(console\/(as\/viewing\/)?)?assets)\/|metrics([/?]|$))/

function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(request, reply, { code: 'not_found', message: translatable('error.noAddress') })
}
