/** Whether this browser can use passkeys here: it knows them, and the portal is reached by https or on this computer. */
export function passkeysWork(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}
