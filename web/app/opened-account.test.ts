import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rememberAccount, takeAccount } from './opened-account.ts'

const replaced = vi.fn<(state: unknown, unused: string, address: string) => void>()
beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('history', { replaceState: replaced })
})
afterEach(() => {
  vi.unstubAllGlobals()
  replaced.mockReset()
})

test('The account for which one came from another region is taken out of the address, and what stands beside it stays', () => {
  rememberAccount({ pathname: '/2fa', search: '', hash: '#account=US+1&methods=email&enrols=true' })
  expect(replaced).toHaveBeenCalledWith(null, '', '/2fa#methods=email&enrols=true')
  expect(takeAccount()).toBe('US 1')
  expect(takeAccount()).toBeNull()
})

test('Nothing is left behind # where only the account stood there', () => {
  rememberAccount({ pathname: '/', search: '?signedIn=1', hash: '#account=US-1' })
  expect(replaced).toHaveBeenCalledWith(null, '', '/?signedIn=1')
})
