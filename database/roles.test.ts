import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainRoles, type RoleNames, readRoles, rolesWith, withRoles } from './connection/role-names.ts'
import { migrate } from './migrate.ts'
import { roleUrls } from './roles.ts'
import { catalogueOf } from './testing/catalogue.ts'
import { onClient } from './testing/on-client.ts'
import { startTestServer, type TestServer, testPartitions } from './testing/server.ts'

/* The roles of the portal belong to a whole PostgreSQL server. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(null)
}, 60_000)
afterAll(() => server.stop())

const log = { info: () => undefined, warn: () => undefined }
const secret = 'another secret that only another portal knows'

const asAdmin = (sql: string) => onClient(server.adminUrl, (client) => client.query(sql))

/** A new, empty database of an owner of its own who is no superuser, as administrators make one; returns its URL. */
async function emptyDatabase(): Promise<{ url: string; name: string }> {
  const name = `second_${randomBytes(4).toString('hex')}`
  await asAdmin(`create role ${name} login createrole password '${name}'`)
  await asAdmin(`create database ${name} owner ${name}`)
  const url = new URL(server.adminUrl)
  url.pathname = `/${name}`
  url.username = name
  url.password = name
  return { url: url.href, name }
}
const start = (url: string, tokenSecret = secret) => migrate({ url, tokenSecret, partitions: testPartitions, log })
const startFirst = () => start(server.templateUrl, server.tokenSecret)

