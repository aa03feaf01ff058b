import { describe, expect, test } from 'vitest'
import { deadPaths, deadSections, malformedDecisions } from './docs.ts'
import {
  addChecksums,
  completeLock,
  missingFromLock,
  pinnedToRegistry,
  uncheckedPackages,
  unpinned,
} from './lockfile.ts'
import { settingsInCode, settingsInReadme } from './settings.ts'

describe('a path in the documentation that leads nowhere is caught', () => {
  const paths = ['README.md', 'docs/operating.md', 'docs/decisions/0001-one.md', 'server/http/viewer.ts', 'LICENSE']
  const dead = (text: string, path = 'README.md') => deadPaths([{ path, text }], paths)

  test.for([
    '`server/http/gone.ts`',
    '`server/gone/`',
    'see [operating](docs/gone.md)',
    'see [operating](docs/gone.md#start)',
    '![the list](docs/list.png)',
    '<img src="docs/list.png">',
  ])('%s', (text) => {
    expect(dead(text)).toHaveLength(1)
  })

  test('paths that exist, addresses, routes, media types and commands pass', () => {
    const text = `\`server/http/viewer.ts\`, \`server/http\`, \`docs/\`, [operating](docs/operating.md#start), [LICENSE](LICENSE),
      [site](https://example.com/a.ts), [above](#above), \`/api/docs\`, \`application/json\`, \`npm start\`, \`.data/outbox/1.json\``
    expect(dead(text)).toEqual([])
  })

  test('links of a page in a folder start at that folder', () => {
    expect(dead('[one](decisions/0001-one.md), [licence](../LICENSE)', 'docs/operating.md')).toEqual([])
    expect(dead('[one](docs/decisions/0001-one.md)', 'docs/operating.md')).toHaveLength(1)
  })
})

test('a link to a section that its page does not have is caught', () => {
  const page = { path: 'docs/a.md', text: '# One\n\n## `TOKEN_SECRET` is lost, [here](b.md)\n\n```\n# none\n```' }
  const dead = (text: string) => deadSections([page, { path: 'docs/b/c.md', text: `# C\n\n${text}` }])
  expect(dead('[a](../a.md#one), [b](../a.md#token_secret-is-lost-here), [c](#c), [d](https://a.example/#x)')).toEqual(
    [],
  )
  expect(dead('[a](../a.md#none), [b](#d)')).toHaveLength(2)
})

describe('a setting that only code or only the README knows is caught', () => {
  test('names are read from keys, strings and members of the configuration', () => {
    const code = "const a = { PORT: 1 }\nconst b = read('DATA_DIR')\nconst c = env.SMTP_URL\nconst D = 'no'"
    expect(settingsInCode(code)).toEqual(['DATA_DIR', 'PORT', 'SMTP_URL'])
  })

  test('names are read from the first cells of tables', () => {
    const readme =
      '| Variable | Meaning |\n|---|---|\n| `PORT` | beside `HOST` |\n| `LINK_1`, `LINK_2` | links |\n\n`OTHER`'
    expect(settingsInReadme(readme)).toEqual(['LINK_1', 'LINK_2', 'PORT'])
  })
})

