import type { LinkFailure } from '#contract/auth/link-failures.ts'
import type { SignOnFailure } from '#contract/auth/sign-on-failures.ts'
import type { RefusalReason } from '#contract/console/refusal-reasons.ts'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type NetworkCaller, record } from '#server/audit/record.ts'
import type { IdentityProvider, OwnProvider, ProviderIdentity } from '../factors/provider.ts'
import { countAnonymousRequest } from '../limits/throttle.ts'
import { recordRefusal } from '../session/refusals.ts'
import type { SessionUser } from '../session/sessions.ts'
import { completeSignIn, type SignInOutcome } from '../sign-in/complete-sign-in.ts'
import type { SignInDeps } from '../sign-in/sign-in.ts'
import { requireRecentProof } from '../sign-in/step-up.ts'
import { mailedTokenHash, newMailedToken } from '../tokens/mailed-token.ts'
import { signOnProof } from '../tokens/proof.ts'
import { normaliseEmail } from '../users/email.ts'
import { findUser } from '../users/queries.ts'
import { notifySignInChanged } from '../users/security-notices.ts'
import {
  type AuthorizationRequest,
  consumeAuthorizationRequest,
  findIdentity,
  type InvitationConsent,
  insertAuthorizationRequest,
  insertIdentity,
  noteIdentityUse,
} from './queries.ts'

export type SignOnDeps = SignInDeps & {
  provider: OwnProvider | undefined
  /** Other regions of the supplier by name, which say who is signed in there. */
  regionProviders: ReadonlyMap<string, IdentityProvider & { readonly address: string }>
}

/** What single sign-on needs from the module `registration`. */
export type Invitations = {
  /** Returns the hash of an invitation's token when it can be accepted with these terms. Throws invalid_input. */
  check(input: { token: string; terms: string; caller: NetworkCaller }): Promise<Buffer>
  /** Accepts one for the person with this e-mail; returns their id, or why it was refused. */
  accept(
    db: Db,
    input: { invitation: Buffer; terms: string; email: string; name: string | undefined; caller: NetworkCaller },
  ): Promise<{ userId: string } | 'uninvited' | 'disinvited'>
}

/** Minutes that a person has at the identity provider. */
const authorizationMinutes = 10
/** Seconds for which the browser keeps the token of an authorization request. */
export const authorizationCookieAge = authorizationMinutes * 60

/** The provider's address, and the token that the browser keeps meanwhile. */
export type AuthorizationRedirect = { address: string; requestToken: string }

async function beginAuthorization(
  deps: SignOnDeps,
  provider: IdentityProvider,
  request: AuthorizationRequest,
): Promise<AuthorizationRedirect | undefined> {
  const { token, hash } = newMailedToken(deps.random)
  const address = await provider.authorizationUrl(token)
  if (address === undefined) return undefined
  const expiresAt = new Date(deps.clock().getTime() + authorizationCookieAge * 1000)
  await insertAuthorizationRequest(deps.db, { ...request, hash, expiresAt })
  return { address, requestToken: token }
}

/**
 * Sends a person to the identity provider to sign in, or to another region where they are signed in. Never throws for
 * input of a browser.
 */
export async function startSignOn(
  deps: SignOnDeps,
  { remember, region = null, caller }: { remember: boolean; region?: string | undefined | null; caller: NetworkCaller },
): Promise<AuthorizationRedirect | SignOnFailure> {
  const provider = providerFor(deps, region)
  if (!provider) return 'unavailable'
  const refused = await countAnonymousRequest(deps.db, caller.network, deps.clock()).catch(failureOf)
  if (refused) return refused
  const request = { userId: null, remembered: remember, invited: null, region }
  return (await beginAuthorization(deps, provider, request)) ?? 'unavailable'
}

/** What the sign-in page says in place of an error: the browser navigates here, and would show what the API answers. */
function failureOf(error: unknown): SignOnFailure {
  if (error instanceof PortalError && error.code === 'not_allowed') return 'noAccount'
  if (error instanceof PortalError && error.code === 'too_many_requests') return 'unavailable'
  throw error
}

function providerFor({ provider, regionProviders }: SignOnDeps, region: string | null): IdentityProvider | undefined {
  return region === null ? provider : regionProviders.get(region)
}

/**
 * Sends a signed-in person to the identity provider to link their identity. Throws proof_needed, not_found,
 * unavailable.
 */
