import { notFound, PortalError, sentence } from '../../contract/errors.ts'
import type { Identity } from '../../contract/sign-on.ts'
import type { SignOnFailure } from '../../contract/sign-on-paths.ts'
import { type NetworkCaller, record } from '../audit/record.ts'
import { type Admitted, admit } from './admit.ts'
import { mailedTokenHash, newMailedToken } from './mailed-token.ts'
import { signOnProof } from './proof.ts'
import type { Provider, Told } from './provider.ts'
import { type Db, findUser, inTransaction } from './queries.ts'
import { normalEmail, type SignInDeps } from './sign-in.ts'
import {
  deleteIdentity,
  endTrip,
  findIdentity,
  type InvitedTrip,
  identitiesOf,
  insertIdentity,
  insertTrip,
  noteIdentityUse,
  type Trip,
} from './sign-on-queries.ts'
import { type Asker, needRecentProof } from './step-up.ts'
import { tellOfSignIn } from './tell.ts'
import { countQuestion } from './throttle.ts'

export type SignOnDeps = SignInDeps & { provider: Provider | undefined }

/** What single sign-on asks of invitations. */
export type Invitations = {
  /** Whether one can be accepted, with these terms; gives the hash of its token. Raises invalid_input. */
  check(given: { token: string; terms: string; caller: NetworkCaller }): Promise<Buffer>
  /** Accepts one for who has this e-mail; gives their id, or why not. */
  accept(
    db: Db,
    given: { invitation: Buffer; terms: string; email: string; name: string | undefined; caller: NetworkCaller },
  ): Promise<{ userId: string } | 'uninvited' | 'disinvited'>
}

/** Minutes for which somebody may stay at the identity provider. */
const tripMinutes = 10
/** Seconds for which the browser keeps the token of a trip. */
export const tripCookieAge = tripMinutes * 60

/** Where the browser goes, and what it keeps meanwhile. */
export type Departure = { address: string; trip: string }

async function depart(deps: SignOnDeps, provider: Provider, going: Trip): Promise<Departure | undefined> {
  const { token, hash } = newMailedToken(deps.random)
  const address = await provider.addressFor(token)
  if (address === undefined) return undefined
  const expiresAt = new Date(deps.clock().getTime() + tripCookieAge * 1000)
  await insertTrip(deps.db, { ...going, hash, expiresAt })
  return { address, trip: token }
}

/** Sends somebody to the identity provider to sign in. Raises too_many_requests. */
export async function startSignOn(
  deps: SignOnDeps,
  { remember, caller }: { remember: boolean; caller: NetworkCaller },
): Promise<Departure | SignOnFailure> {
  if (!deps.provider) return 'unavailable'
  await countQuestion(deps.db, caller.network, deps.clock())
  return (await depart(deps, deps.provider, { userId: null, remembered: remember, invited: null })) ?? 'unavailable'
}

/** Sends who is signed in to the identity provider, to be linked. Raises proof_needed, not_found, unavailable. */
export async function startLinking(deps: SignOnDeps, asker: Asker): Promise<Departure> {
  if (!deps.provider) throw notFound()
  await needRecentProof(deps, asker)
  const departure = await depart(deps, deps.provider, { userId: asker.userId, remembered: false, invited: null })
  return departure ?? outOfReach()
}

/** Sends somebody who is invited to the identity provider. Raises invalid_input, not_found, unavailable. */
export async function startInvited(
  deps: SignOnDeps,
  invitations: Invitations,
  given: { token: string; terms: string; caller: NetworkCaller },
): Promise<Departure> {
  if (!deps.provider) throw notFound()
  const invited = { invitation: await invitations.check(given), terms: given.terms }
  return (await depart(deps, deps.provider, { userId: null, remembered: false, invited })) ?? outOfReach()
}

function outOfReach(): never {
  throw new PortalError('unavailable', sentence('signIn.provider'), { retryAfter: 30 })
}

export type Return = {
  /** What the browser has kept; without it somebody else has come back. */
  trip: string | undefined
  /** As the provider wrote it behind the address. */
  query: string
  device: string | undefined
  replaces: string | undefined
  caller: NetworkCaller
}

export type Returned = { failed: SignOnFailure } | { linked: true } | { admitted: Admitted }

