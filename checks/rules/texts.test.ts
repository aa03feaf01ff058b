import { describe, expect, test } from 'vitest'
import { untranslated } from './sentences.ts'
import { unusedTexts } from './texts.ts'

const catalogue = (...keys: string[]) => ({
  path: 'contract/messages/en/list.json',
  text: JSON.stringify(Object.fromEntries(keys.map((key) => [key, 'A text']))),
})
const web = (text: string) => ({ path: 'web/documents/ListPage.tsx', text })

describe('a text that nobody reads', () => {
  test('is caught', () => {
    expect(unusedTexts([catalogue('list.title', 'hello'), web("t('list.titles')")])).toEqual([
      'contract/messages/en/list.json: nobody reads list.title',
      'contract/messages/en/list.json: nobody reads hello',
    ])
    expect(unusedTexts([catalogue('list.sort.-date'), web("t('list.sort')")])).toHaveLength(1)
  })

  test('is not one that is named, or put together', () => {
    const texts = catalogue('list.title', 'list.status.open', 'list.kind.a.b')
    const code = [
      "t('list.title')",
      'label(`list.status.$',
      '{status}`)',
      'label(`list.$',
      '{of}.a.$',
      '{kind}`)',
    ].join('')
    expect(unusedTexts([texts, web(code)])).toEqual([])
  })

  test('is one that only a test names', () => {
    const only = { path: 'web/documents/list.test.ts', text: "t('list.title')" }
    expect(unusedTexts([catalogue('list.title'), only])).toHaveLength(1)
  })
})

describe('a sentence for customers in the code', () => {
  const server = (text: string, path = 'server/documents/list/list.ts') => [{ path, text }]

  test.each([
    "throw new PortalError('conflict', 'Somebody was quicker.')",
    "throw new PortalError(\n  'conflict',\n  `Only some of them.`)",
    "return { message: 'It is done.' }",
    "const message = 'This is not right.'",
  ])('is caught: %s', (text) => expect(untranslated(server(text))).toHaveLength(1))

  test('may be one for the operator, or for another program', () => {
    const text = "throw new PortalError('conflict', 'Somebody was quicker.')"
    expect(untranslated(server(text, 'server/commands/users.ts'))).toEqual([])
    expect(untranslated(server("new PortalError('not_signed_in', 'The API key is missing.')"))).toEqual([])
    expect(untranslated(server("new PortalError('conflict', sentence('member.known'))"))).toEqual([])
  })
})
