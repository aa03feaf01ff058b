import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { testPortal } from '../testing/portal.ts'
import { readTerms } from './terms.ts'

const folderWith = (files: Readonly<Record<string, string>>) => {
  const folder = mkdtempSync(join(tmpdir(), 'terms-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

test('The terms that come with the portal are read in each language: one version, part for part', async () => {
  const { app } = await testPortal()
  const answers = await Promise.all(
    languages.map((language) => app.inject({ url: '/api/terms', headers: { 'accept-language': language } })),
  )
  const terms = answers.map((answer) => answer.json<{ version: string; text: string }>())
  expect(new Set(terms.map(({ version }) => version)).size).toBe(1)
  expect(new Set(terms.map(({ text }) => text)).size).toBe(languages.length)
  expect(new Set(terms.map(({ text }) => text.match(/^(#+|-) /gm)?.join())).size).toBe(1)
})

describe('The operator’s own terms', () => {
  test('take the place of all others, and are read by everybody in the languages in which they are not', async () => {
    const operatorTerms = await readTerms(
      folderWith({ 'terms.md': '# Ours\r\n\r\nBe kind.\r\n', 'terms.de.md': '# Unsere' }),
    )
    expect(operatorTerms).toMatchObject({ text: '# Ours\n\nBe kind.', texts: { de: '# Unsere' } })
    expect(Object.keys(operatorTerms.texts)).toEqual(['de'])
  })

  test('are another version as soon as one language says something else', async () => {
    const first = await readTerms(folderWith({ 'terms.md': '# Ours', 'terms.de.md': '# Unsere' }))
    const second = await readTerms(folderWith({ 'terms.md': '# Ours', 'terms.de.md': '# Andere' }))
    expect(second.version).not.toBe(first.version)
  })

  test('may not be empty in any language: the file is named', async () => {
    await expect(readTerms(folderWith({ 'terms.md': '# Ours', 'terms.fr.md': ' ' }))).rejects.toThrow('terms.fr.md')
  })
})
