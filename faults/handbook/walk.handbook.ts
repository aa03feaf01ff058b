import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handbookOf, stepsOf } from '#checks/handbook/pages.ts'
import { projectFiles } from '#checks/rules/project-files.ts'
import { testCommands } from '#server/testing/command.ts'
import { type DebianPostgres, hasPostgres, startPostgres } from '../debian-postgres.ts'
import { freePort } from '../proxies.ts'
import { dumpedSecret } from './placeholders.ts'
import { openWalk } from './walk.ts'

/* Every command of the handbook, in the order of its pages, on a portal with its data; what it prints is what the page says. */

const pages = handbookOf(projectFiles(resolve(import.meta.dirname, '../..'), /^docs\/operating.*\.md$/))
const root = mkdtempSync(join(tmpdir(), 'portal-handbook-'))
let postgres: DebianPostgres | undefined
let walk: ReturnType<typeof openWalk>

async function databases() {
  if (!hasPostgres()) return { addresses: { portal: '', other: '', empty: '', own: '' }, postgresEnv: {} }
  postgres = await startPostgres()
  const [portal, other, empty] = [
    await postgres.create('dumped'),
    await postgres.create('other'),
    await postgres.create('empty'),
  ]
  // What is dumped is a portal's.
  await testCommands({ DATABASE_URL: portal, TOKEN_SECRET: dumpedSecret }).run(['migrate'])
  const { host, hostname: PGHOST, port: PGPORT, password } = new URL(portal)
  const own = `postgres://portal_owner:secret@${host}/portal`
  const login = { PGHOST, PGPORT, PGUSER: 'postgres', PGPASSWORD: decodeURIComponent(password) }
  return { addresses: { portal, other, empty, own }, postgresEnv: login }
}

beforeAll(async () => {
  const ports = { portal: await freePort(), beside: await freePort(), metrics: await freePort() }
  walk = openWalk({ root, ports, ...(await databases()), hasPostgres: hasPostgres() })
})
afterAll(async () => {
  await walk.end()
  postgres?.stop()
  rmSync(root, { recursive: true, force: true })
})

describe.skipIf(process.platform === 'win32')('The commands of the handbook do what its page promises:', () => {
  test.for(pages.map((page) => [page.path, page] as const))('%s', async ([, page]) => {
    const faults: string[] = []
    for (const step of stepsOf(page)) {
      await walk
        .take(step)
        .catch((error: unknown) => faults.push(error instanceof Error ? error.message : String(error)))
    }
    await walk.endPage()
    expect(faults.join('\n\n')).toBe('')
  })

  test('a page with a command that fails, or with output that does not come, is noticed', async () => {
    const takeAll = async (text: string) => {
      for (const step of stepsOf({ path: 'docs/operating/planted.md', text })) await walk.take(step)
    }
    const looks = '```sh\nnpm run portal -- account list\n```\n'
    await takeAll(`${looks}\`\`\`text\nC-1001\n\`\`\``)
    await expect(takeAll(`${looks}\`\`\`text\nC-9999\n\`\`\``)).rejects.toThrow('It does not print: C-9999')
    await expect(takeAll(looks.replace('list', 'lists'))).rejects.toThrow('The command failed')
    await expect(takeAll(looks.replace('list', 'list --deep'))).rejects.toThrow('The command failed')
    await expect(takeAll('```sh\nno-such-program\n```')).rejects.toThrow('It ended with 127')
  })
})
