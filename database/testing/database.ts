import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject, type ProvidedContext } from 'vitest'
import { type ConnectOptions, connect, openClient, openPool, type Pools } from '../connect.ts'
import { keepPlans } from '../partitions/partition-tables.ts'
import { type RoleUrls, roleUrls } from '../roles.ts'
import { typeParsers } from '../type-parsers.ts'
import { atEnd } from './at-end.ts'
import { type NetworkLink, openLink } from './link.ts'
import { testPartitions } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    database: { adminUrl: string; template: string; tokenSecret: string }
  }
}

/** The database of one test file. `ownerUrl` bypasses row-level security, to prepare data and to check results. */
export type TestDatabase = {
  tokenSecret: string
  ownerUrl: string
  urls: RoleUrls
  pools: Pools
  owner: pg.Pool
  drop: () => Promise<void>
}

/**
 * Returns a migrated, empty database for the calling test file, on the real PostgreSQL of this run. Call it at the top
 * of the file (`const database = await testDatabase()`); it is dropped after the file's last test. The pools use the
 * link, if one is given.
 */
export async function testDatabase(link?: NetworkLink): Promise<TestDatabase> {
  const database = await cloneDatabase(inject('database'), link)
  atEnd(database.drop)
  return database
}

/** Returns a link to the PostgreSQL of this run that tests can make fail. Closed after the file's last test. */
export async function testLink(): Promise<NetworkLink> {
  const { adminUrl } = inject('database')
  const link = await openLink(Number(new URL(adminUrl).port), (pid) =>
    asAdmin(adminUrl, `select pg_terminate_backend(${pid})`),
  )
  atEnd(link.close)
  return link
}

async function cloneDatabase(run: ProvidedContext['database'], link: NetworkLink | undefined): Promise<TestDatabase> {
  const { adminUrl, template, tokenSecret } = run
  const name = `test_${randomBytes(6).toString('hex')}`
  // By copying files it takes 40 ms and leaves 15 to dropping it; written to the log first, as is usual, 55 and 27.
  await asAdmin(adminUrl, `create database ${name} template ${template} strategy file_copy`)
  const address = new URL(adminUrl)
  address.pathname = `/${name}`
  const ownerUrl = address.href
  // A clone has no settings of its database.
  if (testPartitions > 0) await asAdmin(ownerUrl, keepPlans)
  const direct = roleUrls(ownerUrl, tokenSecret)
  const urls = link
    ? {
        viewer: link.through(direct.viewer),
        server: link.through(direct.server),
        console: link.through(direct.console),
        session: link.through(direct.session),
      }
    : direct
  // Tests on a busy machine wait for a connection; those of a broken link want the error in the product's time.
  const options = link ? {} : { connectTimeout: 15_000 }
  return openTestDatabase({ tokenSecret, ownerUrl, urls }, options, () =>
    asAdmin(adminUrl, `drop database ${name} with (force)`),
  )
}

/** The pools of a test on a database, which `drop` removes after they were closed. */
export function openTestDatabase(
  { tokenSecret, ownerUrl, urls }: Pick<TestDatabase, 'tokenSecret' | 'ownerUrl' | 'urls'>,
  options: Omit<ConnectOptions, 'onLost'>,
  drop: () => Promise<void>,
): TestDatabase {
  // Dropping the database closes connections that a test left open; this is expected.
  const onLost = () => undefined
  const pools = connect(urls, { onLost, size: 8, ...options })
  const owner = openPool({ connectionString: ownerUrl, max: 4, types: typeParsers }, onLost)
  return {
    tokenSecret,
    ownerUrl,
    urls,
    pools,
    owner,
    drop: async () => {
      await Promise.all([pools.end(), owner.end()])
      await drop()
    },
  }
}

/** Runs one statement as the owner of the address. */
export async function asAdmin(url: string, sql: string): Promise<void> {
  const client = await openClient({ connectionString: url })
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
