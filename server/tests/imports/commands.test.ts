import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Context } from '#server/commands/command.ts'
import { fileSourceCommands } from '#server/commands/file-sources.ts'
import { importCommand } from '#server/commands/import.ts'
import { profileCommands } from '#server/commands/profiles.ts'
import { readConfig } from '#server/config.ts'
import { testPortal, tokenSecret } from '#server/testing/portal.ts'

/* Whoever looks after the portal maps a list by commands, looks at it, and takes it in. */

const portal = await testPortal('2026-03-10T09:00:00Z')
const folder = await mkdtemp(join(tmpdir(), 'portal-profiles-'))
afterAll(() => rm(folder, { recursive: true }))
const lines: string[] = []
const context: Context = {
  clock: () => new Date('2026-03-10T09:00:00Z'),
  newId: () => randomUUIDv7(),
  config: readConfig({ DATA_DIR: folder }),
  open: async () => ({ database: { urls: portal.database.urls } as never, pools: portal.database.pools }),
  secrets: () => [tokenSecret],
  out: (line) => lines.push(line),
  progress: () => undefined,
  input: async () => 'from-standard-input\n',
  random: randomBytes,
  ifInterrupted: () => () => undefined,
  interactive: false,
}

async function run(name: string, positionals: string[], values: Record<string, string | boolean> = {}) {
  const command = [...profileCommands, ...fileSourceCommands, importCommand].find(
    (candidate) => candidate.name === name,
  )
  lines.length = 0
  await command?.run(context, { positionals, values })
  return lines.join('\n')
}

const list = join(folder, 'orders.csv')
const profile = join(folder, 'orders.json')
await writeFile(
  list,
  'Order No;Customer No;Order Date;Status;Qty;Description\nA-1;C-1;31.12.2026;Open;2;Wheel\nA-2;C-1;31.12.2026;Lost in space;1;Wheel\nTotal;;;;3;\n',
)

test('A list is guessed, and the file that comes of it is never written over', async () => {
  const shown = await run('profile guess', [list], { out: profile })
  expect(shown).toContain('"31.12.2026": there is no month 31, so the day is first.')
  expect(shown).toContain('Qty → lines.quantity')
  expect(JSON.parse(await readFile(profile, 'utf8'))).toMatchObject({
    name: 'orders',
    tables: [{ skip: [{ begins: [{ column: 'Order No' }, { constant: 'Total' }] }] }],
  })
  await expect(run('profile guess', [list], { out: profile })).rejects.toThrow('EEXIST')
})

test('A test shows what would be taken and what refused, and writes nothing', async () => {
  const test = run('profile test', [profile, list], { documents: '10' })
  await expect(test).rejects.toThrow('Something was refused')
  expect(lines.join('\n')).toContain('"number":"A-1"')
  expect(lines.join('\n')).toMatch(/orders\.csv, row 3, column Status "Lost in space"/)
  expect((await portal.database.owner.query('select from documents')).rowCount).toBe(0)
})

test('It is saved once, exported as it was saved, and listed with the last file it read', async () => {
  expect(await run('profile list', [])).toContain('There is no import profile yet')
  const mapped = JSON.parse(await readFile(profile, 'utf8'))
  mapped.values.statuses['Lost in space'] = 'cancelled'
  await writeFile(profile, JSON.stringify(mapped))
  expect(await run('profile save', [profile])).toBe('orders is saved as version 1.')
  expect(await run('profile save', [profile])).toBe('orders says what version 1 says: nothing to save.')
  expect(JSON.parse(await run('profile export', ['orders']))).toEqual(mapped)
  expect(await run('profile list', [])).toMatch(/orders +version 1 +never used/)
  expect(await run('import', [list], { profile: 'orders', 'dry-run': false })).toContain('orders.csv: ')
  expect(await run('profile list', [])).toMatch(/version 1 +2026-03-10T09:00:00\.000Z: 2 read, 0 refused/)
  const { rows } = await portal.database.owner.query(
    'select way, version, created, files from import_runs where not dry_run',
  )
  expect(rows).toEqual([{ way: 'command', version: 1, created: 2, files: ['orders.csv'] }])
})

test('A profile that cannot be used, or that there is not, is said so with the reason', async () => {
  await writeFile(join(folder, 'wrong.json'), '{"version":1,"name":"x"}')
  await expect(run('profile save', [join(folder, 'wrong.json')])).rejects.toThrow('The profile cannot be used')
  await writeFile(join(folder, 'none.json'), 'no')
  await expect(run('profile save', [join(folder, 'none.json')])).rejects.toThrow('none.json is not JSON')
  await expect(run('profile export', ['nobody'])).rejects.toThrow('There is no import profile "nobody"')
})

test('A source of files is saved, tested, exported without its secret, looked at and deleted', async () => {
  expect(await run('file-source list', [])).toContain('There is no source of files yet')
  const path = join(folder, 'nightly.json')
  const nightly = {
    ...{ name: 'nightly', profile: 'orders', url: 'https://127.0.0.1:1/orders.csv', signIn: 'token' },
    ...{ minutes: 5, isOn: false },
  }
  await writeFile(path, JSON.stringify({ ...nightly, minutes: 0 }))
  await expect(run('file-source save', [path])).rejects.toThrow('nightly.json: /minutes must be >= 1')
  await writeFile(path, JSON.stringify(nightly))
  await expect(run('file-source save', [path])).rejects.toThrow('Enter the password, token or key')
  expect(await run('file-source save', [path], { 'secret-stdin': true })).toBe('nightly is saved.')
  expect(JSON.parse(await run('file-source export', ['nightly']))).toEqual(nightly)
  expect(await run('file-source list', [])).toMatch(/nightly +https +profile orders +off +never looked at/)
  await expect(run('file-source test', ['nightly'])).rejects.toThrow('127.0.0.1 is in a private network')
  expect(await run('file-source look', ['nightly'])).toContain('within ten seconds')
  expect(await run('file-source show', ['nightly'])).toBe('')
  expect(await run('file-source delete', ['nightly'])).toBe('nightly is deleted.')
  await expect(run('file-source delete', ['nightly'])).rejects.toThrow('There is no source of files "nightly"')
})
