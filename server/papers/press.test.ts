import { writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createPress, type Press, type Sheet } from './press.ts'

const folder = await mkdtemp(join(tmpdir(), 'press-'))
let programs = 0
/** A process of this behaviour in place of the one that sets papers: what is asked of the press is how it copes. */
function program(body: string): string {
  const path = join(folder, `${programs++}.mjs`)
  writeFileSync(path, body)
  return path
}
const answers = `process.on('disconnect', () => process.exit()); process.on('message', ({ data }) => {
  if (data === 'crash') process.exit(3)
  if (data === 'hang') for (;;);
  if (data === 'fail') return process.send({ error: 'no such font', resident: 1 })
  process.send({ pdf: Buffer.from(data === 'pid' ? String(process.pid) : data), resident: data === 'fat' ? 9e9 : 1 })
})`

const sheet = (data: string): Sheet => ({ data, stamp: 0, logo: null })
const presses: Press[] = []
const press = (more: Partial<Parameters<typeof createPress>[0]> = {}) => {
  const made = createPress({ processes: 1, program: program(answers), ...more })
  presses.push(made)
  return made
}
const textOf = async (printed: Promise<Buffer>) => (await printed).toString()
afterEach(() => {
  for (const one of presses.splice(0)) one.close()
})

describe('the press', () => {
  test('sets one paper after another in the same process', async () => {
    const { print } = press()
    const [first, word, last] = await Promise.all(['pid', 'word', 'pid'].map((data) => textOf(print(sheet(data)))))
    expect(word).toBe('word')
    expect(last).toBe(first)
  })

  test('ends a paper that takes too long and goes on with the next in a new process', async () => {
    const { print } = press({ patience: 500 })
    const stuck = print(sheet('hang'))
    const next = textOf(print(sheet('word')))
    await expect(stuck).rejects.toMatchObject({ code: 'unavailable', retryAfter: 30 })
    expect(await next).toBe('word')
  })

  test('outlives the crash of a process: only the paper at work is lost', async () => {
    const { print } = press()
    const lost = print(sheet('crash'))
    const next = textOf(print(sheet('word')))
    await expect(lost).rejects.toThrow('ended before its paper was done')
    expect(await next).toBe('word')
  })

  test('says plainly, and tells the operator once, when this machine lacks what sets papers', async () => {
    const heard: string[] = []
    const lacking = program(`process.send({ absent: 'no native binding' }); process.on('message', () => {})`)
    const { print, warm } = press({ program: lacking, onAbsent: (reason) => heard.push(reason) })
    warm()
    const refusal = { code: 'cannot_print', words: { key: 'paper.absent' } }
    await expect(print(sheet('word'))).rejects.toMatchObject(refusal)
    await expect(print(sheet('word'))).rejects.toMatchObject(refusal)
    expect(heard).toEqual(['no native binding'])
  })

  test('hands on why a paper could not be set', async () => {
    await expect(press().print(sheet('fail'))).rejects.toThrow('no such font')
  })

  test('refuses what it cannot take in soon, and says when to come back', async () => {
    const { print } = press({ waiting: 2, patience: 500 })
    const taken = ['hang', 'word', 'word'].map((data) => print(sheet(data)))
    const outcomes = Promise.allSettled(taken)
    await expect(print(sheet('word'))).rejects.toMatchObject({ code: 'unavailable', retryAfter: 3 })
    expect((await outcomes).map((one) => one.status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  })

  test('lets go of a process that holds much memory', async () => {
    const { print } = press({ memory: 1e9 })
    const before = await textOf(print(sheet('pid')))
    await print(sheet('fat'))
    expect(await textOf(print(sheet('pid')))).not.toBe(before)
  })

  test('says that there is no memory for a paper when the system ends its process, and goes on', async () => {
    const killed = program(
      `process.on('message', ({ data }) => data === 'big' ? process.kill(process.pid, 'SIGKILL') : process.send({ pdf: Buffer.from(data), resident: 1 }))`,
    )
    const { print } = press({ program: killed })
    const refused = print(sheet('big'))
    const next = textOf(print(sheet('word')))
    await expect(refused).rejects.toMatchObject({ code: 'unavailable', retryAfter: 60, words: { key: 'paper.memory' } })
    expect(await next).toBe('word')
  })

  test('ends its processes when the portal stops, and refuses what comes after', async () => {
    const { print, close } = press()
    const pid = Number(await textOf(print(sheet('pid'))))
    const waiting = print(sheet('hang'))
    close()
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable' })
    await expect(print(sheet('word'))).rejects.toMatchObject({ code: 'unavailable' })
    await expect.poll(() => lives(pid)).toBe(false)
  })
})

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
