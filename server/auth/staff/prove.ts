import type { Assertion } from '#contract/auth/passkeys.ts'
import { PortalError, translatable } from '#contract/errors.ts'
import { type NetworkCaller, record } from '#server/audit/record.ts'
import { passkeyRefused } from '../factors/web-authn.ts'
import { claimCode, releaseAttempt } from '../limits/throttle.ts'
import type { SignInDeps } from '../sign-in/sign-in.ts'
import { verifyStaffPasskey } from './passkeys.ts'
import { findCredentials } from './queries.ts'
import { noteStaffProof } from './session-queries.ts'
import type { StaffIdentity } from './sessions.ts'
import { consumeCode } from './sign-in.ts'

export type StaffProof = { code?: string | undefined; credential?: Assertion | undefined; caller: NetworkCaller }

/**
 * Shows with a code of the app or with a passkey that it is still the same member of staff: what is dangerous may be done
 * for some minutes. Throws wrong_credentials, and too_many_requests: wrong codes count like those of a sign-in.
 */
export async function proveStaff(deps: SignInDeps, staff: StaffIdentity, proof: StaffProof): Promise<void> {
  if ((proof.code === undefined) === (proof.credential === undefined)) {
    const message = translatable('staff.proofEither')
    throw new PortalError('invalid_input', message, { errors: [{ message }] })
  }
  if (proof.credential) {
    const { owner } = await verifyStaffPasskey(deps, proof.credential, proof.caller)
    if (owner !== staff.staffId) throw passkeyRefused()
  } else await requireCode(deps, staff, proof.code ?? '', proof.caller)
  await noteStaffProof(deps.db, staff.sessionId, deps.clock())
}

async function requireCode(deps: SignInDeps, staff: StaffIdentity, code: string, caller: NetworkCaller): Promise<void> {
  const claim = await claimCode(deps.db, staff.staffId, caller.network, deps.clock())
  const credentials = await findCredentials(deps.db, staff.email)
  if (credentials && (await consumeCode(deps, deps.db, credentials, code))) {
    await releaseAttempt(deps.db, claim, { proven: true }, deps.clock())
    return
  }
  await record(deps, deps.db, { action: 'staff_proof_failed', caller, staffId: staff.staffId })
  const message = translatable('proof.codeWrong')
  throw new PortalError('wrong_credentials', message, { errors: [{ field: 'code', message }] })
}
