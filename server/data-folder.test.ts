import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { holdFolder } from '#database/lock.ts'
import { readConfig, whyNoDemo } from './config.ts'
import { withCommandFolder, withPortalFolder } from './data-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'portal-folder-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let folders = 0
/** A folder in place of ./.data, with databases in these subfolders. */
function folderWith(...databases: string[]): string {
  const folder = join(root, String(folders++))
  for (const name of databases) mkdirSync(join(folder, name, 'postgres'), { recursive: true })
  return folder
}

/** The subfolder that a portal or a command opens in an environment without DATA_DIR. */
function opened(choose: typeof withPortalFolder, folder: string, environment: Record<string, string> = {}): string {
  const config = { ...readConfig(environment), DATA_DIR: folder }
  return choose(config, environment).DATA_DIR.slice(folder.length) || '/'
}

describe('The demo has a folder of its own:', () => {
  test('a start with nothing set opens it', () => {
    expect(opened(withPortalFolder, folderWith())).toBe('/demo')
    expect(opened(withPortalFolder, folderWith('demo'))).toBe('/demo')
    expect(opened(withPortalFolder, folderWith('', 'demo'))).toBe('/demo')
  })

  test.each([
    { DEMO: 'off' },
    { PUBLIC_URL: 'https://portal.example.com' },
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.20' },
    { HOST: 'portal.internal' },
    { HOST: '127.evil.example' },
    { TRUST_PROXY: '127.0.0.1' },
    { DATABASE_URL: 'postgres://owner:secret@db.example/portal', TOKEN_SECRET: 'x'.repeat(32) },
  ])('a start for others never opens it: %j', (environment) => {
    expect(whyNoDemo(readConfig(environment))).toBeDefined()
    expect(opened(withPortalFolder, folderWith('demo'), environment)).toBe('/')
    expect(opened(withPortalFolder, folderWith('', 'demo'), environment)).toBe('/')
  })

  test.each(['localhost', '127.0.0.1', '127.0.0.2', '::1'])('%s is this machine alone', (HOST) => {
    expect(whyNoDemo(readConfig({ HOST }))).toBeUndefined()
  })

  test('what an earlier version left in ./.data is opened where it lies', () => {
    expect(opened(withPortalFolder, folderWith(''))).toBe('/')
  })

  test('a folder that is named is the one that is opened', () => {
    const folder = folderWith('demo')
    const config = { ...readConfig({}), DATA_DIR: folder }
    expect(withPortalFolder(config, { DATA_DIR: folder }).DATA_DIR).toBe(folder)
    expect(withCommandFolder(config, { DATA_DIR: folder }).DATA_DIR).toBe(folder)
  })
})

describe('A command that names no folder', () => {
  test('works on the one database that there is, and on a portal of one’s own where there is none', () => {
    expect(opened(withCommandFolder, folderWith())).toBe('/')
    expect(opened(withCommandFolder, folderWith(''))).toBe('/')
    expect(opened(withCommandFolder, folderWith('demo'))).toBe('/demo')
    expect(opened(withCommandFolder, folderWith('demo'), { DEMO: 'off' })).toBe('/')
  })

  test('works on the portal that runs, else asks which of two is meant', async () => {
    const folder = folderWith('', 'demo')
    expect(() => opened(withCommandFolder, folder)).toThrow(/^There are two databases, .+ say which one is meant/)
    const own = await holdFolder(folder, 'a running portal')
    expect(opened(withCommandFolder, folder)).toBe('/')
    const demo = await holdFolder(join(folder, 'demo'), 'a running portal')
    expect(() => opened(withCommandFolder, folder)).toThrow(/DATA_DIR=/)
    own.release()
    expect(opened(withCommandFolder, folder)).toBe('/demo')
    demo.release()
  })
})
