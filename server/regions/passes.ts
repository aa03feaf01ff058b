import { EncryptJWT, jwtDecrypt } from 'jose'
import { passKey } from './secrets.ts'

/** `visit`: a signed-in person may begin a sign-on from a page of another region; `person`: who is signed in there. */
export type PassPurpose = 'visit' | 'person'

type Claims = Readonly<Record<string, unknown>>

/** Writes and reads passes: what one region says to another by way of a browser, which cannot read or change it. */
export type Passes = {
  /** A pass for a region, worth something for a minute. */
  seal: (purpose: PassPurpose, to: string, claims: Claims) => Promise<string>
  /** What a pass of a region says to this one; undefined for any other. */
  open: (purpose: PassPurpose, from: string, pass: string) => Promise<Claims | undefined>
}

/** How long a pass is worth something, in seconds: a browser carries it over at once. */
const lifetime = 60
/** How far clocks of regions may be apart, in seconds. */
const clockTolerance = 30

/** The passes of the region `own`. The first secret encrypts, all decrypt. */
export function createPasses(deps: { own: string; secrets: readonly string[]; clock: () => Date }): Passes {
  const { own, clock } = deps
  const [first, ...others] = deps.secrets.map(passKey)
  if (!first) throw new RangeError('Regions need a secret.')
  return {
    seal: (purpose, to, claims) => {
      const now = Math.floor(clock().getTime() / 1000)
      return new EncryptJWT({ ...claims, purpose })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setIssuer(own)
        .setAudience(to)
        .setIssuedAt(now)
        .setExpirationTime(now + lifetime)
        .encrypt(first)
    },
    open: async (purpose, from, pass) => {
      for (const key of [first, ...others]) {
        const payload = await jwtDecrypt(pass, key, {
          ...{ issuer: from, audience: own, currentDate: clock(), clockTolerance },
          ...{ keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'], requiredClaims: ['exp'] },
        }).then(
          (result) => result.payload,
          // Another key may fit; a pass that none fits is none.
          () => undefined,
        )
        if (payload?.purpose === purpose) return payload
      }
      return undefined
    },
  }
}
