import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { passphrase, testPortal } from '../testing.ts'
import { inTurn, tellApart, timeOf } from '../testing-timing.ts'
import { hashPassword } from './passwords.ts'

const portal = await testPortal()
const { owner } = portal.database
await owner.query(`insert into accounts (account_id, number, name) values (gen_random_uuid(), 'A-1', 'One')`)
await portal.signIn('known@example.com', 'A-1')
await portal.signIn('disabled@example.com', 'A-1')
await owner.query(`update users set disabled_at = now() where email = 'disabled@example.com'`)

/** A sign-in with this password, without what earlier tries have left. */
async function trying(email: string, password: string): Promise<number> {
  await owner.query('delete from throttle_buckets')
  return timeOf(() => portal.call('POST', '/auth/login', { body: { email, password } }))
}
const wrong = 'not the right passphrase'

const hashes: number[] = []
for (let round = 0; round < 20; round++) hashes.push(await timeOf(() => hashPassword(wrong, randomBytes)))
const work = Math.min(...hashes)
const least = work / 10

describe('How long a sign-in that fails takes', () => {
  test('tells nothing of whether the e-mail is known: 200 tries of each, which would show a hash that is left out', async () => {
    const [known, unknown] = await inTurn(
      200,
      () => trying('known@example.com', wrong),
      () => trying('nobody@example.com', wrong),
    )
    expect(tellApart(known, unknown, least)).toBe(false)
    // The same measurement, had the unknown been answered without the work: this test would have failed.
    const hasty = unknown.map((taken) => taken - work)
    expect(tellApart(known, hasty, least)).toBe(true)
  }, 120_000)

  test('tells nothing of whether the person is disabled, and has the right password', async () => {
    const [disabled, unknown] = await inTurn(
      60,
      () => trying('disabled@example.com', passphrase),
      () => trying('nobody@example.com', passphrase),
    )
    expect(tellApart(disabled, unknown, least)).toBe(false)
  }, 60_000)
})
