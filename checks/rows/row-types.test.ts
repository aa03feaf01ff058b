import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClient } from '#database/connect.ts'
import { startTestServer, type TestServer } from '#database/testing/server.ts'
import { columnReader } from './columns.ts'
import { rowTypeFaults } from './row-types.ts'
import { compile, type Reading, readStatements } from './statements.ts'

const root = resolve(import.meta.dirname, '../..')

/** Functions whose statements cannot be read from the source, and why. None of them returns rows that are declared. */
const unreadOwners: Readonly<Record<string, string>> = {
  beginTransaction: 'runs the statements of pg-boss',
  changeRole: 'changes a role or its comment, which take no parameter',
  claimRoles: 'reads who uses the roles by the name of one',
  copiedSequences: 'reads whatever sequences the database has, by the catalogue',
  copyDocuments: 'copies whatever columns the tables have, by the catalogue',
  dropIndexes: 'drops whatever indexes the tables have, by the catalogue',
  keepRows: 'keeps the rows of whatever tables belong to documents, by the catalogue',
  multiplyAccounts: 'copies whatever columns the tables have, by the catalogue',
  commentOn: 'writes a comment, which takes no parameter',
  makePartitions: 'makes a table anew, by the catalogue',
  openBoss: 'runs the statements of pg-boss',
  openSnapshot: 'copies whatever columns the tables have, by the catalogue',
  openTarget: 'fills whatever tables the database has, by the catalogue',
  openListener: 'asks whether its connection, which it replaces itself, still answers',
  partitionTables: 'makes keys and indexes anew, by the catalogue',
  prepareJobs: 'writes the version of pg-boss into a comment, which takes no parameter',
  putRowsBack: 'puts the rows of whatever tables belong to documents back, by the catalogue',
  runOn: 'runs statements that are read where they are passed',
  runScript: 'runs a migration or a function, which is a file of its own',
  sendAll: 'runs the statements of pg-boss',
  sendBatch: 'runs statements that are read where they are passed, between those that set the account',
  setCurrentAccount: 'sets the account, which takes no parameter',
  setReadOnly: 'names the database, which takes no parameter',
  sumOf: 'sums whatever columns a table has, by the catalogue',
  transaction: 'sets the account, which takes no parameter',
}

/** Each function of this file breaks its row type as its name says; those of the other file do not. */
const planted = {
  'server/planted-faults.ts': `
import type { Pool } from 'pg'
import { readTogether } from '../database/transaction.ts'
export const renamedColumn = (db: Pool) => db.query<{ label: string }>('select label from accounts')
export const renamedTable = (db: Pool) => db.query('delete from customers where id = $1', [1])
export const notSelected = (db: Pool) => db.query<{ id: string; name: string }>('select account_id as id from accounts')
export const notDeclared = (db: Pool) => db.query<{ id: string }>('select account_id as id, name from accounts')
export const twice = (db: Pool) => db.query<{ name: string }>('select name, number as name from accounts')
export const numberAsText = (db: Pool) => db.query<{ position: string }>('select position from document_lines')
export const textAsNumber = (db: Pool) => db.query<{ count: number }>('select count(*) from accounts')
export const dayAsDate = (db: Pool) => db.query<{ day: Date }>("select date '2026-01-01' as day")
export const listAsText = (db: Pool) => db.query<{ names: string }>('select array_agg(name) as names from accounts')
export const bytesAsText = (db: Pool) => db.query<{ hash: string }>({ text: 'select content_hash as hash from documents' })
export const nullable = (db: Pool) => db.query<{ carrier: string }>('select carrier from documents')
export const outerJoin = (db: Pool) =>
  db.query<{ name: string }>('select a.name from documents d left join accounts a on a.account_id = d.id')
export const alwaysNull = (db: Pool) => db.query<{ amount: string }>('select null::numeric as amount')
export const untypedRows = async (db: Pool) => {
  const { rows } = await db.query('select name from accounts')
  return rows.length
}
export const newerSyntax = (db: Pool) =>
  db.query<{ before: string }>("update accounts set name = 'One' where number = 'A-1' returning old.name as before")
export const oneBranch = (db: Pool, prices: boolean) =>
  db.query<{ gross: string | null }>(\`select \${prices ? 'gross' : 'brutto as gross'} from documents\`)
const columns = ['number', 'nickname']
export const computed = (db: Pool, account: string) =>
  readTogether(db, account, (run) =>
    run<{ number: string; nickname: string }>({ text: \`select \${columns.map((name) => \`d.\${name}\`).join(', ')} from documents d\` }),
  )
const send = <R extends object>(db: Pool, text: string) => db.query<R>({ text, values: [] })
export const passedOn = (db: Pool) => send<{ label: string }>(db, 'select name from accounts')
export const notReadable = (db: Pool, condition: string) => db.query(\`delete from accounts where \${condition}\`)
`,
  'server/planted-right.ts': `
import type { Pool } from 'pg'
type Row = { id: string; type: 'orders' | 'quotes'; at: string; carrier: string; details: { note?: string }; gross: string | null }
export const right = (db: Pool, type: 'orders' | 'quotes', prices: boolean, after: string | undefined) => {
  if (type === 'quotes' && !prices) return undefined
  const amount = { orders: 'gross', quotes: 'net as gross' }
  return db.query<Row>({
    text: \`select id, type, ingested_at as at, carrier, details, \${prices ? amount[type] : 'null::numeric as gross'} from documents
      where carrier is not null and type = '\${type}' \${after ? 'and number > $1' : ''} limit \${10}\`,
    values: after ? [after] : [],
  })
}
export const innerJoin = (db: Pool) =>
  db.query<{ name: string; lines: number }>(\`select a.name, count(*)::int as lines from documents d
    left join accounts a using (account_id) where a.name > '' group by a.name\`)
`,
}

