/** Gives an access token that is valid now. Rejects with the reason of the provider. */
export type AccessTokens = () => Promise<string>

/** A token is renewed so long before it ends. */
const renewalMs = 60_000
const timeoutSeconds = 8

/**
 * Gets the access tokens of a mailbox that opens by OAuth 2 only. `address` is the provider's token endpoint with the
 * portal's own name and secret there, as https://client:secret@host/token?scope=…; it asks by `grant_type`
 * (client_credentials, unless the address names another), and sends what else stands behind the question mark.
 */
export function accessTokens(address: string, clock: () => Date): AccessTokens {
  const url = new URL(address)
  const { grant_type: grantType = 'client_credentials', ...parameters } = Object.fromEntries(url.searchParams)
  const [client, secret] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  Object.assign(url, { username: '', password: '', search: '' })
  let token = ''
  let expiresAt = 0

  return async () => {
    if (clock().getTime() < expiresAt - renewalMs) return token
    // Loaded when the first mailbox of this kind is opened.
    const oauth = await import('openid-client')
    const server = { issuer: url.origin, token_endpoint: url.href }
    const configuration = new oauth.Configuration(server, client, {}, oauth.ClientSecretPost(secret))
    configuration.timeout = timeoutSeconds
    // The setting allows plain http on this machine only.
    if (url.protocol === 'http:') oauth.allowInsecureRequests(configuration)
    const reply = await oauth.genericGrantRequest(configuration, grantType, parameters)
    token = reply.access_token
    expiresAt = clock().getTime() + (reply.expiresIn() ?? 0) * 1000
    return token
  }
}
