import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attachmentHeaders } from './attachment.ts'

test.each([
  ['application/pdf', 'application/pdf'],
  ['IMAGE/PNG', 'IMAGE/PNG'],
  ['image/jpeg', 'image/jpeg'],
  ['image/webp', 'image/webp'],
  ['image/gif', 'image/gif'],
  ['text/plain', 'text/plain'],
  ['text/html', 'application/octet-stream'],
  ['image/svg+xml', 'application/octet-stream'],
  ['application/pdf; charset=x', 'application/octet-stream'],
  ['', 'application/octet-stream'],
])('a file of the type %j is given to the browser as %j, so that no stored page ever runs', (type, given) => {
  expect(attachmentHeaders('a', type)).toMatchObject({
    'content-type': given,
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
  })
})

test('a file is saved under its name, unless it is to be shown', () => {
  const named = (name: string, how?: 'inline') => attachmentHeaders(name, 'application/pdf', how)['content-disposition']
  expect(named('Angebot 7.pdf')).toBe(`attachment; filename="Angebot 7.pdf"; filename*=UTF-8''Angebot%207.pdf`)
  expect(named('Frühstück.pdf', 'inline')).toBe(
    `inline; filename="Fruhstuck.pdf"; filename*=UTF-8''Fr%C3%BChst%C3%BCck.pdf`,
  )
  expect(named(`a"b\r\n;'(1)*.pdf`)).toBe(
    `attachment; filename="a_b_____1__.pdf"; filename*=UTF-8''a%22b%0D%0A%3B%27%281%29%2A.pdf`,
  )
})

test('no name, whatever is in it, breaks out of its header, and every browser reads it again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (name) => {
      const header = attachmentHeaders(name, 'text/plain')['content-disposition'] ?? ''
      const [, ascii, encoded = ''] =
        /^attachment; filename="([\w. -]*)"; filename\*=UTF-8''([\w.~!%-]*)$/.exec(header) ?? []
      expect(ascii).toBeDefined()
      expect(decodeURIComponent(encoded)).toBe(name.toWellFormed())
    }),
  )
})
