import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { withTemporaryProject } from '../rules/temporary-project.ts'

const root = resolve(import.meta.dirname, '../..')
const file = (name: string) => readFileSync(join(root, name), 'utf8')

const lock = {
  packages: {
    '': {},
    'node_modules/server': { version: '2.0.0' },
    'node_modules/tester': { version: '1.0.0', dev: true },
    'node_modules/binary-of-another-system': { version: '1.0.0', optional: true },
  },
}
type Installed = Record<string, { version: string }>
const server = { 'node_modules/server': { version: '2.0.0' } }
const tester = { 'node_modules/tester': { version: '1.0.0' } }

/** What run.mjs asks npm for when a command is called beside these packages; nothing when it asks for nothing. */
const requestOf = async (command: string, installed: Installed): Promise<string> => {
  const files = {
    'run.mjs': file('run.mjs'),
    'supervise.mjs': file('supervise.mjs'),
    'package-lock.json': JSON.stringify(lock),
    'node_modules/.package-lock.json': JSON.stringify({ packages: installed }),
    'web/main.tsx': '',
    'server/cli.ts': '',
    'checks/test.ts': '',
    'npm.js': 'console.error("npm", ...process.argv.slice(2)); process.exit(1)',
  }
  const output = await withTemporaryProject(files, (folder) => {
    const env = { ...process.env, npm_execpath: join(folder, 'npm.js') }
    return spawnSync(process.execPath, [join(folder, 'run.mjs'), command], { env, encoding: 'utf8' }).stderr
  })
  return /^npm ([\w-]+(?: --no-save)? --[a-z]+=dev)/m.exec(output)?.[1] ?? ''
}

test.for<[what: string, command: string, installed: Installed, request: string]>([
  ['a fresh clone gets what the lock file says, without the tools for tests', 'portal', {}, 'ci --omit=dev'],
  ['the tests of a fresh clone get their tools, too', 'test', {}, 'ci --include=dev'],
  ['tools are added beside a portal that may be running', 'test', server, 'install --no-save --include=dev'],
  [
    'another version than the lock file’s is replaced',
    'portal',
    { 'node_modules/server': { version: '1.0.0' } },
    'ci --omit=dev',
  ],
  ['what is there is not installed again', 'portal', server, ''],
  ['tools that are there harm no portal', 'portal', { ...server, ...tester }, ''],
  ['nor are they installed again', 'test', { ...server, ...tester }, ''],
])('%s', async ([, command, installed, request]) => {
  expect(await requestOf(command, installed)).toBe(request)
})

test('a release says that it has no tests in it', async () => {
  await withTemporaryProject({ 'run.mjs': file('run.mjs'), 'supervise.mjs': file('supervise.mjs') }, (folder) => {
    const { status, stderr } = spawnSync(process.execPath, [join(folder, 'run.mjs'), 'test'], { encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toContain('This is a release')
  })
})
