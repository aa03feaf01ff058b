import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import * as http from 'node:http'
import * as https from 'node:https'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Connector, type ConnectorOptions, limited, type SourceState } from './connector.ts'
import type { FindAddress } from './network.ts'
import { SourceFailure } from './source-failure.ts'

const idleTime = 30_000
const longestDownload = 10 * 60_000
const mostRedirects = 3

/** Opens an HTTPS address: what it gives is fetched when it is listed, unless it is what was read last. */
export async function openHttps(options: ConnectorOptions): Promise<Connector> {
  const { state, scratch } = options
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(longestDownload)])
  let next: SourceState = state
  const path = join(scratch, 'download')

  async function list() {
    const answer = await get({ ...options, signal })
    if (answer.statusCode === 304) {
      answer.resume()
      return []
    }
    refuseStatus(answer)
    const digest = createHash('sha256')
    await pipeline(
      answer,
      limited,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          digest.update(chunk)
          yield chunk
        }
      },
      createWriteStream(path, { mode: 0o600 }),
      { signal },
    )
    const { etag, 'last-modified': lastModified } = answer.headers
    next = { ...(etag ? { etag } : {}), ...(lastModified ? { lastModified } : {}) }
    return [{ key: digest.digest('hex'), names: [fileName(answer, options.source.url)] }]
  }

  return {
    list: () => list().catch(explain),
    fetch: async ({ names: [name = 'file'] }, folder) => {
      const file = { name, path: join(folder, 'file') }
      await copyFile(path, file.path)
      return { files: [file] }
    },
    settle: async () => undefined,
    state: () => next,
    close: async () => undefined,
  }
}

type GetOptions = Pick<ConnectorOptions, 'source' | 'secret' | 'state' | 'findAddress' | 'signal'>

/** Asks for what was not read yet, and follows redirects; who signs in there is not repeated to another host. */
async function get({ source, secret, state, findAddress, signal }: GetOptions): Promise<http.IncomingMessage> {
  const conditions = {
    ...(state.etag ? { 'if-none-match': state.etag } : {}),
    ...(state.lastModified ? { 'if-modified-since': state.lastModified } : {}),
  }
  const first = new URL(source.url)
  let url = first
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const authorization = url.origin === first.origin ? authorizationOf(source, secret) : undefined
    const headers = { ...conditions, 'accept-encoding': 'identity', ...(authorization ? { authorization } : {}) }
    const answer = await request(url, { headers, findAddress, signal })
    const { location } = answer.headers
    const isRedirect = [301, 302, 303, 307, 308].includes(answer.statusCode ?? 0)
    if (!isRedirect || location === undefined) return answer
    answer.destroy()
    const target = URL.canParse(location, url.href) ? new URL(location, url) : undefined
    if (target?.protocol !== url.protocol) throw new SourceFailure('The address leads elsewhere, not by https://.')
    url = target
  }
  throw new SourceFailure(`The address leads on more than ${mostRedirects} times.`)
}

function authorizationOf({ signIn, user = '' }: GetOptions['source'], secret: string): string | undefined {
  if (signIn === 'token') return `Bearer ${secret}`
  if (signIn === 'password') return `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`
  return undefined
}

type RequestOptions = { headers: http.OutgoingHttpHeaders; findAddress: FindAddress; signal: AbortSignal }

async function request(url: URL, { headers, findAddress, signal }: RequestOptions): Promise<http.IncomingMessage> {
  const resolved = await findAddress(url.hostname)
  const { request: open } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const call = open(url, {
      ...{ headers, signal, timeout: idleTime, agent: false },
      lookup: (_host, options, done) => {
        if (options.all) done(null, [resolved])
        else done(null, resolved.address, resolved.family)
      },
    })
    call.on('response', resolve).on('error', reject)
    call.on('timeout', () => call.destroy(new SourceFailure('The address has sent nothing for 30 seconds.')))
    call.end()
  })
}

function refuseStatus(answer: http.IncomingMessage): void {
  const { statusCode: status = 0 } = answer
  if (status === 200) return
  answer.destroy()
  if (status === 401 || status === 403)
    throw new SourceFailure(`The address refuses the sign-in (${status}): correct name, password or token.`)
  if (status === 404 || status === 410) throw new SourceFailure(`There is nothing at the address (${status}).`)
  throw new SourceFailure(`The address answers with an error (${status}).`)
}

/** The name that the answer gives the file, else the last part of the address. */
function fileName({ headers }: http.IncomingMessage, url: string): string {
  const quoted = /filename="?([^";]+)"?/i.exec(headers['content-disposition'] ?? '')?.[1]
  return basename(quoted ?? new URL(url).pathname).trim() || 'file'
}

/** What went wrong on the way as a sentence, without the address: it may hold a secret. */
function explain(error: unknown): never {
  if (error instanceof SourceFailure || !(error instanceof Error)) throw error
  const code = 'code' in error ? String(error.code) : error.name
  throw new SourceFailure(`The address cannot be read: ${code === 'TimeoutError' ? 'it takes too long' : code}.`, {
    cause: error,
  })
}
