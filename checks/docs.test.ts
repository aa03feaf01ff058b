import { describe, expect, test } from 'vitest'
import { deadPaths, misnumbered } from './docs.ts'
import { pinnedToRegistry, unpinned } from './lockfile.ts'
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

  test('a range instead of a version', () => {
    const manifest = {
      dependencies: { pg: '^8.0.0', a: '1.0.0' },
      devDependencies: { b: 'latest', c: '1.0.0-beta.17', d: 'npm:@b/c@1.0.0', e: 'npm:c@1' },
    }
    expect(unpinned(JSON.stringify(manifest))).toEqual(['pg@^8.0.0', 'b@latest', 'e@npm:c@1'])
  })
})

test('a decision that has the number of another is caught, in its name and in its title', () => {
  const decision = (name: string, title: string) => ({ path: `docs/decisions/${name}.md`, text: `# ${title}\n` })
  expect(misnumbered([decision('0001-one', '1. One'), decision('0002-two', '2. Two')])).toEqual([])
  expect(misnumbered([decision('0001-one', '1. One'), decision('0001-other', '1. Other')])).toHaveLength(1)
  expect(misnumbered([decision('0001-one', '2. One')])).toHaveLength(1)
})
