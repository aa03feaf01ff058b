import { type ChildProcess, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const supervisor = join(resolve(import.meta.dirname, '..'), 'supervise.mjs')
const running = new Set<ChildProcess>()
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** Supervises a program of one line, which counts its starts in COUNT_FILE. */
function supervise(program: string, restarts = true) {
  const script = `import { supervise } from ${JSON.stringify(supervisor)}
supervise({ node: process.execPath, args: ['-e', ${JSON.stringify(program)}], env: {}, restarts: ${restarts}, say: console.log })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  running.add(child)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  const ended = new Promise<{ code: number | null; output: string }>((done) =>
    child.once('close', (code) => {
      running.delete(child)
      done({ code, output })
    }),
  )
  return { child, output: () => output, ended }
}

test('a portal that cannot start is tried five times, then its end is said', { tags: 'long' }, async () => {
  const { code, output } = await supervise('process.exit(70)').ended
  expect(code).toBe(1)
  expect(output.trim().split('\n')).toEqual([
    'The portal ended unasked (code 70); starting it again in 0.1 s.',
    'The portal ended unasked (code 70); starting it again in 0.2 s.',
    'The portal ended unasked (code 70); starting it again in 0.4 s.',
    'The portal ended unasked (code 70); starting it again in 0.8 s.',
    'The portal ended unasked (code 70), 5 times in a row before it served. It is not started again; the reason stands above.',
  ])
})

test('a portal that served is started again however often it is killed, and ends when it is asked to', async () => {
  const program = `process.send('serving', () => process.kill(process.pid, 'SIGKILL'))`
  const { child, output, ended } = supervise(program)
  await expect.poll(() => output().match(/SIGKILL/g)?.length, { timeout: 20_000 }).toBeGreaterThan(5)
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
  expect(output()).not.toContain('not started again')
})

test.each([
  ['that refuses to start, having said what to mend', 1],
  ['that was asked to end', 0],
])('a portal %s is left alone', async (_what, code) => {
  expect(await supervise(`process.exit(${code})`).ended).toEqual({ code, output: '' })
})

test('a command is never run twice', async () => {
  expect(await supervise('process.exit(3)', false).ended).toEqual({ code: 3, output: '' })
})
