import { Type } from 'typebox'
import { expect, test } from 'vitest'

test('the tests of the web have no schemas, as a browser has none', () => {
  expect(Type.String({ maxLength: 3 })).toEqual({})
  expect(Object.keys(Type.Object({ a: Type.String() }).properties)).toEqual(['a'])
})
