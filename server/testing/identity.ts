import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'
import { atEnd } from '#database/testing/at-end.ts'

export const clientId = 'portal'
export const clientSecret = 'a secret that the provider knows too'

type Claims = Record<string, unknown>
/** The factors that a person shows, as the provider names them. */
const factorsOf = (person: Claims | undefined) => (Array.isArray(person?.amr) ? person.amr.map(String) : [])
type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

/** An HTTP server on this machine; its handler is made with its address. Closed after the file's last test. */
async function listen(handlerOf: (address: string) => Promise<Handler>): Promise<string> {
  let handle: Handler = () => undefined
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const bound = server.address()
  const address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`
  handle = await handlerOf(address)
  return address
}

/** A certified identity provider at which the named person signs in without any further step. */
export async function realProvider(redirectUri: string | readonly string[], people: ReadonlyMap<string, Claims>) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' }
  let currentPerson = ''
  const issuer = await listen(async (address) => {
    const provider = new Provider(address, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [redirectUri].flat(),
          token_endpoint_auth_method: 'client_secret_post',
          grant_types: ['authorization_code', 'client_credentials'],
        },
        // A mail server that asks whether a token is valid.
        {
          ...{ client_id: 'mailserver', client_secret: clientSecret, redirect_uris: [], response_types: [] },
          ...{ grant_types: [], token_endpoint_auth_method: 'client_secret_basic' },
        },
      ],
      jwks: { keys: [jwk] },
      cookies: { keys: ['a key for the cookies of the provider'] },
      claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
      conformIdTokenClaims: false,
      pkce: { required: () => true },
      ttl: {
        AccessToken: 600,
        ClientCredentials: 600,
        AuthorizationCode: 60,
        Grant: 600,
        IdToken: 600,
        Interaction: 600,
        Session: 600,
      },
      features: {
        devInteractions: { enabled: false },
        clientCredentials: { enabled: true },
        introspection: { enabled: true },
      },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) }),
      loadExistingGrant: async (context) => {
        const grant = new context.oidc.provider.Grant({ clientId, accountId: context.oidc.session?.accountId ?? '' })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
    const callback = provider.callback()
    return (request, response) =>
      request.url?.startsWith('/interaction/')
        ? provider.interactionFinished(request, response, {
            login: { accountId: currentPerson, amr: factorsOf(people.get(currentPerson)) },
          })
        : callback(request, response)
  })

  return {
    issuer,
    /** Sets the person who signs in from now on. */
    expect: (person: string) => {
      currentPerson = person
    },
    /**
     * Follows the portal's redirect, signs in as a person, and returns the address that the browser is sent back to.
     */
    async visit(address: string, person: string): Promise<URL> {
      currentPerson = person
      const cookies = new Map<string, string>()
      let next = new URL(address)
      for (let hops = 0; hops < 10 && next.href.startsWith(issuer); hops++) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const reply = await fetch(next, { redirect: 'manual', headers: { cookie } })
        for (const set of reply.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
          cookies.set(name, value)
        }
        next = new URL(reply.headers.get('location') ?? '', next)
      }
      return next
    },
  }
}

/** A lie that an identity provider puts into its answer. */
export type Lie = {
  claims?: JWTPayload & Claims
  /** The token is signed with a key that it has not published. */
  foreignKey?: boolean
  unsigned?: boolean
  /** Headers added to those of the token. */
  headers?: Claims
  /** No token, but a reply with this status. */
  status?: number
}

/** An identity provider that gives any answer it is told to; the code is the nonce, so it needs no page. */
export async function lyingProvider() {
  const ownKeys = await generateKeyPair('RS256', { extractable: true })
  const foreignKeys = await generateKeyPair('RS256', { extractable: true })
  let lie: Lie = {}
  const asked: URLSearchParams[] = []
  const paths: string[] = []
  const issuer = await listen(async (address) => async (request, response) => {
    paths.push(request.url ?? '')
    const reply = await contentOf(address, request)
    response.writeHead(reply === undefined ? (lie.status ?? 404) : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(reply ?? { error: 'invalid_grant' }))
  })

  async function contentOf(address: string, request: IncomingMessage): Promise<object | undefined> {
    if (request.url === '/.well-known/openid-configuration') {
      return {
        issuer: address,
        authorization_endpoint: `${address}/authorize`,
        token_endpoint: `${address}/token`,
        jwks_uri: `${address}/keys`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['RS256'],
        authorization_response_iss_parameter_supported: true,
      }
    }
    if (request.url === '/keys')
      return { keys: [{ ...(await exportJWK(ownKeys.publicKey)), alg: 'RS256', kid: 'own' }] }
    if (request.url !== '/token') return undefined
    const form = new URLSearchParams(await text(request))
    asked.push(form)
    if (lie.status !== undefined) return undefined
    return { access_token: 'x', token_type: 'Bearer', id_token: await idToken(address, form.get('code') ?? '') }
  }

  async function idToken(address: string, nonce: string): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: address, sub: 'somebody', aud: clientId, iat: now, exp: now + 300, nonce, ...lie.claims }
    if (lie.unsigned) {
      const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${encodePart({ alg: 'none' })}.${encodePart(claims)}.`
    }
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'own', ...lie.headers })
      .sign((lie.foreignKey ? foreignKeys : ownKeys).privateKey)
  }

  return {
    issuer,
    answerWith: (next: Lie) => {
      lie = next
    },
    /** The parameters with which the portal requested tokens. */
    asked,
    /** The paths of all requests. */
    paths,
  }
}

/** The code challenge of a PKCE verifier. */
export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')
