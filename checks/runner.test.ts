import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findChromium } from './chromium.ts'
import { withTemporaryProject } from './rules/temporary-project.ts'
import { type Outcome, runStages } from './runner.ts'

const stage = (title: string, outcome: Outcome) => ({ name: title, title, run: async () => outcome })
const passing = (title: string, passed = 1) => stage(title, { passed, failed: 0, output: 'what it printed' })

const run = async (...stages: ReturnType<typeof stage>[]) => {
  let written = ''
  let time = 0
  const write = (text: string) => {
    written += text
  }
  const ok = await runStages(stages, { write, now: () => (time += 1500) })
  return { ok, lines: written.trimEnd().split('\n') }
}

describe('npm test', () => {
  test('says one line for each stage with its time, and how much passed at the end', async () => {
    const { ok, lines } = await run(passing('types'), passing('unit', 41))
    expect(ok).toBe(true)
    expect(lines.map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
      'types ok 1.5 s',
      'unit ok 1.5 s 41 passed',
      '42 passed, 0 failed',
    ])
  })

  test('stops at the first stage that fails, shows what it printed and still says the numbers last', async () => {
    const failing = stage('unit', { passed: 40, failed: 2, output: 'expected 1 to be 2\n' })
    const { ok, lines } = await run(passing('types'), failing, passing('e2e', 7))
    expect(ok).toBe(false)
    expect(lines).toContain('expected 1 to be 2')
    expect(lines.join('\n')).not.toContain('e2e')
    expect(lines.at(-1)).toBe('41 passed, 2 failed')
  })
})

describe('the browser for end-to-end tests', () => {
  test('is the one that CHROMIUM_PATH names', async () => {
    await withTemporaryProject({ 'bin/chromium': '#!/bin/sh\n', 'own/browser': '#!/bin/sh\n' }, (root) => {
      chmodSync(join(root, 'own/browser'), 0o755)
      const env = { CHROMIUM_PATH: join(root, 'own/browser'), PATH: join(root, 'bin') }
      expect(findChromium(env)).toBe(join(root, 'own/browser'))
    })
  })

  test('is never a file that cannot be run', async () => {
    await withTemporaryProject({ 'own/browser': 'text' }, (root) => {
      expect(findChromium({ CHROMIUM_PATH: join(root, 'own/browser') })).not.toBe(join(root, 'own/browser'))
    })
  })
})