export async function startLinking(deps: SignOnDeps, user: SessionUser): Promise<AuthorizationRedirect> {
  if (!deps.provider) throw notFound()
  await requireRecentProof(deps, user)
  const redirect = await beginAuthorization(deps, deps.provider, {
    userId: user.userId,
    remembered: false,
    invited: null,
    region: null,
  })
  return redirect ?? throwUnavailable()
}

/** Sends an invited person to the identity provider. Throws invalid_input, not_found, unavailable. */
export async function startInvited(
  deps: SignOnDeps,
  invitations: Invitations,
  input: { token: string; terms: string; region?: string | undefined; caller: NetworkCaller },
): Promise<AuthorizationRedirect> {
  const { region = null } = input
  const provider = providerFor(deps, region)
  if (!provider) throw notFound()
  const invited = { invitation: await invitations.check(input), terms: input.terms }
  return (
    (await beginAuthorization(deps, provider, { userId: null, remembered: false, invited, region })) ??
    throwUnavailable()
  )
}

function throwUnavailable(): never {
  throw new PortalError('unavailable', translatable('signIn.provider'), { retryAfter: 30 })
}

export type AuthorizationCallback = {
  /** The browser's token; without it, this browser did not start the request. */
  requestToken: string | undefined
  /** The query string of the callback, unchanged. */
  query: string
  device: string | undefined
  replaces: string | undefined
  caller: NetworkCaller
}

export type SignOnOutcome =
  | { failed: SignOnFailure }
  | { linked: true }
  | { notLinked: LinkFailure }
  | { admitted: SignInOutcome }
  /** The person has no account here, and is known in the region with this address. */
  | { elsewhere: string }

/**
 * Signs in, or links, the person who comes back from the identity provider. Never throws for input of the provider or a
 * browser.
 */
export async function finishSignOn(
  deps: SignOnDeps,
  invitations: Invitations,
  callback: AuthorizationCallback,
): Promise<SignOnOutcome> {
  const { requestToken = '' } = callback
  const hash = mailedTokenHash(requestToken)
  const request = hash && (await consumeAuthorizationRequest(deps.db, hash, deps.clock()))
  const provider = request && providerFor(deps, request.region)
  if (!provider) return { failed: 'expired' }
  const answer = await provider.redeemCallback(requestToken, callback.query)
  if ('failed' in answer) {
    const reason = answer.failed === 'refused' ? 'providerRefused' : 'providerUnavailable'
    const refused = { userId: request.userId, reason, cause: answer.reason } as const
    const outcome = await recordFailure(deps, callback, answer.failed, refused)
    return request.userId === null ? outcome : { notLinked: answer.failed }
  }
  if (request.userId !== null) return linkIdentity(deps, callback, request.userId, answer)
  const identity = request.invited
    ? await acceptInvitation(deps, invitations, {
        ...request.invited,
        providerIdentity: answer,
        caller: callback.caller,
      })
    : ((await identityOf(deps, answer, callback.caller)) ?? 'unknown')
  if (typeof identity === 'string') {
    const refused = await whomMeant(deps, answer, identity)
    const outcome = await recordFailure(deps, callback, identity, refused)
    const home = request.region === null ? undefined : deps.regionProviders.get(request.region)?.address
    return home !== undefined && refused.userId === null ? { elsewhere: home } : outcome
  }
  await noteIdentityUse(deps.db, identity.id, deps.clock())
  const admitted = await completeSignIn(deps, {
    userId: identity.userId,
    proof: signOnProof(identity.id),
    bothFactors: answer.bothFactors,
    needsFactor: false,
    remember: request.remembered,
    replaces: callback.replaces,
    device: callback.device,
    caller: callback.caller,
  }).catch(failureOf)
  // Why there is no session is recorded where it was refused.
  if (typeof admitted === 'string') return { failed: admitted }
  return admitted ? { admitted } : { failed: 'unknown' }
}

async function recordFailure(
  deps: SignOnDeps,
  { caller }: AuthorizationCallback,
  failed: SignOnFailure,
  { userId, reason, cause }: Refused,
): Promise<SignOnOutcome> {
  const details = cause === undefined ? {} : { cause }
  await recordRefusal(deps, deps.db, { action: 'sign_on_failed', caller, userId, reason, details })
  return { failed }
}

/** Whom a refused single sign-on is about, when they are known here, and why it was refused; `cause` is the provider's code. */
type Refused = { userId: string | null; reason: RefusalReason | null; cause?: string }

