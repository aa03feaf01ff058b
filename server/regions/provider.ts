import { createHmac } from 'node:crypto'
import { startSignOn } from '#contract/auth/sign-on.ts'
import type { DirectoryRegion } from '#contract/regions/calls.ts'
import type { Passes } from './passes.ts'

/** The web's page on which a region says who is signed in there. */
const vouchPath = '/vouch'
/** Where the browser comes back to; the same as from an identity provider. */
const callbackPath = '/api/auth/sso/callback'

/**
 * Derived from what only the browser keeps, so that an answer is worth something in the browser that began, once, and
 * for the request that it answers.
 */
const deriveSecret = (requestToken: string, purpose: string) =>
  createHmac('sha256', requestToken).update(`region ${purpose}`).digest('base64url')

/** The address in another region that begins the sign-on there by what this one says. */
export function signOnAddress(
  { address }: DirectoryRegion,
  query: { region: string; pass: string; account: string | undefined; remember: boolean },
): string {
  const { account, remember, ...rest } = query
  const search = new URLSearchParams({ ...rest, remember: String(remember), ...(account ? { account } : {}) })
  return `${address}/api${startSignOn.path}?${search}`
}

/** The address in another region to which the browser returns with what this one says of the person. */
export function returnAddress({ address }: DirectoryRegion, answer: { code: string; state: string }): string {
  return `${address}${callbackPath}?${new URLSearchParams(answer)}`
}

/** Another region as an identity provider: it says who is signed in there. */
export function regionProvider({ own, region, passes }: { own: string; region: DirectoryRegion; passes: Passes }) {
  return {
    ...{ name: region.title, address: region.address },
    authorizationUrl: async (requestToken: string): Promise<string> => {
      const [state, nonce] = [deriveSecret(requestToken, 'state'), deriveSecret(requestToken, 'nonce')]
      return `${region.address}${vouchPath}?${new URLSearchParams({ region: own, state, nonce })}`
    },
    redeemCallback: async (requestToken: string, query: string) => {
      const search = new URLSearchParams(query)
      if (search.get('state') !== deriveSecret(requestToken, 'state')) return refused('another request')
      const claims = await passes.open('person', region.name, search.get('code') ?? '')
      if (claims?.nonce !== deriveSecret(requestToken, 'nonce')) return refused('no pass')
      const { sub, email, name, bothFactors } = claims
      if (typeof sub !== 'string' || typeof email !== 'string') return refused('no identity')
      return {
        ...{ issuer: region.address, subject: sub, email, verifiedEmail: email },
        ...{ name: typeof name === 'string' ? name : undefined, bothFactors: bothFactors === true, claims },
      }
    },
  }
}

const refused = (reason: string) => ({ failed: 'refused' as const, reason })
