import { PortalError } from '#contract/errors.ts'
import type { NetworkCaller } from '#server/audit/record.ts'
import { requireCodesNotBlocked } from '../limits/alarms.ts'
import { claimCode, releaseAttempt } from '../limits/throttle.ts'
import type { SessionDeps } from '../session/sessions.ts'
import { isRecoveryCode } from './codes.ts'
import { type CodeSource, consumeCode } from './factors.ts'

/**
 * Checks a code and returns its kind. Six-digit codes are counted and refused after too many, of which `onRefused` is told;
 * recovery codes cannot be guessed and are always checked. The caller counts a wrong code, and resets the count after a
 * right one.
 */
export async function consumeCountedCode(
  deps: SessionDeps,
  input: Parameters<typeof consumeCode>[1] & { caller: NetworkCaller },
  onRefused: (reason: 'codesEnded' | 'locked') => Promise<void>,
): Promise<CodeSource | undefined> {
  const { userId, typed, caller } = input
  if (isRecoveryCode(typed)) return consumeCode(deps, input)
  const refused = (reason: 'codesEnded' | 'locked') => async (error: unknown) => {
    if (error instanceof PortalError) await onRefused(reason)
    throw error
  }
  await requireCodesNotBlocked(deps.db, userId).catch(refused('codesEnded'))
  const claim = await claimCode(deps.db, userId, caller.network, deps.clock()).catch(refused('locked'))
  const source = await consumeCode(deps, input)
  if (source) await releaseAttempt(deps.db, claim, { proven: true }, deps.clock())
  return source
}
