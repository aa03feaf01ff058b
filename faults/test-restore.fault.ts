import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testCommands } from '#server/testing/command.ts'

const root = await mkdtemp(join(tmpdir(), 'portal-test-restore-'))
afterAll(() => rm(root, { recursive: true, force: true }))
const { run: portal } = testCommands({ DATA_DIR: join(root, 'data'), DEMO: 'off' })
const [backup, broken, room] = ['backup', 'broken', 'room'].map((name) => join(root, name)) as [string, string, string]

test('whether a backup can be restored is tried out, what has changed since is said, and nothing is left behind', async () => {
  const isEmptied = async () => expect(await readdir(room)).toEqual([])
  await mkdir(room)
  expect(await portal(['key', 'create', '--name', 'ERP'])).toMatchObject({ code: 0 })
  expect(await portal(['backup', backup])).toMatchObject({ code: 0 })
  const before = await portal(['test-restore', backup, '--in', room])
  expect(before).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The backup can be restored: [\d,]+ rows in \d+ tables were read/),
  })
  expect(before.out).not.toContain('api_keys')
  await isEmptied()
  await portal(['key', 'create', '--name', 'Shop'])
  expect((await portal(['test-restore', backup, '--in', room])).out).toMatch(/api_keys: 1, now 2$/m)

  await cp(backup, broken, { recursive: true })
  await writeFile(join(broken, 'token-secret'), 'another')
  expect(await portal(['test-restore', broken, '--in', room])).toMatchObject({
    code: 1,
    err: expect.stringContaining('token-secret is not what was saved'),
  })
  await isEmptied()
}, 120_000)
