import type { NetworkCaller } from '#server/audit/record.ts'
import { requireCodesNotBlocked } from '../limits/alarms.ts'
import { claimCode, releaseAttempt } from '../limits/throttle.ts'
import type { SessionDeps } from '../session/sessions.ts'
import { isRecoveryCode } from './codes.ts'
import { type CodeSource, consumeCode } from './factors.ts'

/**
 * Checks a code and returns its kind. Six-digit codes are counted; recovery codes cannot be guessed and are always checked.
 * The caller counts a wrong code, and resets the count after a right one. Throws wrong_credentials when digits are blocked
 * for this person, too_many_requests after too many wrong codes within an hour.
 */
export async function consumeCountedCode(
  deps: SessionDeps,
  input: Parameters<typeof consumeCode>[1] & { caller: NetworkCaller },
): Promise<CodeSource | undefined> {
  const { userId, typed, caller } = input
  if (isRecoveryCode(typed)) return consumeCode(deps, input)
  await requireCodesNotBlocked(deps.db, userId)
  const claim = await claimCode(deps.db, userId, caller.network, deps.clock())
  const source = await consumeCode(deps, input)
  if (source) await releaseAttempt(deps.db, claim, { proven: true }, deps.clock())
  return source
}
