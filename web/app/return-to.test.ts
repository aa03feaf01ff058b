import { expect, onTestFinished, test, vi } from 'vitest'
import { documentTypes } from '#contract/values.ts'
import { isPage, rememberReturnPath, takeReturnPath } from './return-to.ts'
import { routes } from './routes.ts'

test('Every page of the signed-in is opened after the sign-in when it was asked for before', () => {
  const paths = Object.keys(routes).flatMap((path) => documentTypes.map((type) => path.replace('$type', type)))
  expect(paths.length).toBeGreaterThan(20)
  const filled = paths.map((path) => path.replaceAll(/\$\w+/g, 'SO-1%2F2')).filter((path) => path !== '/')
  expect(filled.filter((path) => !isPage(path))).toEqual([])
})

test.each(['/login', '/Orders', '/orders/a/b', '/profile/nothing', '/2fa', '/wp-admin', '//evil.example/orders'])(
  '%s is no page: who types it and signs in is at home',
  (path) => expect(isPage(path)).toBe(false),
)

test('Whatever stands in the browser, signing in leads to no other site', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  rememberReturnPath({ pathname: '/orders/SO-1', search: '?tab=lines', hash: '#2' })
  expect([takeReturnPath(), takeReturnPath()]).toEqual(['/orders/SO-1?tab=lines#2', '/'])
  for (const pathname of ['//evil.example/orders', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)']) {
    rememberReturnPath({ pathname, search: '', hash: '' })
    expect([pathname, takeReturnPath()]).toEqual([pathname, '/'])
    stored.set('returnTo', pathname)
    expect([pathname, takeReturnPath()]).toEqual([pathname, '/'])
  }
})
