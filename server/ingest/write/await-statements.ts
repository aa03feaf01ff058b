/**
 * Waits for statements that were sent one after the other in a transaction. Throws the error of the first one that
 * failed: those after it failed only because the transaction was aborted.
 */
export async function awaitStatements(statements: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  for (const outcome of await Promise.allSettled(statements)) {
    if (outcome.status === 'rejected') throw outcome.reason
  }
}
