type TypedPolicies = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => {
    createScriptURL: (address: string) => string
  }
}

const address = '/worker.js'
let trustedAddress: string | undefined

/**
 * The address of the service worker, as a trusted URL where the page's policy demands one; the policy allows only this
 * script.
 */
export function workerAddress(): string {
  const { trustedTypes } = window as { trustedTypes?: TypedPolicies }
  trustedAddress ??= trustedTypes
    ? trustedTypes.createPolicy('worker', { createScriptURL: () => address }).createScriptURL(address)
    : address
  return trustedAddress
}

/** Tells the worker how often documents have left the account, so that it deletes cached data of an earlier state. */
export function forgetRemoved(owner: string | null, removed: number): void {
  if (owner !== null) navigator.serviceWorker?.controller?.postMessage({ owner, removed })
}
