import { expect, test } from 'vitest'
import { languages } from '../languages.ts'
import { trouble } from './en/trouble.ts'

type Part = Readonly<Record<string, Readonly<Record<string, string>>>>

test.for(languages)('what goes wrong is said in %s, before and after signing in', async (language) => {
  const parts = [
    (await import(`./${language}/signed-out.ts`)) as Part,
    (await import(`./${language}/signed-in.ts`)) as Part,
  ]
  for (const texts of parts.map((part) => Object.assign({}, ...Object.values(part)) as Record<string, string>)) {
    expect(Object.keys(texts)).toEqual(expect.arrayContaining(Object.keys(trouble)))
    if (language !== 'en') expect(texts['state.offline.title']).not.toBe(trouble['state.offline.title'])
  }
})
