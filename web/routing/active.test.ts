import { describe, expect, test } from 'vitest'
import { type ActiveOptions, isActive } from './active.ts'
import type { Target } from './routes.ts'

/** Whether a link to a target is marked as the current page at an address. */
const isCurrent = (target: Target, address: string, options?: ActiveOptions) => {
  const [pathname = '', search = ''] = address.split('?')
  return isActive(target, { pathname, search, hash: '', key: '' }, options)
}
const orders = { to: '/$type', params: { type: 'orders' } } as Target
const withStatus = (status?: string) => ({ ...orders, search: { status } }) as Target
const open = withStatus('open')

describe('a link is that of the current page', () => {
  test.for<[string, Target, ActiveOptions | undefined]>([
    ['/orders', orders, undefined],
    ['/orders/SO-1', orders, undefined],
    ['/orders?status=open', orders, undefined],
    ['/orders?status=open&q=pump', open, undefined],
    ['/orders?status=open', open, { exact: true }],
    ['/orders/SO-1?status=done', open, { includeSearch: false }],
    ['/orders?q=pump', { to: '.', search: { q: 'pump' } }, { exact: true }],
    ['/orders?q=pump', withStatus(), { explicitUndefined: true }],
  ])('at %s', ([address, target, options]) => expect(isCurrent(target, address, options)).toBe(true))
})

describe('a link is not', () => {
  test.for<[string, Target, ActiveOptions | undefined]>([
    ['/orders-archive', orders, undefined],
    ['/invoices', orders, { includeSearch: false }],
    ['/orders', open, undefined],
    ['/orders?status=done', open, undefined],
    ['/orders/SO-1', orders, { exact: true }],
    ['/orders?q=pump', orders, { exact: true }],
    ['/orders?status=open', withStatus(), { explicitUndefined: true }],
  ])('at %s', ([address, target, options]) => expect(isCurrent(target, address, options)).toBe(false))
})
