import type { Identity } from '#contract/auth/sign-on.ts'
import { notFound } from '#contract/errors.ts'
import { withTransaction } from '#database/transaction.ts'
import { type NetworkCaller, record } from '#server/audit/record.ts'
import type { SessionUser } from '../session/sessions.ts'
import { requireRecentProof } from '../sign-in/step-up.ts'
import { notifySignInChanged } from '../users/security-notices.ts'
import { deleteIdentity, selectIdentities } from './queries.ts'
import type { SignOnDeps } from './sign-on.ts'

/** The linked identities of a person, and whether another can be linked: of each provider one can. */
export async function listIdentities(
  { db, provider }: SignOnDeps,
  userId: string,
): Promise<{ identities: Identity[]; linkable: boolean }> {
  const identities = await selectIdentities(db, userId)
  // Providers are known by their addresses, which may be written with or without a slash at the end.
  const addressOf = (issuer: string) => new URL(issuer).href
  const isOfProvider = ({ issuer }: Identity) => provider && addressOf(issuer) === addressOf(provider.issuer)
  return { identities, linkable: provider !== undefined && !identities.some(isOfProvider) }
}

/** Deletes a linked identity. Throws proof_needed, not_found. */
export async function removeIdentity(
  deps: SignOnDeps,
  user: SessionUser,
  id: string,
  caller: NetworkCaller,
): Promise<void> {
  await requireRecentProof(deps, user)
  const { userId } = user
  await withTransaction(deps.db, async (db) => {
    if (!(await deleteIdentity(db, userId, id))) throw notFound()
    await record(deps, db, { action: 'identity_unlinked', caller, userId })
    await notifySignInChanged(deps, db, userId, 'identityRemoved')
  })
}
