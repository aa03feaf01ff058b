import { describe, expect, test } from 'vitest'
import { signInTests } from '../testing/sign-in.ts'

const { portal, database, browser, person, setTime } = await signInTests()
const { version } = (await portal.get('/terms')).body as { version: string }

/** A signed-in person who has accepted these versions of the terms. */
async function signedInHavingAccepted(...versions: string[]) {
  const someone = await person()
  for (const accepted of versions) {
    await database.owner.query(
      `insert into terms_acceptances (user_id, version, accepted_at) values ($1, $2, '2025-01-01')`,
      [someone.id, accepted],
    )
  }
  const one = browser(someone)
  await one.signIn()
  return { one, due: async () => (await one.call('GET', '/profile')).body.termsDue as boolean, id: someone.id }
}
const accept = (one: Awaited<ReturnType<typeof signedInHavingAccepted>>['one'], acceptedVersion = version) =>
  one.call('POST', '/profile/terms', { version: acceptedVersion })

describe('The terms', () => {
  test.each<[string, boolean, string[]]>([
    ['have accepted an older version only', true, ['0123456789abcdef']],
    ['have accepted the one of today', false, [version]],
    ['have accepted both', false, ['0123456789abcdef', version]],
    ['were added by the operator and never asked', false, []],
  ])('of today, when they %s: asked is %s', async (_, expected, versions) => {
    expect(await (await signedInHavingAccepted(...versions)).due()).toBe(expected)
  })

  test('are accepted once, with version, time and network, and stand in the audit log', async () => {
    const { one, due, id } = await signedInHavingAccepted('0123456789abcdef')
    setTime(Date.parse('2026-03-01T08:05:00Z'))
    expect((await accept(one)).status).toBe(200)
    expect((await accept(one)).status).toBe(200)
    expect(await due()).toBe(false)
    const { rows } = await database.owner.query(
      'select version, accepted_at, address_prefix from terms_acceptances where user_id = $1 order by accepted_at desc',
      [id],
    )
    expect(rows).toHaveLength(2)
    expect(rows[0]).toEqual({ version, accepted_at: '2026-03-01T08:05:00Z', address_prefix: '127.0.0.0/24' })
    const { rows: entries } = await database.owner.query(
      `select details from audit_log where user_id = $1 and action = 'terms_accepted'`,
      [id],
    )
    expect(entries).toEqual([{ details: { terms: version } }])
  })

  test('of another day are not accepted unread', async () => {
    const { one, due } = await signedInHavingAccepted('0123456789abcdef')
    expect((await accept(one, 'fedcba9876543210')).status).toBe(409)
    expect(await due()).toBe(true)
  })
})
