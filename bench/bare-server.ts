import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'
import { type DocumentType, documentTypes } from '../contract/values.ts'
import { typeParsers } from '../database/types.ts'
import { showDocument } from '../server/documents/detail.ts'
import { listPage } from '../server/documents/list.ts'
import { lookUp } from '../server/search/search.ts'
import { type DocumentKey, recordStatements, type Statement, viewerOf } from './statements.ts'

/*
 * What the portal is measured against: a bare `node:http` handler over `pg`. Its statements are those that the portal
 * itself makes, recorded at the start (those of a search as it goes); it runs them prepared and in one round trip as the portal does, but without
 * sign-in, row-level security, transaction, validation and schemas, and replies with the rows as they come.
 */

const { PORT, OWNER_URL = '', VIEWER_URL = '' } = process.env
const pool = new pg.Pool({ connectionString: OWNER_URL, max: 16, types: typeParsers, pipeline: true })
const today = new Date().toISOString().slice(0, 10)

/** Statements with the places of what differs from request to request. */
type Template = { statement: Statement; values: ((asked: Asked) => unknown)[]; account: string }
type Asked = DocumentKey

function templateOf(statements: readonly Statement[], sample: DocumentKey): Template[] {
  return statements.map((statement) => ({
    statement,
    account: sample.accountId,
    values: statement.values.map((value) => variableOf(value, sample)),
  }))
}

function variableOf(value: unknown, sample: DocumentKey): (asked: Asked) => unknown {
  if (value === sample.accountId) return (asked) => asked.accountId
  if (value === sample.number) return (asked) => asked.number
  return () => value
}

const isQuery = ({ text }: Statement) => /^\s*(select|with)\b/.test(text)

async function recordAll() {
  const lists = new Map<string, Template[]>()
  const details = new Map<string, Template[]>()
  for (const type of documentTypes) {
    const found = await pool.query<{ accountId: string; number: string }>(
      'select account_id as "accountId", number from documents where type = $1 limit 1',
      [type],
    )
    const sample: DocumentKey = { type, ...(found.rows[0] as { accountId: string; number: string }) }
    const { accountId, number } = sample
    const viewer = viewerOf(accountId)
    const list = await recordStatements(VIEWER_URL, (one) => listPage(one, viewer, type, { limit: '50' }, today))
    const detail = await recordStatements(VIEWER_URL, (one) => showDocument(one, viewer, type, number, today))
    lists.set(type, templateOf(list.filter(isQuery), sample))
    details.set(type, templateOf(detail.filter(isQuery), sample))
  }
  return { lists, details }
}

const { lists, details } = await recordAll()

async function run(templates: readonly Template[], asked: Asked): Promise<pg.QueryResult[]> {
  const client = await pool.connect()
  try {
    return await Promise.all(
      templates.map(({ statement: { name, text }, values, account }) =>
        name === undefined
          ? client.query(text.replace(account, asked.accountId))
          : client.query({ name, text, values: values.map((fill) => fill(asked)) }),
      ),
    )
  } finally {
    client.release()
  }
}

function send(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url as string
  const accountId = request.headers['x-account'] as string
  const [, , , type = '', number] = (url.split('?')[0] as string).split('/')
  const asked = { accountId, type: type as DocumentType, number: '' }
  if (url === '/ready') return send(response, '{}')
  if (url.startsWith('/api/search')) {
    const { q = '', limit = '50', suggest } = Object.fromEntries(new URLSearchParams(url.split('?')[1]))
    // What is asked next depends on what was found, so here the portal's own reading runs, as a role without row-level
    // security. Its functions read the account from the transaction, so the transaction belongs to the statements.
    const looked = await lookUp(pool, viewerOf(accountId), { q, limit, ...(suggest ? { suggest: 'true' } : {}) }, today)
    return send(response, JSON.stringify(looked?.found ?? null))
  }
  if (number === undefined) {
    const [page, total] = await run(lists.get(type) as Template[], asked)
    return send(response, JSON.stringify({ rows: page?.rows.slice(0, 50), total: total?.rows[0] }))
  }
  asked.number = decodeURIComponent(number)
  const results = await run(details.get(type) as Template[], asked)
  send(response, JSON.stringify(results.map(({ rows }) => rows)))
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    response.writeHead(500)
    response.end(String(error))
  })
})
server.listen(Number(PORT), '127.0.0.1')
