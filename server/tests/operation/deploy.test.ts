import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { settingsInForce } from '#server/settings-in-force.ts'

/* What is shipped to run the portal: compose.yaml and the image. */

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8')
const compose = read('compose.yaml')
const portal = /^ {2}portal:\n([\s\S]*?)\n {2}\w+:/m.exec(compose)?.[1] ?? ''

/** What docs/operating/install.md says to put into .env. */
const dotEnv: Readonly<Record<string, string>> = {
  DOMAIN: 'portal.example.com',
  DATABASE_PASSWORD: 'letters9',
  TOKEN_SECRET: 'a'.repeat(32),
}
/** Puts in what .env says, or the value that stands for what it does not say. */
const filledIn = (text: string, values = dotEnv) =>
  text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, otherwise?: string) => {
    const value = values[name]
    if (value !== undefined) return value
    if (kind !== '-') throw new Error(`compose.yaml needs ${name}, of which docs/operating/install.md says nothing`)
    return otherwise ?? ''
  })
const environment = (values = dotEnv) =>
  Object.fromEntries(
    [...portal.matchAll(/^ {6}([A-Z_]+): (.+)$/gm)].map(([, name = '', value = '']) => [
      name,
      filledIn(value, values).replace(/^"(.*)"$/, '$1'),
    ]),
  )
const mounts = (values = dotEnv) =>
  [...(/^ {4}volumes: \[(.+)\]$/m.exec(portal)?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(([, mount = '']) => {
    const [source = '', target = ''] = filledIn(mount, values).split(':')
    return { source, target }
  })

describe('The portal of compose.yaml', () => {
  test('starts with its settings, of which each is one of the portal', () => {
    const config = readConfig(environment())
    const known = settingsInForce({}, config).map(({ name }) => name)
    expect(Object.keys(environment())).toContain('DATABASE_URL')
    expect(Object.keys(environment()).filter((name) => !known.includes(name))).toEqual([])
  })

  test('makes a backup each day without being told, into a volume that outlives the container', () => {
    const { BACKUP_DIR, BACKUP_AT, BACKUP_KEEP } = readConfig(environment())
    expect({ BACKUP_AT, BACKUP_KEEP }).toEqual({ BACKUP_AT: { hour: 2, minute: 30 }, BACKUP_KEEP: 14 })
    const mount = mounts().find(({ target }) => target === BACKUP_DIR)
    expect(mount?.source).toBe('backups')
    const declared = /^volumes: \{(.+)\}$/m.exec(compose)?.[1] ?? ''
    for (const { source } of mounts()) expect(declared).toContain(` ${source}: {}`)
  })

  test('makes them elsewhere, at another time, and keeps more where .env says so', () => {
    const own = { ...dotEnv, BACKUP_FOLDER: '/mnt/backups', BACKUP_AT: '23:05', BACKUP_KEEP: '30' }
    const { BACKUP_AT, BACKUP_KEEP } = readConfig(environment(own))
    expect({ BACKUP_AT, BACKUP_KEEP }).toEqual({ BACKUP_AT: { hour: 23, minute: 5 }, BACKUP_KEEP: 30 })
    expect(mounts(own)).toContainEqual({ source: '/mnt/backups', target: '/backups' })
  })

  test('is called by the proxy through the network that TRUST_PROXY names, so that each customer counts alone', () => {
    const called = /^ {6}PORTAL: (.+):3000$/m.exec(compose)?.[1] ?? ''
    const network = new RegExp(`^ {6}(\\w+): \\{ aliases: \\[${called}\\] \\}$`, 'm').exec(portal)?.[1] ?? ''
    const range = new RegExp(`^ {2}${network}:\\n(?: {4}.+\\n)* {4}ipam: .*subnet: ([\\d./]+) `, 'm').exec(compose)?.[1]
    expect(range).toBe(environment().TRUST_PROXY)
  })

  test('writes nowhere but to its volumes, which belong to the user of the image', () => {
    expect(portal).toMatch(/^ {4}read_only: true$/m)
    const image = read('Dockerfile')
    const user = /^USER (\d+:\d+)$/m.exec(image)?.[1]
    expect(user).toBe('65532:65532')
    expect(mounts().map(({ target }) => target)).toEqual(['/data', '/backups'])
    for (const { target } of mounts()) expect(image).toContain(`--chown=${user} ${target} ${target}\n`)
  })
})
