import { writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createPdfWorkerPool, type PdfWorkerPool, type PrintInput } from './pdf-worker-pool.ts'

const folder = await mkdtemp(join(tmpdir(), 'press-'))
let programs = 0
/** The program of a fake PDF worker with this behaviour, to test how the pool handles it. */
function program(body: string): string {
  const path = join(folder, `${programs++}.mjs`)
  writeFileSync(path, body)
  return path
}
const workerScript = `process.on('disconnect', () => process.exit()); process.on('message', ({ data }) => {
  if (data === 'crash') process.exit(3)
  if (data === 'hang') for (;;);
  if (data === 'fail') return process.send({ error: 'no such font', resident: 1 })
  process.send({ pdf: Buffer.from(data === 'pid' ? String(process.pid) : data), resident: data === 'fat' ? 9e9 : 1 })
})`

const printInput = (data: string): PrintInput => ({ data, stamp: 0, logo: null })
const workers: PdfWorkerPool[] = []
const createPool = (settings: Partial<Parameters<typeof createPdfWorkerPool>[0]> = {}) => {
  const worker = createPdfWorkerPool({ processes: 1, program: program(workerScript), ...settings })
  workers.push(worker)
  return worker
}
const textOf = async (printed: Promise<Buffer>) => (await printed).toString()
afterEach(() => {
  for (const worker of workers.splice(0)) worker.close()
})

describe('the press', () => {
  test('sets one paper after another in the same process', async () => {
    const { print } = createPool()
    const [first, word, last] = await Promise.all(['pid', 'word', 'pid'].map((data) => textOf(print(printInput(data)))))
    expect(word).toBe('word')
    expect(last).toBe(first)
  })

  test('ends a paper that takes too long and goes on with the next in a new process', { tags: 'long' }, async () => {
    // The next paper has as long, in which its process starts too.
    const { print } = createPool({ timeout: 3_000 })
    const stuck = print(printInput('hang'))
    const next = textOf(print(printInput('word')))
    await expect(stuck).rejects.toMatchObject({ code: 'unavailable', retryAfter: 30 })
    expect(await next).toBe('word')
  })

  test('outlives the crash of a process: only the paper at work is lost', async () => {
    const { print } = createPool()
    const lost = print(printInput('crash'))
    const next = textOf(print(printInput('word')))
    await expect(lost).rejects.toThrow('ended before its paper was done')
    expect(await next).toBe('word')
  })

  test('says plainly, and tells the operator once, when this machine lacks what sets papers', async () => {
    const reasons: string[] = []
    const lacking = program(`process.send({ absent: 'no native binding' }); process.on('message', () => {})`)
    const { print, warm } = createPool({ program: lacking, onAbsent: (reason) => reasons.push(reason) })
    warm()
    const refusal = { code: 'cannot_print', words: { key: 'paper.absent' } }
    await expect(print(printInput('word'))).rejects.toMatchObject(refusal)
    await expect(print(printInput('word'))).rejects.toMatchObject(refusal)
    expect(reasons).toEqual(['no native binding'])
  })

  test('hands on why a paper could not be set', async () => {
    await expect(createPool().print(printInput('fail'))).rejects.toThrow('no such font')
  })

  test('refuses what it cannot take in soon, and says when to come back', async () => {
    const { print } = createPool({ maxWaiting: 2, timeout: 3_000 })
    const taken = ['hang', 'word', 'word'].map((data) => print(printInput(data)))
    const outcomes = Promise.allSettled(taken)
    await expect(print(printInput('word'))).rejects.toMatchObject({ code: 'unavailable', retryAfter: 3 })
    expect((await outcomes).map((outcome) => outcome.status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  })

  test('lets go of a process that holds much memory', async () => {
    const { print } = createPool({ maxMemory: 1e9 })
    const before = await textOf(print(printInput('pid')))
    await print(printInput('fat'))
    expect(await textOf(print(printInput('pid')))).not.toBe(before)
  })

  test('says that there is no memory for a paper when the system ends its process, and goes on', async () => {
    const killed = program(
      `process.on('message', ({ data }) => data === 'big' ? process.kill(process.pid, 'SIGKILL') : process.send({ pdf: Buffer.from(data), resident: 1 }))`,
    )
    const { print } = createPool({ program: killed })
    const refused = print(printInput('big'))
    const next = textOf(print(printInput('word')))
    await expect(refused).rejects.toMatchObject({ code: 'unavailable', retryAfter: 60, words: { key: 'paper.memory' } })
    expect(await next).toBe('word')
  })

  test('ends its processes when the portal stops, and refuses what comes after', async () => {
    const { print, close } = createPool()
    const pid = Number(await textOf(print(printInput('pid'))))
    const pending = print(printInput('hang'))
    close()
    await expect(pending).rejects.toMatchObject({ code: 'unavailable' })
    await expect(print(printInput('word'))).rejects.toMatchObject({ code: 'unavailable' })
    await expect.poll(() => isAlive(pid)).toBe(false)
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