let server: TestServer
let reading: Reading
let faults: string[]

beforeAll(async () => {
  reading = readStatements(root, compile(root, planted))
  server = await startTestServer(null)
  const client = await openClient({ connectionString: server.templateUrl })
  try {
    faults = await rowTypeFaults(reading, await columnReader(client))
  } finally {
    await client.end()
  }
}, 300_000)
afterAll(() => server?.stop())

const isPlanted = (line: string) => line.startsWith('server/planted-')

test('Every statement fits the database, and every row type its statement', () => {
  // PostgreSQL describes single commands; these send two as one, and read no rows.
  const isSentAsOne = (fault: string) =>
    /(openListener|openSnapshot|openTarget|runScripts): cannot insert multiple commands into a prepared statement$/.test(
      fault,
    )
  expect(faults.filter((fault) => !isPlanted(fault) && !isSentAsOne(fault))).toEqual([])
})

test('No statement is left out but those with a reason', () => {
  const unread = reading.unread.filter(({ location }) => !isPlanted(location))
  const unexplained = unread.filter(({ owner }) => !(owner in unreadOwners))
  expect(unexplained.map(({ location, owner, reason }) => `${location} ${owner}: ${reason}`)).toEqual([])
  expect(new Set(unread.map(({ owner }) => owner))).toEqual(new Set(Object.keys(unreadOwners)))
  // Far fewer would mean that calls are no longer recognised.
  expect(new Set(reading.statements.map(({ location }) => location)).size).toBeGreaterThan(400)
})

test('Each planted fault is named, and what is right is not', () => {
  const named = Object.fromEntries(
    faults.filter(isPlanted).map((fault) => /^\S+ (\w+): (.*)$/.exec(fault)?.slice(1) as [string, string]),
  )
  expect(named).toEqual({
    renamedColumn: 'column "label" does not exist',
    renamedTable: 'relation "customers" does not exist',
    notSelected: 'name is declared and not selected',
    notDeclared: 'name is selected and not declared',
    twice: 'name is selected twice',
    numberAsText: 'position is number, declared as string',
    textAsNumber: 'count is string, declared as number',
    dayAsDate: 'day is string, declared as Date',
    listAsText: 'names is string[], declared as string',
    bytesAsText: 'hash is bytes, declared as string',
    nullable: 'carrier may be null, declared as string',
    outerJoin: 'name may be null, declared as string',
    alwaysNull: 'amount may be null, declared as string',
    untypedRows: 'reads rows without a row type',
    newerSyntax: 'returning old. is known after PostgreSQL 15 only',
    oneBranch: 'column "brutto" does not exist',
    computed: 'column d.nickname does not exist',
    send: 'name is selected and not declared',
  })
  const unread = reading.unread.filter(({ location }) => isPlanted(location))
  expect(unread.map(({ owner, reason }) => `${owner}: ${reason}`)).toEqual(['notReadable: condition is not known'])
})