/** Lets in, or links, who comes back from the identity provider. Never raises for what the provider or a browser sent. */
export async function finishSignOn(deps: SignOnDeps, invitations: Invitations, back: Return): Promise<Returned> {
  const hash = back.trip === undefined ? undefined : mailedTokenHash(back.trip)
  const trip = hash && (await endTrip(deps.db, hash, deps.clock()))
  if (!deps.provider || back.trip === undefined || !trip) return { failed: 'expired' }
  const told = await deps.provider.whoCameBack(back.trip, back.query)
  if ('failed' in told) return fail(deps, back, told.failed, told.reason)
  if (trip.userId !== null) return link(deps, back, trip.userId, told)
  const identity = trip.invited
    ? await enter(deps, invitations, { ...trip.invited, told, caller: back.caller })
    : ((await identityOf(deps, told, back.caller)) ?? 'unknown')
  if (typeof identity === 'string') return fail(deps, back, identity, 'nobody here')
  await noteIdentityUse(deps.db, identity.id, deps.clock())
  const admitted = await admit(deps, {
    userId: identity.userId,
    proof: signOnProof(identity.id),
    bothFactors: told.bothFactors,
    needsFactor: false,
    remember: trip.remembered,
    replaces: back.replaces,
    device: back.device,
    caller: back.caller,
  })
  return admitted ? { admitted } : fail(deps, back, 'unknown', 'disabled')
}

async function fail(deps: SignOnDeps, { caller }: Return, failed: SignOnFailure, reason: string): Promise<Returned> {
  await record(deps, deps.db, { action: 'sign_on_failed', caller, details: { reason } })
  return { failed }
}

async function link(deps: SignOnDeps, back: Return, userId: string, told: Told): Promise<Returned> {
  const linked = await inTransaction(deps.db, (db) => writeLink(deps, db, { userId, told, caller: back.caller }))
  return linked ? { linked: true } : fail(deps, back, 'refused', 'linked to another')
}

async function writeLink(
  deps: SignOnDeps,
  db: Db,
  { userId, told, caller }: { userId: string; told: Told; caller: NetworkCaller },
): Promise<{ id: string; userId: string } | undefined> {
  const id = deps.newId()
  const { issuer, subject, email } = told
  if (!(await insertIdentity(db, { id, userId, issuer, subject, email: email ?? null, now: deps.clock() }))) return
  await record(deps, db, { action: 'identity_linked', caller, userId, details: { issuer } })
  await tellOfSignIn(deps, db, userId, 'identityLinked')
  return { id, userId }
}

/**
 * Whom the provider speaks of. The first time they are found by their e-mail, but only when the provider vouches for it
 * and nobody else there is linked to them already: an address may have passed to a successor.
 */
async function identityOf(deps: SignOnDeps, told: Told, caller: NetworkCaller) {
  const known = await findIdentity(deps.db, told.issuer, told.subject)
  if (known || told.verifiedEmail === undefined) return known
  const email = normalEmail(told.verifiedEmail)
  return inTransaction(deps.db, async (db) => {
    const user = await findUser(db, email)
    return user && !user.disabled ? writeLink(deps, db, { userId: user.id, told, caller }) : undefined
  })
}

type Entering = InvitedTrip & { told: Told; caller: NetworkCaller }

/**
 * Who accepts an invitation at the provider: only with the e-mail that was invited, and that the provider vouches for.
 * Nobody else there may be linked to them, nor they to somebody else here.
 */
function enter(
  deps: SignOnDeps,
  invitations: Invitations,
  { told, caller, ...invited }: Entering,
): Promise<{ id: string; userId: string } | 'uninvited' | 'disinvited'> {
  const { verifiedEmail, name } = told
  if (verifiedEmail === undefined) return Promise.resolve('uninvited')
  const email = normalEmail(verifiedEmail)
  return inTransaction(deps.db, async (db) => {
    const known = await findIdentity(db, told.issuer, told.subject)
    const entered = await invitations.accept(db, { ...invited, email, name, caller })
    if (typeof entered === 'string') return entered
    const { userId } = entered
    if (known?.userId === userId) return known
    const linked = known ? undefined : await writeLink(deps, db, { userId, told, caller })
    if (!linked) throw new LinkedToAnother()
    return linked
  }).catch((error: unknown) => {
    // Nothing of it stays: the invitation can still be accepted with a password.
    if (error instanceof LinkedToAnother) return 'uninvited'
    // Somebody else was faster with the same invitation.
    if (error instanceof PortalError && error.code === 'invalid_input') return 'disinvited'
    throw error
  })
}

class LinkedToAnother extends Error {}

/** What a person is linked to. */
export function listIdentities(deps: SignOnDeps, userId: string): Promise<Identity[]> {
  return identitiesOf(deps.db, userId)
}

/** Unlinks a person. Raises proof_needed, not_found. */
export async function removeIdentity(deps: SignOnDeps, asker: Asker, id: string, caller: NetworkCaller): Promise<void> {
  await needRecentProof(deps, asker)
  const { userId } = asker
  await inTransaction(deps.db, async (db) => {
    if (!(await deleteIdentity(db, userId, id))) throw notFound()
    await record(deps, db, { action: 'identity_unlinked', caller, userId })
    await tellOfSignIn(deps, db, userId, 'identityRemoved')
  })
}
