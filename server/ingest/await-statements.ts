/**
 * Waits for statements that were sent one behind the other in a transaction. The first that failed is the one to tell of:
 * those behind it failed only because the transaction had.
 */
export async function awaitStatements(statements: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  for (const outcome of await Promise.allSettled(statements)) {
    if (outcome.status === 'rejected') throw outcome.reason
  }
}
