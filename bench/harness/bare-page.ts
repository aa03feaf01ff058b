import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

const types: Readonly<Record<string, string>> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' }

/** A page of React alone (bench/bare-page), built and served compressed; its calls go on to the portal at `port`. */
export async function serveBarePage(port: number): Promise<{ origin: string; close: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bare-page-'))
  await build({
    root: join(import.meta.dirname, '../bare-page'),
    configFile: false,
    logLevel: 'warn',
    // The same browsers as those for which the portal is built.
    build: { outDir: folder, emptyOutDir: true, target: ['chrome120', 'firefox121', 'safari17.2'] },
  })
  const packed = new Map<string, Buffer>()
  const packedFile = (path: string) => {
    const body = packed.get(path) ?? brotliCompressSync(readFileSync(join(folder, path)))
    packed.set(path, body)
    return body
  }
  const server = createServer((incoming, response) => {
    const url = incoming.url ?? '/'
    if (url.startsWith('/api/')) {
      const { method = 'GET', headers } = incoming
      const outgoing = ask({ port, path: url, method, headers: { ...headers, host: `localhost:${port}` } }, (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(response)
      })
      outgoing.on('error', () => response.destroy())
      incoming.pipe(outgoing)
      return
    }
    const path = url === '/' ? '/index.html' : url
    const type = types[extname(path)]
    if (type === undefined) {
      response.writeHead(404).end()
      return
    }
    const caching = path.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache'
    const headers = { 'content-type': type, 'content-encoding': 'br', 'cache-control': caching }
    response.writeHead(200, headers).end(packedFile(path))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
