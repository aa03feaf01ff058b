import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { brotliCompressSync, constants } from 'node:zlib'
import pg from 'pg'
import { type DocumentType, documentTypes } from '#contract/values.ts'
import { typeParsers } from '#database/type-parsers.ts'
import {
  allHitsStatement,
  type BareHit,
  detailStatement,
  exactHitsStatement,
  listStatement,
  recentHitsStatement,
  searchCondition,
  shownHit,
  totalStatement,
} from './bare-statements.ts'

/*
 * The server that the portal is compared with: a bare `node:http` handler over `pg`, without sign-in, row-level
 * security, transaction, validation and schemas, which replies with the rows as they come. Its statements are written by
 * hand, so that a bad one of the portal does not slow both.
 */

const { PORT, OWNER_URL = '' } = process.env
const owner = new pg.Pool({ connectionString: OWNER_URL, max: 16, types: typeParsers, pipeline: true })
const rowsOfList = 50
const smallestCompressed = 2_048
const lists = Object.fromEntries(documentTypes.map((type) => [type, listStatement(type)])) as Record<
  DocumentType,
  ReturnType<typeof listStatement>
>

const accounts = await owner.query<{ id: string; key: number }>(
  'select account_id as id, search_key as key from accounts',
)
const accountKeys = new Map(accounts.rows.map(({ id, key }) => [id, key]))

/** A page of fifty and the total, in one round trip. */
async function list(accountId: string, type: DocumentType) {
  const client = await owner.connect()
  try {
    const [page, total] = await Promise.all([
      client.query({ ...lists[type], values: [accountId, rowsOfList + 1] }),
      client.query<{ count: number }>({ ...totalStatement, values: [accountId, type] }),
    ])
    return { rows: page.rows.slice(0, rowsOfList), hasMore: page.rows.length > rowsOfList, total: total.rows[0]?.count }
  } finally {
    client.release()
  }
}

/**
 * The page that the portal answers with: the whole number first, the hits with the texts they were found by, and the
 * counts. In two steps: the newest thousand documents, and the index when they do not fill the page. It forgives nothing.
 */
async function search(accountId: string, q: string, limit: number) {
  const condition = searchCondition(accountKeys.get(accountId) ?? 0, q)
  if (condition === '') return { hits: [], counts: {} }
  const values = [accountId, condition, limit + 1]
  const client = await owner.connect()
  try {
    const [exact, recent] = await Promise.all([
      client.query<BareHit>({ ...exactHitsStatement, values: [accountId, q.trim()] }),
      client.query<BareHit>({ ...recentHitsStatement, values }),
    ])
    const found = recent.rows.length > limit ? recent : await client.query<BareHit>({ ...allHitsStatement, values })
    const numbers = new Set(exact.rows.map(({ number }) => number))
    const others = found.rows.slice(0, limit).filter(({ number }) => !numbers.has(number))
    return {
      hits: [...exact.rows, ...others].map((hit) => shownHit(hit, q.trim())),
      counts: found.rows[0]?.counts ?? {},
      hasMore: found.rows.length > limit,
    }
  } finally {
    client.release()
  }
}

async function reply(request: IncomingMessage): Promise<unknown> {
  const url = new URL(request.url as string, 'http://localhost')
  const accountId = request.headers['x-account'] as string
  const [, , area, type, number] = url.pathname.split('/')
  if (area === 'search')
    return search(accountId, url.searchParams.get('q') ?? '', Number(url.searchParams.get('limit')) || 50)
  if (area !== 'documents') return {}
  if (number === undefined) return list(accountId, type as DocumentType)
  const { rows } = await owner.query({ ...detailStatement, values: [accountId, type, decodeURIComponent(number)] })
  return rows[0]
}

/** Compresses what is not small for those who accept it, as the portal does: bytes cost a phone more than a server. */
function send(response: ServerResponse, status: number, body: string, acceptEncoding = ''): void {
  const headers = { 'content-type': 'application/json' }
  if (body.length >= smallestCompressed && acceptEncoding.includes('br')) {
    const compressed = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } })
    response.writeHead(status, { ...headers, 'content-encoding': 'br', 'content-length': compressed.length })
    response.end(compressed)
    return
  }
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

const server = createServer((request, response) => {
  reply(request).then(
    (body) => send(response, 200, JSON.stringify(body), request.headers['accept-encoding']?.toString()),
    (error: unknown) => send(response, 500, String(error)),
  )
})
server.listen(Number(PORT), '127.0.0.1')
