/** Whether a toast says why a call failed with this status; of other statuses the button says it that started the call. */
export function isToldByToast(status: number): boolean {
  return [400, 403, 404, 409, 429].includes(status)
}

/** The key of what is said of a failed call for which the server has sent no sentence. */
export function standardFailure(status: number): 'state.unavailable.text' | 'state.error.text' {
  return status >= 500 ? 'state.unavailable.text' : 'state.error.text'
}
