import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { testPortal, tokenIn, tokenSecret } from '../testing/portal.ts'
import { auditCommand } from './audit.ts'
import type { Command, Context } from './command.ts'
import { mailCommands } from './mails.ts'
import { registrationCommands } from './registrations.ts'
import { userCommands } from './users.ts'

const portal = await testPortal('2026-03-10T09:00:00Z', { mode: 'request' })
const lines: string[] = []
const context: Context = {
  config: readConfig({ BRAND_NAME: 'The supplier' }),
  open: async () => ({ database: { urls: portal.database.urls } as never, pools: portal.database.pools }),
  secrets: () => [tokenSecret],
  out: (line) => lines.push(line),
  progress: () => undefined,
  ifInterrupted: () => () => undefined,
  input: async () => '',
  clock: () => new Date('2026-03-10T09:00:00Z'),
  newId: () => randomUUIDv7(),
  random: randomBytes,
  interactive: false,
}
const commands: readonly Command[] = [...registrationCommands, ...mailCommands, ...userCommands, auditCommand]

/** Runs a command and returns what it printed. */
async function run(name: string, values: Record<string, string> = {}, ...positionals: string[]): Promise<string> {
  const command = commands.find((candidate) => candidate.name === name)
  if (!command) throw new Error(`There is no command ${name}`)
  const defaults = Object.entries(command.options ?? {}).flatMap(([option, { default: standard }]) =>
    typeof standard === 'string' ? [[option, standard]] : [],
  )
  lines.length = 0
  await command.run(context, { positionals, values: { ...Object.fromEntries(defaults), ...values } })
  return lines.join('\n')
}
const ask = (body: object) =>
  portal.call('POST', '/auth/registration', {
    body: { name: 'Cleo', customerNumber: 'A-1', documentNumber: 'SO-1', ...body },
  })

test('the operator sees each person who asks and what proves it, lets one in and turns another down', async () => {
  await portal.ingest({ type: 'orders', number: 'SO-1', account: 'A-1', accountName: 'Better Bikes' })
  expect(await run('registration list')).toBe('Nobody waits for an answer.')
  await ask({ email: 'cleo@example.com' })
  await ask({ email: 'eve@example.com', name: 'Eve\u001b[2J', documentNumber: 'SO-9' })
  const list = await run('registration list')
  expect(list).toMatch(/cleo@example\.com .*A-1 \(Better Bikes\) +proven by SO-1 \(orders\)/)
  expect(list).toMatch(/eve@example\.com .*NOT PROVEN: no document SO-9/)
  expect(list).not.toContain('\u001b')
  const idOf = (email: string) =>
    list
      .split('\n')
      .find((line) => line.includes(email))
      ?.split(' ')[0] ?? ''
  expect(await run('registration reject', {}, idOf('eve@example.com'))).toContain('eve@example.com')
  expect(await run('registration approve', { role: 'buyer' }, idOf('cleo@example.com'))).toContain('cleo@example.com')
  await expect(run('registration approve', {}, idOf('cleo@example.com'))).rejects.toThrow(/answered already/)
  await expect(run('registration approve', { role: 'king' }, 'x')).rejects.toThrow(/no role "king"/)
  expect(await run('mail list')).toMatch(/invitation +cleo@example\.com +waiting after 0 tries/)
  const [mail, ...others] = await portal.mails()
  expect(others).toEqual([])
  expect(mail?.text).toContain('The supplier invites you')
  const invitation = await portal.call('POST', '/auth/invitation', { body: { token: tokenIn(mail) } })
  expect(invitation.body).toMatchObject({ account: 'Better Bikes', name: 'Cleo', known: false })
  expect(await run('mail list')).toBe('All mails have left.')
  expect(await run('mail retry')).toBe('No mail was given up.')
  await expect(run('mail retry', { id: randomUUID() })).rejects.toThrow(/No such mail was given up/)
  const audit = await run('audit', { account: 'A-1', since: '2026-03-10' })
  expect(audit.split('\n').map((line) => line.split(/ {2,}/)[1])).toEqual(['registration_approved', 'invited'])
  await expect(run('audit', { since: 'yesterday' })).rejects.toThrow(/is no date/)
  expect(await run('audit', { since: '2026-03-11' })).toBe('There is no such entry.')
})

test('the operator invites a person into an account', async () => {
  await run('user invite', { email: 'Dora@Example.com', account: 'A-1', role: 'finance', name: 'Dora' })
  const [mail] = await portal.mails()
  expect(mail?.to).toEqual({ name: 'Dora', address: 'dora@example.com' })
  await expect(run('user invite', { email: 'x@example.com', account: 'A-99' })).rejects.toThrow(
    /no account with the number "A-99"/,
  )
})
