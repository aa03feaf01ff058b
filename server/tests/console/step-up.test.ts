import { describe, expect, test } from 'vitest'
import { consoleEndpoints } from '#contract/console/endpoints.ts'
import { staffProofMinutes } from '#contract/console/staff.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { codeNow } from '#server/auth/factors/totp.ts'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

/* What is dangerous is said by its endpoint alone: each that says so is tried here, and each that does not. */
let now = Date.parse('2026-03-02T08:00:00Z')
const portal = await testPortal('2026-03-02T08:00:00Z')
const desk = consoleOf(portal, () => new Date(now))
const wait = (seconds: number) => {
  now += seconds * 1000
  portal.setTime(new Date(now).toISOString())
}
const owner = await desk.join('owner@supplier.example', 'owner')

const ofStaff = consoleEndpoints.filter(({ access }) => access === 'staff')
const dangerous = ofStaff.filter(({ proof }) => proof)
const absentId = '018f0000-0000-7000-8000-00000000ffff'
const send = ({ method, path }: Endpoint) =>
  desk.call(method, path.replace('/console', '').replace(/:\w+/g, absentId), {
    cookie: owner.cookie,
    ...(method === 'GET' ? {} : { body: {} }),
  })

describe('A member of staff whose factor is old', () => {
  test('is asked for one before what is dangerous', () => {
    expect(dangerous.map(({ name }) => name).toSorted()).toEqual([
      'addStaffPasskey',
      'beginStaffPasskey',
      'changePerson',
      'changeStaff',
      'createKey',
      'erasePersonForGood',
      'inviteStaff',
      'makeBackup',
      'mergeCustomer',
      'removeStaffPasskey',
      'resetPersonFactors',
      'rotateKey',
      'startViewing',
    ])
  })

  test.each(dangerous.map((endpoint) => [endpoint.name, endpoint] as const))(
    'does not get to %s before they have shown one, and does after',
    async (_, endpoint) => {
      wait(staffProofMinutes * 60 + 1)
      const refused = await send(endpoint)
      expect([refused.status, refused.body.code]).toEqual([403, 'proof_needed'])
      const body = { code: codeNow(owner.secret, new Date(now)) }
      expect((await desk.call('POST', '/proof', { cookie: owner.cookie, body })).status).toBe(200)
      expect((await send(endpoint)).body?.code).not.toBe('proof_needed')
    },
  )

  test.each(
    ofStaff
      // This one ends the session, and what is streamed stays open.
      .filter(({ proof, name, gives }) => !proof && name !== 'signOutOfConsole' && gives !== 'text/event-stream')
      .map((endpoint) => [endpoint.name, endpoint] as const),
  )('gets to %s as before', async (_, endpoint) => {
    wait(120)
    expect((await send(endpoint)).body?.code).not.toBe('proof_needed')
  })
})
