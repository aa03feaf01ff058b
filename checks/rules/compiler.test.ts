import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { withTemporaryProject } from './temporary-project.ts'

const root = resolve(import.meta.dirname, '../..')
const run = (folder: string, program: string, ...args: string[]) => {
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
  })
  return { stdout, stderr }
}

/** Writes a project with planted faults, under our own settings and our own installed packages. */
const withProjectSettings = <T>(
  files: Record<string, string>,
  settings: string[],
  inspectFolder: (folder: string) => T,
) =>
  withTemporaryProject({ 'package.json': '{ "type": "module" }\n', ...files }, (folder) => {
    for (const path of settings) {
      mkdirSync(join(folder, path, '..'), { recursive: true })
      copyFileSync(join(root, path), join(folder, path))
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    return inspectFolder(folder)
  })

const typeErrors = (layer: string, files: Record<string, string>) =>
  withProjectSettings(files, ['tsconfig.json', `${layer}/tsconfig.json`], (folder) => {
    const { stdout } = run(
      folder,
      'typescript-native/bin/tsc',
      '-p',
      layer,
      '--incremental',
      'false',
      '--tsBuildInfoFile',
      'null',
    )
    const faultyFiles = [...stdout.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map((match) => match[1]?.split('/').pop())
    return [...new Set(faultyFiles)].sort()
  })

describe('a type error is caught in its layer', { timeout: 60_000 }, () => {
  test('the contract knows neither browser nor Node', async () => {
    const files = {
      'contract/browser.ts': 'export const title = document.title\n',
      'contract/node.ts': 'export const folder = process.cwd()\n',
      'contract/right.ts': 'export const one = 1\n',
    }
    expect(await typeErrors('contract', files)).toEqual(['browser.ts', 'node.ts'])
  })

  test('the server knows Node and no browser', async () => {
    const files = {
      'server/browser.ts': 'export const title = document.title\n',
      'server/right.ts': 'export const folder = process.cwd()\n',
    }
    expect(await typeErrors('server', files)).toEqual(['browser.ts'])
  })

  test('the web knows the browser and no Node', async () => {
    const files = {
      'web/node.ts': 'export const folder = process.cwd()\n',
      'web/right.ts': 'export const title = document.title\n',
    }
    expect(await typeErrors('web', files)).toEqual(['node.ts'])
  })

  test('what Node cannot strip, what may be absent and what is only a type', async () => {
    const files = {
      'database/absent.ts': 'export const first = (list: string[]): string => list[0]\n',
      'database/enum.ts': 'export enum Kind { item }\n',
      'database/optional.ts': 'export const party: { name?: string } = { name: undefined }\n',
      'database/property.ts': 'export class Pool { constructor(readonly size: number) {} }\n',
      'database/right.ts': "import type { Row } from './row.ts'\nexport const row: Row = { id: '1' }\n",
      'database/row.ts': 'export type Row = { id: string }\n',
      'database/type.ts': "import { Row } from './row.ts'\nexport const row: Row = { id: '1' }\n",
      'database/untyped.ts': 'export const first = (list) => list\n',
    }
    const expected = ['absent.ts', 'enum.ts', 'optional.ts', 'property.ts', 'type.ts', 'untyped.ts']
    expect(await typeErrors('database', files)).toEqual(expected)
  })
})

type Report = { diagnostics: { category: string; location: { path: string } }[] }

const lintErrors = (files: Record<string, string>) =>
  withProjectSettings(files, ['biome.json', '.gitignore'], (folder) => {
    const { stdout } = run(
      folder,
      '@biomejs/biome/bin/biome',
      'ci',
      '--colors=off',
      '--reporter=json',
      '--max-diagnostics=none',
    )
    const { diagnostics } = JSON.parse(stdout) as Report
    return diagnostics.map(({ category, location }) => `${location.path}: ${category.split('/').pop()}`).sort()
  })

describe('a broken rule of format and lint is caught', { timeout: 60_000 }, () => {
  const violations: [path: string, text: string, rule: string][] = [
    ['server/any.ts', 'export const first = (list: any) => list.length\n', 'noExplicitAny'],
    ['server/badName.ts', 'export const one = 1\n', 'useFilenamingConvention'],
    ['server/barrel.ts', "export * from './one.ts'\n", 'noReExportAll'],
    ['server/console.ts', "console.log('here')\n", 'noConsole'],
    ['server/default.ts', 'export default function one() {}\n', 'noDefaultExport'],
    [
      'server/floating.ts',
      "const save = async () => 'saved'\nexport const leave = () => {\n  save()\n}\n",
      'noFloatingPromises',
    ],
    ['server/format.ts', 'export const text = "double";\n', 'format'],
    ['server/search/console.ts', "console.log('here')\n", 'noConsole'],
    ['server/unused.ts', "import { one } from './one.ts'\n\nexport const two = 2\n", 'noUnusedImports'],
    ['server/value.ts', 'const two = 2\nexport const three = 3\n', 'noUnusedVariables'],
    ['server/focus.test.ts', "import { test } from 'vitest'\n\ntest.only('one', () => undefined)\n", 'noFocusedTests'],
    [
      'web/Danger.tsx',
      'export const Danger = () => <p dangerouslySetInnerHTML={{ __html: name }} />\n',
      'noDangerouslySetInnerHtml',
    ],
    ['web/Picture.tsx', 'export const Picture = () => <img src="/a.png" />\n', 'useAltText'],
    ['web/Press.tsx', 'export const Press = () => <button>Go</button>\n', 'useButtonType'],
  ]

  test('each planted violation is named', async () => {
    const files = Object.fromEntries(violations.map(([path, text]) => [path, text]))
    const errors = await lintErrors({ ...files, 'server/one.ts': 'export const one = 1\n' })
    for (const [path, , rule] of violations) expect(errors).toContain(`${path}: ${rule}`)
    expect(errors.filter((error) => error.startsWith('server/one.ts'))).toEqual([])
  })
})

describe('code that nobody uses is caught', { timeout: 60_000 }, () => {
  test('a file, an export and a package', async () => {
    const files = {
      'package.json': '{ "name": "planted", "type": "module", "dependencies": { "pg": "8.23.1" } }\n',
      'server/alone.ts': 'export const one = 1\n',
      'server/main.ts': "import { two } from './used.ts'\n\nprocess.exitCode = two\n",
      'server/used.ts': 'export const two = 2\nexport const three = 3\n',
    }
    const output = await withProjectSettings(files, ['knip.json', 'tsconfig.json'], (folder) => {
      return run(folder, 'knip/bin/knip.js', '--no-progress', '--no-config-hints', '--reporter', 'compact').stdout
    })
    expect(output).toMatch(/server\/alone\.ts/)
    expect(output).toMatch(/server\/used\.ts: three/)
    expect(output).toMatch(/package\.json: pg/)
    expect(output).not.toMatch(/main\.ts|two/)
  })
})
