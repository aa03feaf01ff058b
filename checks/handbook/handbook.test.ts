import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { projectFiles } from '../rules/project-files.ts'
import { settingsInCode } from '../rules/settings.ts'
import { type PortalCommand, portalCommands, referenceFaults, wrongCalls } from './commands.ts'
import { unknownSettings, unwrittenLines } from './lines.ts'
import { absentTargets, neverNamed, notRun } from './not-run.ts'
import { firstMissing } from './output.ts'
import { commandsIn, handbookOf, stepsOf, unknownBlocks, unnamedPages } from './pages.ts'

const root = resolve(import.meta.dirname, '../..')
const text = (path: string) => readFileSync(join(root, path), 'utf8')
const files = projectFiles(root, /^docs\/operating.*\.md$|^(server|database)\/.*\.ts$|^(run|supervise)\.mjs$/)
const pages = handbookOf(files)
const settings = [
  ...settingsInCode(text('server/config-settings.ts')),
  ...[...text('compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name),
]
let commands: PortalCommand[] = []
beforeAll(async () => {
  commands = await portalCommands()
}, 60_000)

/** A copy of the handbook in which a text is another. */
const planted = (path: string, from: string, to: string) => {
  expect(pages.find((page) => page.path === path)?.text).toContain(from)
  return pages.map((page) => (page.path === path ? { ...page, text: page.text.replace(from, to) } : page))
}

describe('The handbook', () => {
  test('is complete: its first page names every page', () => {
    expect(unnamedPages(files)).toEqual([])
    expect(commandsIn(pages).length).toBeGreaterThan(80)
  })
  test('says of every block whether it holds commands', () => expect(unknownBlocks(pages)).toEqual([]))
  test('has every command of the portal with all its options, and no other', () =>
    expect(referenceFaults(pages, commands)).toEqual([]))
  test('calls the commands of the portal by words and options that they have', () =>
    expect(wrongCalls(pages, commands)).toEqual([]))
  test('names settings that the portal or compose.yaml reads', () =>
    expect(unknownSettings(pages, settings)).toEqual([]))
  test('quotes lines of the log and of doctor that a program writes', () =>
    expect(unwrittenLines(pages, files)).toEqual([]))
  test('has each command that its check does not run, and what these name is there', () => {
    expect(neverNamed(pages)).toEqual([])
    expect(absentTargets()).toEqual([])
  })
})

describe('In a copy of the handbook is noticed', () => {
  test('a command that does not exist, or an option that it does not have', () => {
    const watch = 'docs/operating/watch.md'
    expect(wrongCalls(planted(watch, 'portal -- doctor', 'portal -- docter'), commands)).toHaveLength(1)
    expect(wrongCalls(planted(watch, 'portal -- doctor', 'portal -- doctor --deep'), commands)).toHaveLength(1)
    expect(
      wrongCalls(planted('docs/operating/back-up.md', '`--in FOLDER`', '`backup --into FOLDER`'), commands),
    ).toHaveLength(1)
  })
  test('a command or an option that the portal has and the tables lack, or the other way round', () => {
    const more = [...commands, { name: 'repair', usage: 'repair', options: [] }]
    expect(referenceFaults(pages, more)).toEqual(['repair is in no table'])
    const optioned = commands.map((one) => (one.name === 'backup' ? { ...one, options: ['quick'] } : one))
    expect(referenceFaults(pages, optioned)).toEqual(['backup DIR: --quick is missing'])
    const fewer = commands.filter(({ name }) => name !== 'backup')
    expect(referenceFaults(pages, fewer)).toEqual(['backup DIR is no command'])
  })
  test('a listed command that stands on no page, or that names what is not there', () => {
    const gone = [...notRun, { command: 'systemctl reboot', reason: 'needs systemd' }]
    expect(neverNamed(pages, gone)).toEqual(['systemctl reboot'])
    for (const command of [
      'cp /opt/track-and-trace/deploy/systemd/gone.service /etc',
      'docker compose exec gone sh',
      'kubectl exec deployment/gone -- sh',
    ])
      expect(absentTargets([{ command }]), command).toHaveLength(1)
  })
  test('a block without a language, a setting that nothing reads, a line that nothing writes', () => {
    const watch = 'docs/operating/watch.md'
    expect(unknownBlocks(planted(watch, '```sh', '```'))).toHaveLength(1)
    expect(unknownSettings(planted(watch, 'METRICS_LISTEN=', 'METRICS_PORT='), settings)).toHaveLength(1)
    expect(
      unwrittenLines(planted('docs/operating/trouble.md', 'The disk is failing', 'The disk is old'), files),
    ).toHaveLength(1)
  })
})

describe('What a command prints is compared with what the page promises', () => {
  test.for([
    ['The backup is whole: 2,025 files, 54 MB in /b.', 'The backup is whole: 7 files, 1 MB in /b.\n'],
    ['at 2026-11-26 14:05:00', 'at 2027-01-02 03:04:05'],
    ['ok    move  it is', 'ok    disk  x\nok    move        it is.'],
    ['link: https://a.example/#token=…', 'link: https://a.example/#token=AbC'],
  ])('%s', ([promised, printed]) => expect(firstMissing(promised ?? '', printed ?? '')).toBeUndefined())
  test('other words, another order and another name are no match', () => {
    expect(firstMissing('ok  disk', 'bad disk')).toBe('ok  disk')
    expect(firstMissing('one\ntwo', 'two\none')).toBe('two')
    expect(firstMissing('C-1001', 'C-1002')).toBe('C-1001')
  })
  test('commands are read with their continuation, and comments are none', () => {
    const page = { path: 'docs/operating/a.md', text: '```sh\n# why\na \\\n  --b\nc\n```\n```text\nd\n```' }
    expect(stepsOf(page).map(({ kind, text: words }) => `${kind}: ${words}`)).toEqual([
      'command: a --b',
      'command: c',
      'output: d',
    ])
  })
})
