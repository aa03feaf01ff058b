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

/** The address of the service worker, in the form in which the page's policy lets a script be named: this one alone. */
export function workerAddress(): string {
  const { trustedTypes } = window as { trustedTypes?: TypedPolicies }
  trustedAddress ??= trustedTypes
    ? trustedTypes.createPolicy('worker', { createScriptURL: () => address }).createScriptURL(address)
    : address
  return trustedAddress
}

/** Has the worker forget what it kept for a person and account, when documents have left the account since. */
export function forgetRemoved(owner: string | null, removed: number): void {
  if (owner !== null) navigator.serviceWorker?.controller?.postMessage({ owner, removed })
}
