import { globSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { onlyForSomePages } from '../web-chunks.ts'
import { directIcons, iconShape, withoutEmptySchemas, withoutSchemas } from '../web-sources.ts'
import { parsedTexts } from '../web-texts.ts'

const root = join(import.meta.dirname, '..')

describe('what the build does with sources fails loudly', () => {
  const cut = (code: string) => withoutSchemas(code, parseAst(code), 'contract/planted.ts')
  const head = "import { endpoint } from './endpoint.ts'\nimport { Order } from './order.ts'\n"

  test('an endpoint loses its schemas, and the imports that only they needed', () => {
    const code = cut(`${head}export const show = endpoint('GET', '/a', 'viewer', { summary: 'A', reply: Order })\n`)
    expect(code).toContain("endpoint('GET', '/a', 'viewer'")
    expect(code).not.toContain('Order')
  })

  test.each([
    [
      'under another name',
      "import { endpoint as declare } from './endpoint.ts'\nexport const a = declare('GET', '/a', 'viewer', {})",
    ],
    [
      'from a variable',
      `${head}const schemas = { reply: Order }\nexport const a = endpoint('GET', '/a', 'viewer', schemas)`,
    ],
  ])('when an endpoint is declared %s', (_, code) => expect(() => cut(code)).toThrow('declare each endpoint as'))

  test('when endpoints stand in for schemas in another way', () => {
    const code = 'return { ...{ params: emptyObject, query: emptyObject, body: emptyObject }, ...options }'
    expect(withoutEmptySchemas(code)).toBe('return {  ...options }')
    expect(() => withoutEmptySchemas('return { ...options }')).toThrow('in another way now')
  })

  test('when the icons are written another way', () => {
    expect(iconShape('check.mjs', { node: [['path', { d: 'M0 0', key: 'x' }]] })).toEqual([['path', { d: 'M0 0' }]])
    expect(() => iconShape('check.mjs', undefined)).toThrow('writes its icons another way')
  })

  test('when an icon is not there', () => {
    const { transform } = directIcons('icon.ts')
    const read = transform as (code: string, id: string) => string
    expect(read("import { Check } from 'lucide-react'", '/web/a.tsx')).toBe(
      "import Check from 'lucide-react/icons/check'",
    )
    expect(() => read("import { NoSuchIcon } from 'lucide-react'", '/web/a.tsx')).toThrow('has no icon NoSuchIcon')
  })

  test('when a text is not ICU MessageFormat', () => {
    expect(parsedTexts(['{ "a": "plain", "b": "{name}" }'])).toMatchObject({ a: 'plain', b: [{ value: 'name' }] })
    expect(() => parsedTexts(['{ "b": "{name" }'])).toThrow()
  })

  test('when the cache no longer has the files that a list does without', () => {
    const files = globSync('node_modules/@tanstack/{react-query,query-core}/build/modern/*.js', { cwd: root })
    expect(files.filter((file) => onlyForSomePages.test(file.replaceAll('\\', '/')))).toHaveLength(2)
  })
})
