/** Whether this browser can use passkeys here: it knows them, and the portal is reached by https or on this computer. */
export function passkeysWork(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/** Whether passkeys belong to the address that is open: they are bound to the one of the operator. */
export function passkeysBelong(address: string | undefined): boolean {
  return address === undefined || address === location.origin
}
