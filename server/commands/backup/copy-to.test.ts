import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { nextSteps } from './copy-to.ts'

test('Whoever copied the portal into a folder is told all that the database does not hold', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-copied-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const config = readConfig({ DATA_DIR: dataDir })
  const copyOf = () => nextSteps({ config }, { folder: '/srv/embedded' }).filter((line) => line.includes('Copy '))
  expect(copyOf()).toEqual([])
  for (const folder of ['postgres', 'postgres.new', 'demo', 'faq', 'outbox']) mkdirSync(join(dataDir, folder))
  const files = ['seller.json', 'logo.svg', 'terms.md', 'terms.de.md']
  for (const name of [
    ...files,
    'token-secret',
    'token-secret.made-anew',
    'portal.lock',
    'postgres.log',
    'archive.json',
  ])
    writeFileSync(join(dataDir, name), '')
  expect(copyOf()).toEqual([
    `   Copy faq, logo.svg, outbox, seller.json, terms.de.md, terms.md from ${dataDir} to /srv/embedded.`,
  ])
  const elsewhere = nextSteps({ config }, { url: 'postgres://db.example.com/portal' })
  expect(elsewhere.filter((line) => line.includes('Copy '))).toEqual([])
})

test('Whoever copied a portal that has no data folder is told what to do next, without a file to copy', () => {
  const config = readConfig({
    ...{ DATABASE_URL: 'postgres://db.example.com/portal', TOKEN_SECRET: 'a secret that is long enough for a portal' },
    DATA_DIR: join(tmpdir(), 'portal-that-has-no-folder'),
  })
  for (const destination of [{ url: 'postgres://new.example.com/portal' }, { folder: '/srv/embedded' }]) {
    const steps = nextSteps({ config }, destination)
    expect(steps[0]).toBe('1. Stop the portal, all of its servers.')
    expect(steps.filter((line) => line.includes('Copy '))).toEqual([])
  }
})
