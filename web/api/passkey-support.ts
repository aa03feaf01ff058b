/**
 * Whether this browser can use passkeys here: it supports them, and the portal is open over https or on this computer.
 */
export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/** Whether the portal is open at its configured address, the only one valid for passkeys and identity providers. */
export function isOwnAddress(address: string | undefined): boolean {
  return address === undefined || address === location.origin
}
