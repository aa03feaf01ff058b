/**
 * Waits for statements that were sent in a transaction, one after the other or in parts that take turns. Throws the error
 * that aborted the transaction: all others failed only because of that (25P02), also such as were sent before it.
 */
export async function awaitStatements(statements: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  const outcomes = await Promise.allSettled(statements)
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  if (errors.length > 0) throw errors.find((error) => !isConsequence(error)) ?? errors[0]
}

const isConsequence = (error: unknown) => error instanceof Error && 'code' in error && error.code === '25P02'
