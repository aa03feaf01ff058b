import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { tokenSecret } from '../testing/portal.ts'
import { signInTests } from '../testing/sign-in.ts'
import { auditCommand } from './audit.ts'
import type { Command, Context } from './command.ts'
import { requireSecondFactorCommand, resetSecondFactorsCommand } from './second-factors.ts'

const { portal, database, browser, person, mailedCode, now } = await signInTests()
const lines: string[] = []
const context: Context = {
  config: readConfig({}),
  open: async () => ({ database: { urls: database.urls } as never, pools: database.pools }),
  secrets: () => [tokenSecret],
  out: (line) => lines.push(line),
  progress: () => undefined,
  ifInterrupted: () => () => undefined,
  input: async () => '',
  clock: () => new Date(now()),
  newId: () => randomUUIDv7(),
  random: randomBytes,
  interactive: false,
}

async function run(command: Command, ...positionals: string[]): Promise<string> {
  lines.length = 0
  await command.run(context, { positionals, values: { limit: '200' } })
  return lines.join('\n')
}

beforeEach(() => portal.mails())

test('the operator has an account ask for a second factor, and no longer', async () => {
  const ada = browser(await person())
  await ada.signIn()
  expect(await run(requireSecondFactorCommand, 'C-1', 'on')).toBe(
    'C-1 asks its members for a second factor; 1 session without one has ended.',
  )
  expect((await ada.call('POST', '/auth/refresh')).status).toBe(401)
  expect((await ada.signIn()).body).toMatchObject({ TwoFactor: true, enrols: true })
  expect(await run(requireSecondFactorCommand, 'C-1', 'off')).toBe(
    'C-1 no longer asks its members for a second factor.',
  )
  expect((await ada.signIn()).body).toEqual(expect.any(String))
  await expect(run(requireSecondFactorCommand, 'C-1', 'perhaps')).rejects.toThrow('Say on or off, not "perhaps".')
  await expect(run(requireSecondFactorCommand, 'X-9', 'on')).rejects.toThrow('no account with the number "X-9"')
})

test('the operator takes lost second factors away, which is recorded and told to the person', async () => {
  const ada = browser(await person())
  await ada.signIn()
  await ada.call('POST', '/profile/secondFactor/email')
  await ada.call('PUT', '/profile/secondFactor/email', { code: await mailedCode() })
  expect((await ada.signIn()).body).toMatchObject({ TwoFactor: true })
  await portal.mails()
  expect(await run(resetSecondFactorsCommand, ada.person.email)).toContain('has no second factor any more')
  expect((await ada.signIn()).body).toEqual(expect.any(String))
  expect((await portal.mails()).map(({ to }) => to.address)).toEqual([ada.person.email])
  expect(await run(auditCommand)).toMatch(/second_factors_reset .*factors=1/)
})
