import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import * as mails from '#server/mail/seal.ts'
import { tokenKeys } from '../tokens/token-keys.ts'
import { seal, unseal } from './sealed.ts'

const keys = tokenKeys(['a secret that only this test knows, 0123'])
const others = tokenKeys(['another secret that only this test knows'])
const changed = (sealed: Buffer, at: number) => {
  const copy = Buffer.from(sealed)
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
  return copy
}

test('What is sealed opens for its owner alone, with its key alone, and not when any bit of it was changed', () => {
  const sealed = seal(keys, randomBytes, 'ann', 'JBSWY3DPEHPK3PXP')
  expect(unseal(keys, 'ann', sealed)).toBe('JBSWY3DPEHPK3PXP')
  expect(unseal([...others, ...keys], 'ann', sealed)).toBe('JBSWY3DPEHPK3PXP')
  expect([unseal(keys, 'bob', sealed), unseal(others, 'ann', sealed)]).toEqual([undefined, undefined])
  for (const at of sealed.keys()) expect([at, unseal(keys, 'ann', changed(sealed, at))]).toEqual([at, undefined])
  for (const to of sealed.keys()) expect([to, unseal(keys, 'ann', sealed.subarray(0, to))]).toEqual([to, undefined])
  // The same text is encrypted differently each time, so that equal secrets cannot be recognised.
  expect(seal(keys, randomBytes, 'ann', 'JBSWY3DPEHPK3PXP').equals(sealed)).toBe(false)
})

test('A mail that waits opens with its key alone, and not when any bit of it was changed', () => {
  const [[key], [other]] = [mails.sealingKeys(['one secret']), mails.sealingKeys(['another secret'])]
  const sealed = mails.seal(key, randomBytes(12), 'https://portal.example/register#token=x')
  expect(mails.unseal([other, key], sealed)).toBe('https://portal.example/register#token=x')
  expect(mails.unseal([other], sealed)).toBeUndefined()
  for (const at of sealed.keys()) expect([at, mails.unseal([key], changed(sealed, at))]).toEqual([at, undefined])
  for (const to of sealed.keys()) expect([to, mails.unseal([key], sealed.subarray(0, to))]).toEqual([to, undefined])
})
