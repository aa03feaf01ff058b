import type { Endpoint, Reply } from '#contract/endpoint.ts'
import { CallError, call as callOnce } from '../api/call.ts'

/** Asks the person to show that it is they; settles once they have, or fails when they give up. */
type AskForProof = () => Promise<void>

let askForProof: AskForProof | undefined
let asking: Promise<void> | undefined

/** Says who asks for a proof, as long as it is shown. Returns the function that ends this. */
export function onProofNeeded(ask: AskForProof): () => void {
  askForProof = ask
  return () => {
    askForProof = undefined
  }
}

/**
 * Calls an endpoint of the console. What is dangerous may first need a proof that it is still the same person: it is asked
 * for, and the call is made again. Whoever gives up gets the server's refusal.
 */
export const call: typeof callOnce = async <E extends Endpoint>(
  endpoint: E,
  input: Parameters<typeof callOnce<E>>[1],
): Promise<Reply<E>> => {
  try {
    return await callOnce(endpoint, input)
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'proof_needed' && askForProof)) throw error
    // Of several calls at once one asks for all.
    asking ??= askForProof().finally(() => {
      asking = undefined
    })
    await asking.catch(() => {
      throw error
    })
    return callOnce(endpoint, input)
  }
}
