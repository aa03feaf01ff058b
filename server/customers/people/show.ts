import type { Person, SignInProblem } from '#contract/console/people.ts'
import { type RefusalReason, refusalReasons } from '#contract/console/refusal-reasons.ts'
import type { Staff } from '#contract/console/staff.ts'
import { notFound } from '#contract/errors.ts'
import type { CustomerDeps } from '../acts.ts'
import { selectPersonEvents } from '../event-queries.ts'
import { type AttemptRow, findPersonEmail, selectAttempts, selectPerson, selectSignInFacts } from './show-queries.ts'

/** A person as a member of staff sees them, and why they could not sign in. Throws not_found for one whom they may not see. */
export async function showPersonToStaff(deps: CustomerDeps, staff: Staff, id: string): Promise<Person> {
  const now = deps.clock()
  const parts = await selectPerson(deps.consolePool, staff, id, now)
  if (!parts) throw notFound()
  const { facts, accounts, invitations, factors, sessions } = parts
  const { codesEnded, ...person } = facts
  const attempts = await selectAttempts(deps.db, id)
  const { canSignIn, mailRefused } = await selectSignInFacts(deps.db, id)
  const lockedUntil = lockOf(attempts, now)
  const hinders: Record<SignInProblem, boolean> = {
    disabled: facts.disabled,
    noAccount: accounts.length === 0,
    locked: lockedUntil !== null,
    codesEnded,
    noSignIn: !canSignIn,
    mailRefused,
  }
  const { describeDevice } = deps.acts
  return {
    ...person,
    signInProblems: (Object.keys(hinders) as SignInProblem[]).filter((hindrance) => hinders[hindrance]),
    lockedUntil,
    ...{ accounts, invitations, factors },
    sessions: sessions.map(({ userAgent, ...session }) => ({ ...session, device: describeDevice(userAgent) })),
    attempts: attempts.map(({ userAgent, reason, ...attempt }) => ({
      ...attempt,
      reason: knownReason(reason),
      device: describeDevice(userAgent),
    })),
    events: await selectPersonEvents(deps.db, id),
  }
}

/** The reason of an attempt; null for those of entries that an older version wrote in words of its own. */
function knownReason(reason: string | null): RefusalReason | null {
  return refusalReasons.find((known) => known === reason) ?? null
}

/** Until when the newest wrong password makes the portal refuse the next try. */
function lockOf(attempts: readonly AttemptRow[], now: Date): string | null {
  const newest = attempts.find(({ action }) => action === 'signed_in' || action === 'sign_in_failed')
  const until = newest?.action === 'sign_in_failed' ? newest.until : null
  return until !== null && Date.parse(until) > now.getTime() ? until : null
}

/** The e-mail of a person. Throws not_found for one whom the member of staff may not see. */
export async function requirePerson(
  { consolePool }: Pick<CustomerDeps, 'consolePool'>,
  staff: Staff,
  id: string,
): Promise<string> {
  const email = await findPersonEmail(consolePool, staff, id)
  if (email === undefined) throw notFound()
  return email
}
