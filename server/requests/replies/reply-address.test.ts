import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createReplyAddresses } from './reply-address.ts'

const start = Date.parse('2026-03-10T09:00:00Z')
let now = start
const secrets = ['the newer secret of this test portal', 'the older secret of this test portal']
const addressesWith = (known: readonly string[]) => {
  const made = createReplyAddresses({ secrets: known, clock: () => new Date(now), mailbox: 'Reply@portal.example' })
  if (!made) throw new Error('A mailbox was named')
  return made
}
const addresses = addressesWith(secrets)
const [request, ann, ben] = [randomUUID(), randomUUID(), randomUUID()]

describe('A reply address', () => {
  test('names its request and its person, whatever they are, and also in capital letters', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), fc.boolean(), (id, member, loud) => {
        const address = addresses.addressOf({ request: id, member })
        const token = addresses.read(loud ? address.toUpperCase() : address)
        expect(token).toMatchObject({ about: 'request', id, side: 'customer', expired: false })
        expect([token?.isFor({ member }), token?.isFor({ member: ben }), token?.isFor({ supplier: member })]).toEqual([
          true,
          false,
          false,
        ])
        expect(address.indexOf('@')).toBe(61)
      }),
    )
  })

  test('names a document as well, and is never taken for that of a request of the same id', () => {
    const [document, asked] = [
      { document: request, member: ann },
      { request, member: ann },
    ].map((mail) => addresses.read(addresses.addressOf(mail)))
    expect(document).toMatchObject({ about: 'document', id: request, side: 'customer' })
    expect([document?.isFor({ member: ann }), document?.isFor({ member: ben })]).toEqual([true, false])
    expect(document?.thread).not.toEqual(asked?.thread)
  })

  test('of the supplier is for one e-mail, however that is written', () => {
    const token = addresses.read(addresses.addressOf({ request, supplier: 'Sol@supplier.example' }))
    expect(token?.side).toBe('supplier')
    expect([
      token?.isFor({ supplier: 'sol@SUPPLIER.example' }),
      token?.isFor({ supplier: 'sal@supplier.example' }),
    ]).toEqual([true, false])
  })

  test('in which any sign was changed is none', () => {
    const address = addresses.addressOf({ request, member: ann })
    fc.assert(
      fc.property(
        fc.integer({ min: 6, max: 60 }),
        fc.constantFrom(...'0123456789abcdefghijklmnopqrstuvwxyz+'),
        (at, sign) => {
          fc.pre(address[at] !== sign)
          expect(addresses.read(`${address.slice(0, at)}${sign}${address.slice(at + 1)}`)).toBeUndefined()
        },
      ),
      { numRuns: 500 },
    )
  })

  test('is none with another secret, and still one with the older of two', () => {
    const older = addressesWith(secrets.slice(1)).addressOf({ request, member: ann })
    expect(addresses.read(older)?.isFor({ member: ann })).toBe(true)
    expect(addressesWith(['a secret of somebody else, of 32 signs']).read(older)).toBeUndefined()
  })

  test('ends after sixty days', () => {
    const address = addresses.addressOf({ request, member: ann })
    now = start + 60 * 86_400_000
    expect(addresses.read(address)?.expired).toBe(false)
    now = start + 61 * 86_400_000
    expect(addresses.read(address)?.expired).toBe(true)
    now = start
  })

  test('of another day leads to the same thread', () => {
    const first = addresses.addressOf({ request, member: ann })
    now = start + 86_400_000
    const second = addresses.addressOf({ request, member: ann })
    expect(first).not.toBe(second)
    expect(addresses.read(first)?.thread).toEqual(addresses.read(second)?.thread)
    now = start
  })
})