/** As which roles the portal of a database connects. */
async function answering(url: string, tokenSecret: string): Promise<string[]> {
  const { viewer, server: short, console } = roleUrls(url, tokenSecret, {}, await onClient(url, readRoles))
  return Promise.all(
    [viewer, short, console].map((address) =>
      onClient(address, async (client) => {
        await client.query('select from accounts')
        const { rows } = await client.query<{ role: string }>('select current_user as role')
        return rows[0]?.role ?? ''
      }),
    ),
  )
}
const connecting = ({ viewer, server: short, console }: RoleNames) => [viewer, short, console]
/** All that a database has given to a role, or has a role own. */
const dependingOn = (url: string, { viewer, server: short, console, search, backup }: RoleNames) =>
  onClient(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_shdepend s join pg_database d on d.oid = s.dbid and d.datname = current_database()
       where s.refclassid = 'pg_authid'::regclass and s.refobjid::regrole::text = any ($1)`,
      [[viewer, short, console, search, backup]],
    )
    return rows[0]?.count ?? 0
  })

test('Portals of several owners share a server: each has roles of its own, and goes on when another starts', {
  tags: 'long',
}, async () => {
  const [second, third] = [await emptyDatabase(), await emptyDatabase()]
  for (let starts = 0; starts < 2; starts++) {
    await start(second.url)
    await start(third.url)
    await startFirst()
    expect(await answering(server.templateUrl, server.tokenSecret)).toEqual(connecting(plainRoles))
    const roles = await Promise.all([second, third].map(({ url }) => answering(url, secret)))
    for (const [viewer = ''] of roles) expect(viewer).toMatch(/^portal_[0-9a-f]{8}$/)
    expect(new Set(roles.flat()).size).toBe(6)
  }
})

test('Databases of one owner, whose portals have the same roles, are opened at the same moment', {
  tags: 'long',
  timeout: 60_000,
}, async () => {
  const urls = Array.from({ length: 4 }, () => {
    const url = new URL(server.adminUrl)
    url.pathname = `/twin_${randomBytes(4).toString('hex')}`
    return url
  })
  for (const { pathname } of urls) await asAdmin(`create database ${pathname.slice(1)} template portal_template`)
  const openAll = () => Promise.all(urls.map(({ href }) => start(href, server.tokenSecret)))
  for (let times = 0; times < 10; times++) await openAll()
  expect(await answering(server.templateUrl, server.tokenSecret)).toEqual(connecting(plainRoles))
  for (const { pathname } of urls) await asAdmin(`drop database ${pathname.slice(1)} with (force)`)
})

test('The roles of a second portal have the same rights as those of the first, and none of the others’', async () => {
  const { url, name } = await emptyDatabase()
  await start(url)
  const roles = await onClient(url, readRoles)
  const ending = roles.viewer.slice(plainRoles.viewer.length)
  const plain = (text: string) => text.replaceAll(ending, '').replaceAll(name, 'owner')
  // Lists of rights are in the order of names.
  const inOrder = (list: string) => `{${list.slice(1, -1).split(',').sort().join(',')}}`
  const comparable = (lines: string[]) =>
    lines
      .filter((line) => !/^(extension|schema|set_config)/.test(line))
      .map((line) => line.replaceAll(/\{[^{}]*\}/g, inOrder))
      .sort()
  const catalogue = (await catalogueOf(url)).map(plain)
  expect(comparable(catalogue)).toEqual(comparable(await catalogueOf(server.templateUrl)))
  expect(await dependingOn(url, plainRoles)).toBe(0)
  expect(await dependingOn(url, roles)).toBe(await dependingOn(server.templateUrl, plainRoles))
  // A role of one portal reads nothing of another.
  const [viewer = ''] = connecting(plainRoles)
  const readable = await onClient(url, (client) =>
    client.query(`select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and has_any_column_privilege('${viewer}', c.oid, 'select')`),
  )
  expect(readable.rowCount).toBe(0)
})

test('A database that is renamed keeps its roles, and another of its former name gets others', {
  tags: 'long',
}, async () => {
  const { url, name } = await emptyDatabase()
  await start(url)
  const roles = await onClient(url, readRoles)
  await asAdmin(`alter database ${name} rename to ${name}_renamed`)
  await asAdmin(`create database ${name} owner ${name}`)
  const renamed = Object.assign(new URL(url), { pathname: `/${name}_renamed` }).href
  await start(renamed)
  expect(await onClient(renamed, readRoles)).toEqual(roles)
  // Of the same owner, whose password is the same: they may share their roles.
  await start(url)
  expect((await onClient(url, readRoles)).viewer).not.toBe(plainRoles.viewer)
  expect(await answering(renamed, secret)).toEqual(connecting(roles))
})

test('A portal whose database has the roles of another is refused, with the mend, and the other goes on', async () => {
  const { url, name } = await emptyDatabase()
  for (const role of Object.values(plainRoles)) await asAdmin(`grant ${role} to ${name} with admin option`)
  // Without a secret nothing says whose roles these are.
  await migrate({ url, log })
  expect(await onClient(url, readRoles)).toEqual(plainRoles)
  await expect(start(url)).rejects.toThrow(
    /^The portal in the database portal_template \(of owner\) uses this PostgreSQL server.*drop its database/,
  )
  // The first one starts again and has its passwords still.
  await startFirst()
  expect(await answering(server.templateUrl, server.tokenSecret)).toEqual(connecting(plainRoles))
  // With the mend that is named, the second has the roles.
  await asAdmin('comment on role portal is null')
  await start(url)
  await expect(startFirst()).rejects.toThrow(`The portal in the database ${name}`)
})

test('Only what names a role is another in the files of a second portal', () => {
  const files = `create role portal login; grant select on accounts to portal, portal_server; -- The portal says so.
check (place in ('portal', 'signIn')) if rolname = 'portal' then roles = '{portal}'; comment on table a is 'Who came to the portal.'`
  expect(withRoles(files, rolesWith('_0a1b2c3d'))).toBe(
    `create role portal_0a1b2c3d login; grant select on accounts to portal_0a1b2c3d, portal_server_0a1b2c3d; -- The portal says so.
check (place in ('portal', 'signIn')) if rolname = 'portal_0a1b2c3d' then roles = '{portal_0a1b2c3d}'; comment on table a is 'Who came to the portal.'`,
  )
  expect(withRoles(files, plainRoles)).toBe(files)
})
