import { createHash } from 'node:crypto'

/**
 * How a person has proven who they are. `key` must still be valid when the session begins: the hash of their password
 * hash, a passkey's credential id, or the id of their identity at the provider.
 */
export type Proof = { readonly by: 'password' | 'passkey' | 'sign_on'; readonly key: Buffer }

/** The proof by a password; `hash` is the stored hash that it was checked against. */
export function passwordProof(hash: string): Proof {
  return { by: 'password', key: createHash('sha256').update(hash).digest() }
}

/** The proof by a passkey, with its credential id. */
export function passkeyProof(credential: Buffer): Proof {
  return { by: 'passkey', key: credential }
}

/** The proof by the identity provider, with the id of the linked identity. */
export function signOnProof(identityId: string): Proof {
  return { by: 'sign_on', key: Buffer.from(identityId) }
}
