import { createHash } from 'node:crypto'

/**
 * What a person has shown to be who they are. It is named by a key that must still be theirs when the session begins:
 * the hash of their password's hash, a passkey, or who they are at the identity provider.
 */
export type Proof = { readonly by: 'password' | 'passkey' | 'sign_on'; readonly key: Buffer }

/** The password was right; `hash` is what it was checked against. */
export function passwordProof(hash: string): Proof {
  return { by: 'password', key: createHash('sha256').update(hash).digest() }
}

/** A passkey has signed, by its credential's id. */
export function passkeyProof(credential: Buffer): Proof {
  return { by: 'passkey', key: credential }
}

/** The identity provider has said so, by the id of the link. */
export function signOnProof(identityId: string): Proof {
  return { by: 'sign_on', key: Buffer.from(identityId) }
}
