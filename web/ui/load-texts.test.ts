import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import english from '#contract/messages/en/trouble.json'
import { t } from './text.ts'

const files = import.meta.glob<{ default: Readonly<Record<string, unknown>> }>(
  '../../contract/messages/*/{auth,shell}.json',
  { eager: true, query: '?parsed' },
)

test('what goes wrong is said in English when no texts could be loaded', () => {
  expect(t('state.offline.title')).toBe(english['state.offline.title'])
})

const translated = languages.filter((language) => language !== 'en')
test.each(translated)('what goes wrong is said in %s, before and after signing in', (language) => {
  const texts = ['auth', 'shell'].map((topic) => files[`../../contract/messages/${language}/${topic}.json`]?.default)
  for (const loaded of texts) {
    expect(Object.keys(loaded ?? {})).toEqual(expect.arrayContaining(Object.keys(english)))
    expect(loaded?.['state.offline.title']).not.toBe(english['state.offline.title'])
  }
})

test('texts come to the tests as they come to a browser: those with arguments are parsed', () => {
  const texts = files['../../contract/messages/en/shell.json']?.default ?? {}
  expect(texts['shell.skip']).toBe('Skip to content')
  expect(texts['status.asOf']).toEqual(expect.arrayContaining([expect.objectContaining({ value: 'when' })]))
})
