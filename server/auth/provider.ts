import { createHmac } from 'node:crypto'
import * as oidc from 'openid-client'

/** An identity provider that speaks OpenID Connect, and what the portal is known as there. */
export type ProviderSettings = { issuer: string; clientId: string; clientSecret: string }

/** Who the provider says somebody is. Nothing but issuer and subject is theirs for good. */
export type ProviderIdentity = {
  issuer: string
  subject: string
  /** Only when the provider vouches that it is theirs. */
  verifiedEmail: string | undefined
  email: string | undefined
  name: string | undefined
  /** Whether it says that more than one factor was shown. */
  bothFactors: boolean
}

/** `refused`: the provider or the person said no, or the answer is not genuine; `unavailable`: it could not be reached. */
export type ProviderAnswer = ProviderIdentity | { failed: 'refused' | 'unavailable'; reason: string }

export type IdentityProvider = {
  /** What people call it. */
  readonly name: string
  /** Where the browser goes with a trip's token, and comes back from to `redirectUri`. Undefined when it is out of reach. */
  authorizationUrl(requestToken: string): Promise<string | undefined>
  /** Asks the provider who has come back, with the query that the browser brought. */
  redeemCallback(requestToken: string, query: string): Promise<ProviderAnswer>
}

const timeoutSeconds = 8
/** Clocks of others may be a minute off. */
const clockTolerance = 60
const scope = 'openid email profile'

/** What goes along on a trip is made of its token, which the browser keeps: none of it is stored, none fits another trip. */
const deriveSecret = (requestToken: string, purpose: string) =>
  createHmac('sha256', requestToken).update(purpose).digest('base64url')

/** The identity provider of the operator; it is asked for its own addresses when it is first needed. */
export function createProvider(settings: ProviderSettings, redirectUri: string): IdentityProvider {
  const { issuer, clientId, clientSecret } = settings
  let discovery: Promise<oidc.Configuration> | undefined

  /** Asked again after a failure: a provider that was away must not need the portal to be restarted. */
  function configuration(): Promise<oidc.Configuration> {
    discovery ??= oidc
      .discovery(
        new URL(issuer),
        clientId,
        { [oidc.clockTolerance]: clockTolerance },
        oidc.ClientSecretPost(clientSecret),
        {
          timeout: timeoutSeconds,
          // Signatures are checked although the token came straight from the provider. Plain http the settings allow on
          // this machine alone.
          execute: [
            oidc.enableNonRepudiationChecks,
            ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
          ],
        },
      )
      .catch((error: unknown) => {
        discovery = undefined
        throw error
      })
    return discovery
  }

  return {
    name: displayNameOf(new URL(issuer).hostname),
    async authorizationUrl(requestToken) {
      try {
        const url = oidc.buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope,
          response_type: 'code',
          state: deriveSecret(requestToken, 'state'),
          nonce: deriveSecret(requestToken, 'nonce'),
          code_challenge: await oidc.calculatePKCECodeChallenge(deriveSecret(requestToken, 'verifier')),
          code_challenge_method: 'S256',
        })
        return url.href
      } catch {
        return undefined
      }
    },

    async redeemCallback(requestToken, query) {
      try {
        const callbackUrl = new URL(redirectUri)
        callbackUrl.search = query
        const tokens = await oidc.authorizationCodeGrant(await configuration(), callbackUrl, {
          expectedState: deriveSecret(requestToken, 'state'),
          expectedNonce: deriveSecret(requestToken, 'nonce'),
          pkceCodeVerifier: deriveSecret(requestToken, 'verifier'),
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        return claims ? identityFromClaims(claims) : { failed: 'refused', reason: 'no identity' }
      } catch (error) {
        return { failed: isUnreachable(error) ? 'unavailable' : 'refused', reason: reasonOf(error) }
      }
    },
  }
}

const displayNames: Readonly<Record<string, string>> = {
  'login.microsoftonline.com': 'Microsoft',
  'accounts.google.com': 'Google',
}
const displayNameOf = (host: string) => (Object.hasOwn(displayNames, host) ? displayNames[host] : undefined) ?? host

function identityFromClaims(claims: oidc.IDToken): ProviderIdentity {
  const email = typeof claims.email === 'string' ? claims.email : undefined
  const methods = Array.isArray(claims.amr) ? claims.amr : []
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    name: typeof claims.name === 'string' ? claims.name : undefined,
    verifiedEmail: isVerified(claims) ? email : undefined,
    bothFactors: methods.includes('mfa'),
  }
}

/**
 * Whether the provider vouches for the e-mail. Nothing that merely looks true: "false" is a text that does. Entra ID never
 * says `email_verified`; its optional claim `xms_edov`, that the address is of a domain which its tenant has proven to
 * own, says the same.
 */
function isVerified({ email_verified, xms_edov }: oidc.IDToken): boolean {
  return email_verified === true || (email_verified === undefined && xms_edov === true)
}

function isUnreachable(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'OAUTH_TIMEOUT' || (error instanceof TypeError && error.message === 'fetch failed')
}

/** A word for the log: never what the provider sent along. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
