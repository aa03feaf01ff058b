import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { faultPortal } from '../fault-portal.ts'
import { allowLookup, type PgBouncer, pgbouncers, rolesFor, startPgBouncer } from './pgbouncer.ts'
import { startPair } from './postgres-pair.ts'
import { testCluster } from './scenes.ts'
import { serversOn } from './servers.ts'

/* A PgBouncer beside each PostgreSQL: DATABASE_POOL_URL names both. */

const pair = await startPair()
afterAll(() => pair.stop())
await allowLookup(pair.superuserUrl)
const poolUrlOf = (poolers: readonly PgBouncer[]) =>
  `postgres://${poolers.map(({ port }) => `127.0.0.1:${port}`).join(',')}/portal?target_session_attrs=read-write`
const { usable, tooOld } = pgbouncers

const secret = 'a secret that all servers of this test sign with'
const portal = faultPortal({ DATABASE_URL: pair.ownerUrl, TOKEN_SECRET: secret })

/** Starts a pooler that ends with the test, and returns what a server and the doctor say of it. */
async function triedWith(program: string, settings: Record<string, string>, users = '') {
  const [postgres] = pair.ports
  const pooler = await startPgBouncer(program, { postgres, settings, users })
  onTestFinished(pooler.stop)
  const environment = { DATABASE_POOL_URL: poolUrlOf([pooler]) }
  const started = portal.processes.run({ ...portal.settings, ...environment })
  // A server that does not refuse would run on.
  const late = setTimeout(() => started.child.kill('SIGKILL'), 15_000)
  const server = await started.ended
  clearTimeout(late)
  const doctor = await portal.command(['doctor'], { environment })
  return { server, doctor: /^\w+ +pooler +.*$/m.exec(doctor.output)?.[0] }
}

describe('A pooler that cannot be used is refused with what is to be mended', () => {
  test.skipIf(!usable).each([
    ['keeps no named statements', { max_prepared_statements: '0' }, /max_prepared_statements above 0/],
    ['gives a session to a statement', { pool_mode: 'statement' }, /pool_mode to transaction/],
    ['has one session', { default_pool_size: '1' }, /default_pool_size to 2/],
    [
      'does not know the roles',
      { auth_query: "select 'x', 'y' where $1 = 'x'" },
      /let it know .* the roles of the portal/,
    ],
  ] as const)('that %s', async (_, settings, mend) => {
    await portal.command(['migrate'])
    const { server, doctor } = await triedWith(usable ?? '', settings)
    expect(server).toMatchObject({ code: 1, output: expect.stringMatching(mend) })
    expect(doctor).toMatch(/^bad/)
    expect(doctor).toMatch(mend)
  })

  test.skipIf(!tooOld)('that is older than PgBouncer 1.21', async () => {
    await portal.command(['migrate'])
    const unknown = { auth_dbname: '', auth_user: '', auth_query: '', max_prepared_statements: '' }
    const { server, doctor } = await triedWith(tooOld ?? '', unknown, await rolesFor(pair.superuserUrl))
    expect(server).toMatchObject({ code: 1, output: expect.stringMatching(/PgBouncer 1\.21 or later/) })
    expect(doctor).toMatch(/^bad/)
  })
})

if (usable !== undefined) {
  const poolers = await Promise.all(pair.ports.map((postgres) => startPgBouncer(usable, { postgres })))
  afterAll(async () => void (await Promise.all(poolers.map((pooler) => pooler.stop()))))
  const settings = { DATABASE_URL: pair.ownerUrl, DATABASE_POOL_URL: poolUrlOf(poolers) }
  testCluster('PgBouncer', pair, serversOn(settings))
}
