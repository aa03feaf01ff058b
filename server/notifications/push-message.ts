import { createCipheriv, createECDH, createHmac, type ECDH, hkdfSync, sign } from 'node:crypto'

/*
 * Web push: a message is encrypted for one browser (RFC 8291, aes128gcm of RFC 8188) and delivered by the push service
 * of the browser's vendor, which cannot read it and verifies by a signature (RFC 8292, VAPID) that this portal sent it.
 */
const curve = 'prime256v1'

export type Subscription = { endpoint: string; p256dh: string; auth: string }
export type PushRequest = { url: string; headers: Record<string, string>; body: Buffer }

/**
 * The portal's key pair, derived from the operator's oldest secret, so that all servers have the same pair and it stays
 * the same when a newer secret is put before it.
 */
export function pushKeys(secrets: readonly string[]): ECDH {
  const secret = secrets.at(-1)
  if (secret === undefined) throw new RangeError('A secret is needed to sign what is pushed.')
  const keys = createECDH(curve)
  for (let attempt = 0; ; attempt++) {
    try {
      keys.setPrivateKey(Buffer.from(hkdfSync('sha256', secret, '', `web push ${attempt}`, 32)))
      return keys
    } catch (error) {
      // One in 2^32 numbers is no valid key.
      if (attempt > 3) throw error
    }
  }
}

/** The public key that the browser passes to its push service, in base64url. */
export function publicPushKey(keys: ECDH): string {
  return keys.getPublicKey('base64url', 'uncompressed')
}

export type PushDeps = {
  keys: ECDH
  /** A mailto: or https: address at which the push service can reach the operator. */
  contact: string
  random: (size: number) => Buffer
  now: Date
}

/** Seconds that a push service keeps a message for a browser that is off. */
const ttlSeconds = 86_400

/** A later message replaces one of the same topic; an urgent one also reaches a device that saves its battery. */
export type PushOptions = { topic: string; urgency: 'normal' | 'high' }

/** The request that sends a message to the push service. */
export function pushRequest(
  deps: PushDeps,
  subscription: Subscription,
  message: string,
  options: PushOptions,
): PushRequest {
  const { keys, contact, now } = deps
  const body = encryptMessage(deps, subscription, Buffer.from(message))
  const token = signToken(keys, {
    aud: new URL(subscription.endpoint).origin,
    exp: Math.floor(now.getTime() / 1000) + ttlSeconds / 2,
    sub: contact,
  })
  return {
    url: subscription.endpoint,
    body,
    headers: {
      authorization: `vapid t=${token}, k=${publicPushKey(keys)}`,
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      'content-length': String(body.length),
      ttl: String(ttlSeconds),
      ...options,
    },
  }
}

function encryptMessage({ random }: PushDeps, subscription: Subscription, message: Buffer): Buffer {
  const browserKey = Buffer.from(subscription.p256dh, 'base64url')
  const ephemeral = createECDH(curve)
  const ephemeralKey = ephemeral.generateKeys()
  const salt = random(16)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, ephemeralKey])
  const sharedSecret = Buffer.from(
    hkdfSync('sha256', ephemeral.computeSecret(browserKey), Buffer.from(subscription.auth, 'base64url'), info, 32),
  )
  const key = Buffer.from(hkdfSync('sha256', sharedSecret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', sharedSecret, salt, 'Content-Encoding: nonce\0', 12))
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // A single record: the byte 2 marks the last one.
  const record = Buffer.concat([
    cipher.update(message),
    cipher.update(Buffer.of(2)),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(4096)
  return Buffer.concat([salt, size, Buffer.of(ephemeralKey.length), ephemeralKey, record])
}

/** A JSON Web Token signed with ES256. */
function signToken(keys: ECDH, claims: object): string {
  const encodePart = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
  const signingInput = `${encodePart({ typ: 'JWT', alg: 'ES256' })}.${encodePart(claims)}`
  const publicKey = keys.getPublicKey()
  const key = {
    kty: 'EC',
    crv: 'P-256',
    x: publicKey.subarray(1, 33).toString('base64url'),
    y: publicKey.subarray(33).toString('base64url'),
    d: keys.getPrivateKey().toString('base64url').padStart(43, 'A'),
  }
  const signature = sign('sha256', Buffer.from(signingInput), { key, format: 'jwk', dsaEncoding: 'ieee-p1363' })
  return `${signingInput}.${signature.toString('base64url')}`
}

/** A name of at most 32 characters for the subject of a notice; the same parts give the same name. */
export function topicOf(...parts: readonly string[]): string {
  return createHmac('sha256', 'topic').update(parts.join('\0')).digest('base64url').slice(0, 32)
}

/** The push services of the browser vendors: the portal sends pushes to no other address. */
const pushServices = ['googleapis.com', 'push.services.mozilla.com', 'push.apple.com', 'notify.windows.com']

/** Whether an address that a browser has named belongs to a known push service. */
export function isPushEndpoint(address: string): boolean {
  const url = URL.parse(address)
  return (
    url !== null &&
    url.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    pushServices.some((service) => url.hostname.endsWith(`.${service}`))
  )
}
