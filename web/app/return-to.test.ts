import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentTypes } from '../../contract/values.ts'
import { isPage } from './return-to.ts'

/** The paths of the router as they are written, those of the profile whole. */
function routes(): string[] {
  const source = readFileSync(join(import.meta.dirname, 'router.ts'), 'utf8')
  const found = [...source.matchAll(/getParentRoute: \(\) => (root|profile),\s+path: '([^']+)'/g)]
  return found.map(([, parent, path]) => (parent === 'profile' ? `/profile${path}` : `${path}`))
}

test('Every page of the signed-in is opened after the sign-in when it was asked for before', () => {
  const paths = routes().flatMap((path) => documentTypes.map((type) => path.replace('$type', type)))
  expect(paths.length).toBeGreaterThan(20)
  const filled = paths.map((path) => path.replaceAll(/\$\w+/g, 'SO-1%2F2')).filter((path) => path !== '/')
  expect(filled.filter((path) => !isPage(path))).toEqual([])
})

test.each(['/login', '/Orders', '/orders/a/b', '/profile/nothing', '/2fa', '/wp-admin', '//evil.example/orders'])(
  '%s is no page: who types it and signs in is at home',
  (path) => expect(isPage(path)).toBe(false),
)
