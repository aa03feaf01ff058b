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
