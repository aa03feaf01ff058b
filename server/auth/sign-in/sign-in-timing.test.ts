import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { passphrase, testPortal } from '#server/testing/portal.ts'
import { areDistinguishable, measureAlternately, timeOf } from '#server/testing/timing.ts'
import { hashPassword, standardCost } from '../passwords/passwords.ts'

const portal = await testPortal(undefined, { hashCost: standardCost })
const { owner } = portal.database
await owner.query(`insert into accounts (account_id, number, name) values (gen_random_uuid(), 'A-1', 'One')`)
await portal.signIn('known@example.com', 'A-1')
await portal.signIn('disabled@example.com', 'A-1')
await owner.query(`update users set disabled_at = now() where email = 'disabled@example.com'`)

/** Milliseconds of a sign-in with this password, without the throttling of earlier tries. */
async function timedSignIn(email: string, password: string): Promise<number> {
  await owner.query('delete from throttle_buckets')
  return timeOf(() => portal.call('POST', '/auth/login', { body: { email, password } }))
}
const wrong = 'not the right passphrase'

/** Milliseconds of hashing a password now, measured beside the tries, because a busy machine slows both. */
const timedHash = () => timeOf(() => hashPassword(wrong, randomBytes))
const tenthOf = (times: readonly number[]) => Math.min(...times) / 10

/**
 * TRIES=200 makes it a long test. Otherwise few tries suffice; where these differ, it may be by chance, and more decide:
 * of 24, 80 and 160 tries whose times do not differ, the ranks differ as much once in 13, in 950 and in 290,000 runs.
 */
const stages = process.env.TRIES === undefined ? [24, 80, 160] : [Number(process.env.TRIES)]

describe('How long a sign-in that fails takes', () => {
  test('tells nothing of whether the e-mail is known, tried often enough to show a hash that is left out', {
    timeout: 180_000,
  }, async () => {
    let isTold = true
    for (const tries of stages) {
      const work: number[] = []
      const [known, unknown] = await measureAlternately(
        tries,
        () => timedSignIn('known@example.com', wrong),
        async () => {
          work.push(await timedHash())
          return timedSignIn('nobody@example.com', wrong)
        },
      )
      // The same times minus the hash's, as if unknown e-mails skipped the work: the test must tell them apart.
      const hasty = unknown.map((taken, round) => taken - (work[round] ?? 0))
      expect(areDistinguishable(known, hasty, tenthOf(work))).toBe(true)
      isTold = areDistinguishable(known, unknown, tenthOf(work))
      if (!isTold) break
    }
    expect(isTold).toBe(false)
  })

  test('tells nothing of whether the person is disabled, and has the right password', {
    timeout: 180_000,
  }, async () => {
    let isTold = true
    for (const tries of stages) {
      const work: number[] = []
      const [disabled, unknown] = await measureAlternately(
        tries,
        () => timedSignIn('disabled@example.com', passphrase),
        async () => {
          work.push(await timedHash())
          return timedSignIn('nobody@example.com', passphrase)
        },
      )
      isTold = areDistinguishable(disabled, unknown, tenthOf(work))
      if (!isTold) break
    }
    expect(isTold).toBe(false)
  })
})