/** Finds the person whom the provider names, also by an e-mail that it does not confirm: nobody is let in by it. */
async function whomMeant(
  { db }: SignOnDeps,
  { email, verifiedEmail }: ProviderIdentity,
  failed: 'unknown' | 'uninvited' | 'disinvited',
): Promise<Refused> {
  const user = email === undefined ? undefined : await findUser(db, normaliseEmail(email))
  if (!user) return { userId: null, reason: null, cause: 'nobody here' }
  const reasons = { unknown: user.disabled ? 'disabled' : 'identityLinked', uninvited: 'invitationEmail' } as const
  if (failed === 'disinvited') return { userId: user.id, reason: 'invitationEnded' }
  return { userId: user.id, reason: verifiedEmail === undefined ? 'emailUnconfirmed' : reasons[failed] }
}

async function linkIdentity(
  deps: SignOnDeps,
  callback: AuthorizationCallback,
  userId: string,
  providerIdentity: ProviderIdentity,
): Promise<SignOnOutcome> {
  const linked = await withTransaction(deps.db, (db) =>
    insertLink(deps, db, { userId, providerIdentity, caller: callback.caller }),
  )
  if (linked) return { linked: true }
  await recordFailure(deps, callback, 'refused', { userId, reason: 'identityLinked' })
  return { notLinked: 'taken' }
}

async function insertLink(
  deps: SignOnDeps,
  db: Db,
  { userId, providerIdentity, caller }: { userId: string; providerIdentity: ProviderIdentity; caller: NetworkCaller },
): Promise<{ id: string; userId: string } | undefined> {
  const id = deps.newId()
  const { issuer, subject, email } = providerIdentity
  if (!(await insertIdentity(db, { id, userId, issuer, subject, email: email ?? null, now: deps.clock() }))) return
  await record(deps, db, { action: 'identity_linked', caller, userId, details: { issuer } })
  await notifySignInChanged(deps, db, userId, 'identityLinked')
  return { id, userId }
}

/**
 * The linked identity that the provider names. At first sign-in it is linked by e-mail, but only when the provider
 * confirms the address and no other identity is linked to the user: an address may have passed to a successor.
 */
async function identityOf(deps: SignOnDeps, providerIdentity: ProviderIdentity, caller: NetworkCaller) {
  const existing = await findIdentity(deps.db, providerIdentity.issuer, providerIdentity.subject)
  if (existing || providerIdentity.verifiedEmail === undefined) return existing
  const email = normaliseEmail(providerIdentity.verifiedEmail)
  return withTransaction(deps.db, async (db) => {
    const user = await findUser(db, email)
    return user && !user.disabled ? insertLink(deps, db, { userId: user.id, providerIdentity, caller }) : undefined
  })
}

type InvitedSignOn = InvitationConsent & { providerIdentity: ProviderIdentity; caller: NetworkCaller }

/**
 * Accepts an invitation with an identity at the provider, only when the provider confirms the invited e-mail. Neither
 * the user nor the identity may be linked to another already.
 */
function acceptInvitation(
  deps: SignOnDeps,
  invitations: Invitations,
  { providerIdentity, caller, ...consent }: InvitedSignOn,
): Promise<{ id: string; userId: string } | 'uninvited' | 'disinvited'> {
  const { verifiedEmail, name } = providerIdentity
  if (verifiedEmail === undefined) return Promise.resolve('uninvited')
  const email = normaliseEmail(verifiedEmail)
  return withTransaction(deps.db, async (db) => {
    const existing = await findIdentity(db, providerIdentity.issuer, providerIdentity.subject)
    const accepted = await invitations.accept(db, { ...consent, email, name, caller })
    if (typeof accepted === 'string') return accepted
    const { userId } = accepted
    if (existing?.userId === userId) return existing
    const linked = existing ? undefined : await insertLink(deps, db, { userId, providerIdentity, caller })
    if (!linked) throw new LinkedToAnother()
    return linked
  }).catch((error: unknown) => {
    // The transaction was rolled back, so the invitation can still be accepted with a password.
    if (error instanceof LinkedToAnother) return 'uninvited'
    // The invitation was accepted or withdrawn at the same moment.
    if (error instanceof PortalError && error.code === 'invalid_input') return 'disinvited'
    throw error
  })
}

class LinkedToAnother extends Error {}
