import { describe, expect, test } from 'vitest'
import { testPortal } from '../testing/portal.ts'
import { securityHeaders } from './headers.ts'

const portal = await testPortal()
const headers = (https: boolean) => new Map(securityHeaders(https))

describe('Every reply', () => {
  const policy = headers(true).get('content-security-policy') ?? ''
  const directives = new Map(
    policy.split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
  )

  test.each([
    ['default-src', "'none'"],
    ['object-src', "'none'"],
    ['script-src', "'self'"],
    ['img-src', "'self' data: blob:"],
    ['font-src', "'self'"],
    ['manifest-src', "'self'"],
    ['worker-src', "'self'"],
    ['frame-src', 'blob:'],
    ['form-action', "'self'"],
    ['style-src', "'self'"],
    ['connect-src', "'self'"],
    ['frame-ancestors', "'none'"],
    ['base-uri', "'none'"],
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', 'worker'],
  ])('lets the browser take no more than %s %s', (name, value) => {
    expect(directives.get(name)).toBe(value)
  })

  test('allows nothing that is written into a page to run', () => {
    expect(policy).not.toMatch(/unsafe-|https?:|\*/)
  })

  test('lets browsers tell the operator’s analytics, by its origin alone, and still nobody else', () => {
    const sent = new Map(securityHeaders(true, { pageViews: 'https://count.example:8443/api/event?site=1' }))
    const [open = '', ...more] = sent.get('content-security-policy')?.match(/[^;]*https?:[^;]*/g) ?? []
    expect([open.trim(), more]).toEqual(["connect-src 'self' https://count.example:8443", []])
    expect(sent.get('x-content-type-options')).toBe('nosniff')
  })

  test('lets browsers load the operator’s logo from where it is, and nothing else from there', () => {
    const policyWith = (logo: string | null) =>
      new Map(securityHeaders(true, { logo })).get('content-security-policy') ?? ''
    expect(policyWith('https://pictures.example/logo.svg')).toBe(
      policy.replace("img-src 'self' data: blob:", "img-src 'self' data: blob: https://pictures.example"),
    )
    for (const none of [null, '/logo.svg', 'no address']) expect(policyWith(none)).toBe(policy)
  })

  test('bears them, whatever it is', async () => {
    const address = await portal.app.listen({ host: '127.0.0.1', port: 0 })
    for (const path of ['/', '/api/portal', '/api/nothing', '/api/documents/orders', '/nothing.js']) {
      const sent = (await fetch(address + path)).headers
      for (const [name, value] of securityHeaders(false)) expect(sent.get(name), `${path} ${name}`).toBe(value)
      expect(sent.has('strict-transport-security')).toBe(false)
    }
  })

  test('keeps browsers on https, where the portal is reached by it, and only there', () => {
    expect(headers(true).get('strict-transport-security')).toMatch(/^max-age=\d{8}/)
    expect(headers(false).has('strict-transport-security')).toBe(false)
  })

  test.each([
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['referrer-policy', 'no-referrer'],
    ['x-content-type-options', 'nosniff'],
  ])('says %s: %s', (name, value) => {
    expect(headers(false).get(name)).toBe(value)
  })

  test.each(['GET', 'POST', 'OPTIONS'] as const)(
    'to a %s of another origin lets no page of that read it',
    async (method) => {
      const asking = {
        origin: 'https://evil.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      }
      for (const url of ['/api/portal', '/api/profile', '/api/auth/refreshToken', '/']) {
        const reply = await portal.app.inject({ method, url, headers: asking })
        expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
      }
    },
  )

  test('shuts what a portal has no use for', () => {
    expect(headers(false).get('permissions-policy')).toBe(
      'geolocation=(), microphone=(), payment=(), usb=(), camera=(self)',
    )
  })

  test.each([
    ['/api/portal', 200],
    ['/api/profile', 401],
    ['/api/nothing', 404],
  ])('of the API, as %s with %d, is kept by no cache', async (url, status) => {
    const reply = await portal.app.inject({ url })
    expect(reply.statusCode).toBe(status)
    expect(reply.headers['cache-control']).toContain('no-store')
    expect(reply.headers.server).toBeUndefined()
    expect(reply.headers['x-powered-by']).toBeUndefined()
  })
})
