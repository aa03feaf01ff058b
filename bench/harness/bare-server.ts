import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'
import { type DocumentType, documentTypes } from '#contract/values.ts'
import { typeParsers } from '#database/type-parsers.ts'
import { listPage } from '#server/documents/list/list.ts'
import { lookUp } from '#server/search/search.ts'
import { type DocumentKey, recordStatements, type Statement, viewerOf } from './statements.ts'

/*
 * The server that the portal is compared with: a bare `node:http` handler over `pg`, without sign-in, row-level
 * security, transaction, validation and schemas, which replies with the rows as they come. The statement of a detail is
 * written by hand, as a program with this page alone would have it. Those of a list are the portal's own, recorded at
 * the start, because nobody has found better ones; those of a search are made by the portal's code.
 */

const { PORT, OWNER_URL = '', VIEWER_URL = '' } = process.env
const pool = new pg.Pool({ connectionString: OWNER_URL, max: 16, types: typeParsers, pipeline: true })
const today = new Date().toISOString().slice(0, 10)

/** Statements, with functions that give the values which differ between requests. */
type Template = { statement: Statement; values: ((key: RequestKey) => unknown)[]; account: string }
type RequestKey = DocumentKey

function templateOf(statements: readonly Statement[], sample: DocumentKey): Template[] {
  return statements.map((statement) => ({
    statement,
    account: sample.accountId,
    values: statement.values.map((value) => variableOf(value, sample)),
  }))
}

function variableOf(value: unknown, sample: DocumentKey): (key: RequestKey) => unknown {
  if (value === sample.accountId) return (key) => key.accountId
  if (value === sample.number) return (key) => key.number
  return () => value
}

const isQuery = ({ text }: Statement) => /^\s*(select|with)\b/.test(text)

/** A document with its lines, links, events, papers, the state of its lines, and the documents around it. */
const detailStatement = {
  name: 'detail',
  text: `select d.*,
  (select json_agg(l order by l.position) from document_lines l where l.account_id = d.account_id and l.document_id = d.id) as lines,
  (select json_agg(k) from document_links k where k.account_id = d.account_id and k.document_id = d.id) as links,
  (select json_agg(s) from ordered_lines s where s.account_id = d.account_id and s.order_id = d.id) as stages,
  (select json_agg(e order by e.occurred_at desc) from shipment_events e where e.account_id = d.account_id and e.document_id = d.id) as events,
  (select json_agg(json_build_object('id', a.id, 'name', a.name, 'size', a.size)) from attachments a
    where a.account_id = d.account_id and a.document_id = d.id) as attachments,
  (select json_agg(c) from (
    with recursive near (id, type, number) as (
      select d.id, d.type, d.number
      union
      select t.id, t.type, t.number from near n cross join lateral (
        select t.id, t.type, t.number from document_links k
        join documents t on t.account_id = k.account_id and t.type = k.to_type and t.number = k.to_number
        where k.account_id = d.account_id and k.document_id = n.id and k.position = 0
        union all
        select t.id, t.type, t.number from document_links k join documents t on t.account_id = k.account_id and t.id = k.document_id
        where k.account_id = d.account_id and k.to_type = n.type and k.to_number = n.number and k.position = 0
      ) t
    )
    select t.type, t.number, t.status, t.issue_date, t.key_date, t.currency, t.gross from near n
    join documents t on t.account_id = d.account_id and t.id = n.id limit 200
  ) c) as chain
from documents d where d.account_id = $1 and d.type = $2 and d.number = $3`,
}

async function recordLists() {
  const lists = new Map<string, Template[]>()
  for (const type of documentTypes) {
    const documents = await pool.query<{ accountId: string; number: string }>(
      'select account_id as "accountId", number from documents where type = $1 limit 1',
      [type],
    )
    const sample: DocumentKey = { type, ...(documents.rows[0] as { accountId: string; number: string }) }
    const viewer = viewerOf(sample.accountId)
    const list = await recordStatements(VIEWER_URL, (recordingPool) =>
      listPage(recordingPool, viewer, type, { limit: '50' }, today),
    )
    lists.set(type, templateOf(list.filter(isQuery), sample))
  }
  return lists
}

const lists = await recordLists()

async function run(templates: readonly Template[], key: RequestKey): Promise<pg.QueryResult[]> {
  const client = await pool.connect()
  try {
    return await Promise.all(
      templates.map(({ statement: { name, text }, values, account }) =>
        name === undefined
          ? client.query(text.replace(account, key.accountId))
          : client.query({ name, text, values: values.map((fill) => fill(key)) }),
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

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url as string
  const accountId = request.headers['x-account'] as string
  const [, , , type = '', number] = (url.split('?')[0] as string).split('/')
  const key = { accountId, type: type as DocumentType, number: '' }
  if (url === '/ready') return send(response, '{}')
  if (url.startsWith('/api/search')) {
    const { q = '', limit = '50', suggest } = Object.fromEntries(new URLSearchParams(url.split('?')[1]))
    // A search decides by its results what to query next, so the portal's own code runs here, as a role without
    // row-level security. Its functions read the account from the transaction, so the transaction belongs to the
    // statements.
    const lookup = await lookUp(pool, viewerOf(accountId), { q, limit, ...(suggest ? { suggest: 'true' } : {}) }, today)
    return send(response, JSON.stringify(lookup?.found ?? null))
  }
  if (number === undefined) {
    const [page, total] = await run(lists.get(type) as Template[], key)
    return send(response, JSON.stringify({ rows: page?.rows.slice(0, 50), total: total?.rows[0] }))
  }
  const values = [accountId, type, decodeURIComponent(number)]
  const { rows } = await pool.query({ ...detailStatement, values })
  send(response, JSON.stringify(rows[0]))
}

const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    response.writeHead(500)
    response.end(String(error))
  })
})
server.listen(Number(PORT), '127.0.0.1')
