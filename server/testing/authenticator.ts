import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | Uint8Array | string) => Buffer.from(data).toString('base64url')

/** The address of the portal of the tests. */
const origin = 'http://portal.test'

type AuthenticatorOptions = { origin?: string; rpId?: string; verified?: boolean; counter?: number; challenge?: string }

/** A security key in software: it creates one key, and signs as an authenticator in a browser would. */
export function authenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0
  let userHandle: string | undefined

  const authenticatorData = (overrides: AuthenticatorOptions, attestedData: Buffer) => {
    const flags = 0x01 | (overrides.verified === false ? 0 : 0x04) | (attestedData.length > 0 ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(overrides.counter ?? ++counter)
    return Buffer.concat([sha256(overrides.rpId ?? 'portal.test'), Buffer.from([flags]), count, attestedData])
  }
  const clientData = (type: string, challenge: string, overrides: AuthenticatorOptions) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: overrides.challenge ?? challenge,
        origin: overrides.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const common = { id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {} }

  return {
    make(options: { challenge: string; user: { id: string } }, overrides: AuthenticatorOptions = {}) {
      userHandle = options.user.id
      const length = Buffer.from([0, id.length])
      const authData = authenticatorData(overrides, Buffer.concat([Buffer.alloc(16), length, id, toCose(publicKey)]))
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Uint8Array.from(authData)],
      ])
      return {
        ...common,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge, overrides)),
          attestationObject: base64url(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
          transports: ['internal'],
        },
      }
    },
    sign(options: { challenge: string }, overrides: AuthenticatorOptions & { as?: string } = {}) {
      const client = clientData('webauthn.get', options.challenge, overrides)
      const authData = authenticatorData(overrides, Buffer.alloc(0))
      return {
        ...common,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(authData),
          signature: base64url(sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey)),
          userHandle: overrides.as ?? userHandle,
        },
      }
    },
  }
}

function toCose(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))
  const entries: [number, number | Uint8Array][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ]
  return Buffer.from(isoCBOR.encode(new Map(entries)))
}