describe('a dependency that would install differently elsewhere is caught', () => {
  test('a lock file that names a registry', () => {
    const lock = (entry: object) => JSON.stringify({ packages: { '': {}, 'node_modules/pg': entry } })
    expect(pinnedToRegistry(lock({ version: '8.0.0', resolved: 'https://registry.example/pg.tgz' }))).toEqual([
      'node_modules/pg',
    ])
    expect(pinnedToRegistry(lock({ version: '8.0.0', integrity: 'sha512-x' }))).toEqual([])
  })

  test('a package of another platform that is missing, which gets an entry by its name', () => {
    const packages = {
      'node_modules/tool': {
        version: '1.0.0',
        dev: true,
        optionalDependencies: {
          '@tool/linux-x64-musl': '1.0.0',
          'tool-win-arm64': '1.0.0',
          'tool-darwin-x64': '1.0.0',
        },
      },
      'node_modules/tool/node_modules/tool-darwin-x64': { version: '1.0.0' },
    }
    const incomplete = JSON.stringify({ packages })
    expect(missingFromLock(incomplete)).toEqual(['@tool/linux-x64-musl@1.0.0', 'tool-win-arm64@1.0.0'])
    const complete = completeLock(incomplete)
    expect(missingFromLock(complete)).toEqual([])
    expect(JSON.parse(complete).packages).toMatchObject({
      'node_modules/@tool/linux-x64-musl': { dev: true, optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
      'node_modules/tool-win-arm64': { version: '1.0.0', os: ['win32'], cpu: ['arm64'] },
    })
  })

  test('a package without a checksum, unless it is an optional one of another platform', () => {
    const entry = { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] }
    const lock = (more: object) => JSON.stringify({ packages: { '': {}, 'node_modules/a': { ...entry, ...more } } })
    expect(uncheckedPackages(lock({}))).toEqual([])
    expect(uncheckedPackages(lock({ os: ['linux'], cpu: ['x64'], libc: ['musl'] }))).toEqual([])
    expect(uncheckedPackages(lock({ optional: false }))).toEqual(['node_modules/a'])
    expect(uncheckedPackages(lock({ os: ['linux'], cpu: ['x64'] }))).toEqual(['node_modules/a'])
    expect(uncheckedPackages(lock({ os: ['linux'], cpu: ['x64'], integrity: 'sha512-x' }))).toEqual([])
  })

  test('a missing checksum, which is filled in as soon as the registry in use has the package', () => {
    const packages = {
      '': {},
      'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
      'node_modules/a/node_modules/@b/c': { version: '2.0.0', optional: true, os: ['win32'] },
      'node_modules/d': { version: '3.0.0', optional: true, os: ['darwin'] },
    }
    const registry: Record<string, string> = { 'a@1.0.0': 'sha512-other', '@b/c@2.0.0': 'sha512-c' }
    const { lockfile, missing } = addChecksums(
      JSON.stringify({ packages }),
      (name, version) => registry[`${name}@${version}`],
    )
    expect(missing).toEqual(['d@3.0.0'])
    expect(JSON.parse(lockfile)).toEqual({
      packages: {
        ...packages,
        'node_modules/a/node_modules/@b/c': { version: '2.0.0', integrity: 'sha512-c', optional: true, os: ['win32'] },
      },
    })
  })

  test('a package that every platform needs is never made up', () => {
    const lock = JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0', dependencies: { b: '^1.0.0' } } } })
    expect(missingFromLock(lock)).toEqual(['b@^1.0.0'])
    expect(() => completeLock(lock)).toThrow('b is needed')
  })

  test('a range instead of a version', () => {
    const manifest = {
      dependencies: { pg: '^8.0.0', a: '1.0.0' },
      devDependencies: { b: 'latest', c: '1.0.0-beta.17', d: 'npm:@b/c@1.0.0', e: 'npm:c@1' },
    }
    expect(unpinned(JSON.stringify(manifest))).toEqual(['pg@^8.0.0', 'b@latest', 'e@npm:c@1'])
  })
})

describe('a decision is caught', () => {
  const of = (name: string, ...lines: string[]) => ({ path: `docs/decisions/${name}.md`, text: lines.join('\n') })
  const accepted = 'Date: 2026-01-31 · Status: accepted'
  const first = of('0001-one', '# 1. One', '', accepted)
  const replaced = of('0001-one', '# 1. One', '', 'Date: 2026-01-31 · Status: superseded by [3](0003-three.md)')

  test('that has the number of another, in its name or in its title', () => {
    expect(malformedDecisions([first, of('0003-three', '# 3. Three', '', accepted)])).toEqual([])
    expect(malformedDecisions([first, of('0001-two', '# 1. Two', '', accepted)])).toHaveLength(2)
    expect(malformedDecisions([of('0002-two', '# 1. Two', '', accepted)])).toHaveLength(1)
  })

  test('that does not say when it was made, whether it holds, or what holds instead', () => {
    expect(malformedDecisions([of('0002-two', '# 2. Two', '', 'We decide.')])).toHaveLength(1)
    expect(malformedDecisions([of('0002-two', '# 2. Two', '', accepted.replace('accepted', 'open'))])).toHaveLength(1)
    const second = of('0003-three', '# 3. Three', '', `${accepted} · Supersedes: [1](0001-one.md)`)
    expect(malformedDecisions([replaced, second])).toEqual([])
    expect(malformedDecisions([replaced])).toHaveLength(1)
  })
})
