import { createHmac } from 'node:crypto'
import type * as Oidc from 'openid-client'
import type { Log } from '#database/log.ts'

/** An OpenID Connect identity provider, and the portal's credentials there. */
export type ProviderSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Scopes beside those that every provider knows, with blanks. */
  moreScopes?: string | undefined
}

/** The person as the provider describes them. Only issuer and subject identify them permanently. */
export type ProviderIdentity = {
  issuer: string
  subject: string
  /** Present only when the provider confirms that the address is theirs. */
  verifiedEmail: string | undefined
  email: string | undefined
  name: string | undefined
  /** Whether the provider states that more than one factor was shown. */
  bothFactors: boolean
  /** All that the provider has signed. */
  claims: Readonly<Record<string, unknown>>
}

/**
 * `refused`: the provider or the person refused, or the answer is not authentic; `unavailable`: the provider could not
 * be reached.
 */
export type ProviderAnswer = ProviderIdentity | { failed: 'refused' | 'unavailable'; reason: string }

export type IdentityProvider = {
  /** The provider's name as shown to people. */
  readonly name: string
  /**
   * The address to send the browser to for this request; it comes back to `redirectUri`. With `anew` the person has to
   * sign in there again. Undefined when the provider cannot be reached.
   */
  authorizationUrl(requestToken: string, options?: { anew: boolean }): Promise<string | undefined>
  /** Asks the provider who has signed in, with the query that the browser brought back. */
  redeemCallback(requestToken: string, query: string): Promise<ProviderAnswer>
}

/** The operator's own, with its name in the protocol. */
export type OwnProvider = IdentityProvider & { readonly issuer: string }

/** Loaded when somebody signs in by a provider, which most portals have not. */
const loadOidc = () => import('openid-client')

const timeoutSeconds = 8
/** Seconds by which the provider's clock may differ. */
const clockTolerance = 60
const scope = 'openid email profile'

/**
 * The secrets of an authorization request are derived from its token, which only the browser keeps: none is stored, and
 * none fits another request.
 */
const deriveSecret = (requestToken: string, purpose: string) =>
  createHmac('sha256', requestToken).update(purpose).digest('base64url')

/** The operator's identity provider. Its configuration is fetched when it is first needed. */
export function createProvider(settings: ProviderSettings, redirectUri: string, log: Log): OwnProvider {
  const { issuer, clientId, clientSecret, moreScopes } = settings
  let discovery: Promise<Oidc.Configuration> | undefined

  /** Fetched again after a failure, so that the portal need not be restarted when the provider was away. */
  function configuration(): Promise<Oidc.Configuration> {
    discovery ??= discover().catch((error: unknown) => {
      discovery = undefined
      throw error
    })
    return discovery
  }

  async function discover(): Promise<Oidc.Configuration> {
    const oidc = await loadOidc()
    return oidc.discovery(
      new URL(issuer),
      clientId,
      { [oidc.clockTolerance]: clockTolerance },
      oidc.ClientSecretPost(clientSecret),
      {
        timeout: timeoutSeconds,
        // Signatures are checked although the token comes directly from the provider. The settings allow plain http
        // on the local machine only.
        execute: [oidc.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [])],
      },
    )
  }

  return {
    name: displayNameOf(new URL(issuer).hostname),
    issuer,
    async authorizationUrl(requestToken, { anew } = { anew: false }) {
      try {
        const oidc = await loadOidc()
        const url = oidc.buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: [scope, ...(moreScopes ? [moreScopes] : [])].join(' '),
          ...(anew ? { prompt: 'login', max_age: '0' } : {}),
          response_type: 'code',
          state: deriveSecret(requestToken, 'state'),
          nonce: deriveSecret(requestToken, 'nonce'),
          code_challenge: await oidc.calculatePKCECodeChallenge(deriveSecret(requestToken, 'verifier')),
          code_challenge_method: 'S256',
        })
        return url.href
      } catch (error) {
        log.warn(`Nobody can sign in by ${new URL(issuer).hostname} now: ${reasonOf(error)}`)
        return undefined
      }
    },

    async redeemCallback(requestToken, query) {
      try {
        const oidc = await loadOidc()
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

function identityFromClaims(claims: Oidc.IDToken): ProviderIdentity {
  const email = typeof claims.email === 'string' ? claims.email : undefined
  const methods = Array.isArray(claims.amr) ? claims.amr : []
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    name: typeof claims.name === 'string' ? claims.name : undefined,
    verifiedEmail: isVerified(claims) ? email : undefined,
    bothFactors: methods.includes('mfa'),
    claims,
  }
}

/**
 * Whether the provider confirms the e-mail. Only the boolean counts: the text "false" would be truthy. Entra ID never
 * sends `email_verified`; its optional claim `xms_edov` says the same, that the tenant has proven to own the address's
 * domain.
 */
function isVerified({ email_verified, xms_edov }: Oidc.IDToken): boolean {
  return email_verified === true || (email_verified === undefined && xms_edov === true)
}

/** Whether the provider did not answer, or says that it is in trouble itself. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  const status = 'status' in error ? error.status : error.cause instanceof Response ? error.cause.status : undefined
  const isInTrouble = typeof status === 'number' && status >= 500
  return isInTrouble || code === 'OAUTH_TIMEOUT' || (error instanceof TypeError && error.message === 'fetch failed')
}

/** A short code for the log; never data that the provider sent. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
