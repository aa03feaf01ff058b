import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { passphrase, testPortal } from '../testing.ts'
import { inTurn, shareLonger, timeOf } from '../testing-timing.ts'
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

describe('How long a sign-in that fails takes', () => {
  test('tells nothing of whether the e-mail is known: 200 tries of each, which would show a hash that is left out', async () => {
    const [known, unknown] = await inTurn(
      200,
      () => trying('known@example.com', wrong),
      (round) => trying(`nobody-${round}@example.com`, wrong),
    )
    const share = shareLonger(known, unknown)
    expect(share).toBeGreaterThan(0.36)
    expect(share).toBeLessThan(0.64)
    // The same measurement, had the unknown been answered without the work: this test would have failed.
    const work = (
      await inTurn(
        20,
        () => timeOf(() => hashPassword(wrong, randomBytes)),
        async () => 0,
      )
    )[0]
    const shortest = Math.min(...work)
    expect(
      shareLonger(
        known,
        unknown.map((taken) => taken - shortest),
      ),
    ).toBeGreaterThan(0.64)
  }, 120_000)

  test('tells nothing of whether the person is disabled, and has the right password', async () => {
    const [disabled, unknown] = await inTurn(
      60,
      () => trying('disabled@example.com', passphrase),
      (round) => trying(`nobody-${round}@example.com`, passphrase),
    )
    const share = shareLonger(disabled, unknown)
    expect(share).toBeGreaterThan(0.25)
    expect(share).toBeLessThan(0.75)
  }, 60_000)
})
