import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClient } from './connect.ts'
import { migrate } from './migrate.ts'
import { startTestServer, type TestServer } from './testing/server.ts'

/* The roles of the portal belong to a whole PostgreSQL server. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
}, 60_000)
afterAll(() => server.stop())

async function asAdmin(sql: string): Promise<void> {
  const client = await openClient({ connectionString: server.adminUrl })
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

test('a second portal of another owner on the server is refused, and the first one goes on', async () => {
  const name = `second_${randomBytes(4).toString('hex')}`
  await asAdmin(`create role ${name} login createrole password '${name}'`)
  for (const role of ['portal', 'portal_server', 'portal_console', 'portal_search', 'portal_backup'])
    await asAdmin(`grant ${role} to ${name} with admin option`)
  await asAdmin(`create database ${name} owner ${name}`)
  const url = new URL(server.adminUrl)
  url.pathname = `/${name}`
  url.username = name
  url.password = name
  const { tokenSecret } = server
  const log = { info: () => undefined, warn: () => undefined }
  const start = () => migrate({ url: url.href, tokenSecret, log })
  await expect(start()).rejects.toThrow(
    /^The portal in the database portal_template \(of owner\) uses this PostgreSQL server.*drop its database/,
  )
  // The first one starts again and has its passwords still.
  await migrate({ url: server.templateUrl, tokenSecret, log })
  // With the mend that is named, the second has the roles.
  await asAdmin('comment on role portal is null')
  await start()
  await expect(migrate({ url: server.templateUrl, tokenSecret, log })).rejects.toThrow(
    `The portal in the database ${name}`,
  )
})
