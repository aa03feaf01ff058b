import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailedTokenHash, newMailedToken } from '../tokens/mailed-token.ts'
import { tokenKeys } from '../tokens/token-keys.ts'
import { createRefreshToken, readRefreshToken } from './refresh-token.ts'

const [newer, older] = ['the newer secret of this portal, 32+', 'the older secret of this portal, 32+']
const keys = tokenKeys([newer, older])
const session = fc.constant(0).map(() => randomUUID())
const generation = fc.integer({ min: 0, max: 999_999_999 })

test('What a browser shows to stay signed in is known again, also after the secret has changed', () => {
  fc.assert(
    fc.property(session, generation, (sessionId, count) => {
      const token = createRefreshToken(keys, sessionId, count)
      expect(readRefreshToken(keys, token)).toEqual({ sessionId, generation: count })
      const before = createRefreshToken(tokenKeys([older]), sessionId, count)
      expect(readRefreshToken(keys, before)).toEqual({ sessionId, generation: count })
      // The first secret signs, so that the other can be taken away.
      expect(readRefreshToken(tokenKeys([newer]), token)).toEqual({ sessionId, generation: count })
      expect(readRefreshToken(tokenKeys([older]), token)).toBeUndefined()
    }),
  )
})

test('With any sign of it changed, added or left out it is nobody’s', () => {
  fc.assert(
    fc.property(session, generation, fc.nat(), fc.stringMatching(/^[ -~]{0,2}$/), (sessionId, count, at, signs) => {
      const token = createRefreshToken(keys, sessionId, count)
      const position = at % token.length
      const forged = token.slice(0, position) + signs + token.slice(position + 1)
      fc.pre(forged !== token)
      expect(readRefreshToken(keys, forged)).toBeUndefined()
    }),
  )
})

test('It says which time it is used in one way only', () => {
  const sessionId = randomUUID()
  const [, , mac] = createRefreshToken(keys, sessionId, 1).split('.')
  for (const count of ['01', '1.0', '+1', '-1', '1e0', '', ' 1', '1000000000'])
    expect(readRefreshToken(keys, `${sessionId}.${count}.${mac}`), count).toBeUndefined()
  expect(readRefreshToken(keys, createRefreshToken(keys, sessionId, 1_000_000_000))).toBeUndefined()
  expect(readRefreshToken(keys, createRefreshToken(keys, sessionId.toUpperCase(), 1))).toBeUndefined()
  expect(readRefreshToken(keys, ` ${createRefreshToken(keys, sessionId, 1)}`)).toBeUndefined()
})

test('A link in a mail holds 256 bits that nobody can guess, of which only a hash is kept', () => {
  const { token, hash } = newMailedToken(randomBytes)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(mailedTokenHash(token)).toEqual(hash)
  expect(hash).toHaveLength(32)
  expect(newMailedToken(randomBytes).token).not.toBe(token)
  for (const wrong of ['', token.slice(1), `${token}x`, ` ${token}`, `${token}\n`, `${token.slice(1)}+`])
    expect(mailedTokenHash(wrong), wrong).toBeUndefined()
})
