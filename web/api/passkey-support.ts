/** Whether this browser can use passkeys here: it knows them, and the portal is reached by https or on this computer. */
export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/** Whether the portal is open at its own address, the only one that passkeys and identity providers know. */
export function isOwnAddress(address: string | undefined): boolean {
  return address === undefined || address === location.origin
}
