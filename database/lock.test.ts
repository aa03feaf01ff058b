import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { thisProcess } from './embedded/processes.ts'
import { readOrCreateSecret, replacedSecret } from './files.ts'
import { holdFolder, isHeld } from './lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a folder is held by one process at a time, and the refusal names it', async () => {
  const hold = await holdFolder(folder, 'the first')
  hold.announce('http://localhost:3000')
  await expect(holdFolder(folder, 'the second')).rejects.toThrow(
    `The data folder ${folder} is in use by the first (process ${process.pid} at http://localhost:3000).`,
  )
  hold.release()
  expect(isHeld(folder)).toBe(false)
  const next = await holdFolder(folder, 'the second')
  next.release()
})

test('what a killed process left is taken over, also when its number lives on in another process', async () => {
  const path = join(folder, 'portal.lock')
  const stranger = { pid: process.pid, started: 'another boot:1', what: 'a killed portal' }
  writeFileSync(path, JSON.stringify(stranger))
  expect(isHeld(folder)).toBe(false)
  const hold = await holdFolder(folder, 'the next')
  expect(isHeld(folder)).toBe(true)
  hold.release()
})

test('a lock file that was cut off is no lock', async () => {
  writeFileSync(join(folder, 'portal.lock'), '{"pid":')
  const hold = await holdFolder(folder, 'the next')
  hold.release()
})

test('a start waits for a holder that is about to stop', async () => {
  const first = await holdFolder(folder, 'the first')
  first.announceStop()
  const second = holdFolder(folder, 'the second')
  first.release()
  const hold = await second
  hold.release()
})

test('of many that start at once on a folder left by a killed process, one gets it', async () => {
  writeFileSync(join(folder, 'portal.lock'), JSON.stringify({ ...thisProcess(), started: 'before', what: 'the dead' }))
  const script = `const { holdFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'lock.ts'))})
    const got = await holdFolder(${JSON.stringify(folder)}, 'a portal').then(() => true, () => false)
    process.stdout.write(String(got)); process.stdin.resume().on('end', () => process.exit())`
  const children = Array.from({ length: 5 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  const answers = await Promise.all(
    children.map(
      ({ stdout }) => new Promise<string>((resolve) => stdout.once('data', (text) => resolve(String(text)))),
    ),
  )
  expect(answers.filter((answer) => answer === 'true')).toHaveLength(1)
  await Promise.all(
    children.map(
      (child) =>
        new Promise<void>((resolve) => {
          child.once('exit', () => resolve())
          child.stdin.end()
        }),
    ),
  )
})

test('a kept secret stays the same, and a damaged one stops the start instead of being replaced', () => {
  const secret = readOrCreateSecret(folder, 'token-secret')
  expect(replacedSecret(folder, 'token-secret')).toBeUndefined()
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(readOrCreateSecret(folder, 'token-secret')).toBe(secret)
  writeFileSync(join(folder, 'token-secret'), 'oops')
  expect(() => readOrCreateSecret(folder, 'token-secret')).toThrow(/Put it back from a backup/)
})

test('a secret that was lost is said when it is made anew, and remembered until the old one is back', () => {
  const old = readOrCreateSecret(folder, 'token-secret')
  mkdirSync(join(folder, 'postgres'))
  writeFileSync(join(folder, 'postgres/PG_VERSION'), '18\n')
  rmSync(join(folder, 'token-secret'))
  const lines: string[] = []
  const log = { warn: (line: string) => void lines.push(line) }
  expect(readOrCreateSecret(folder, 'token-secret', log)).not.toBe(old)
  readOrCreateSecret(folder, 'token-secret', log)
  expect(lines).toEqual([expect.stringContaining('was missing and has been made anew')])
  expect(replacedSecret(folder, 'token-secret')?.note).toBe(join(folder, 'token-secret.made-anew'))
  writeFileSync(join(folder, 'token-secret'), `${old}\n`)
  expect(replacedSecret(folder, 'token-secret')).toBeUndefined()
})
