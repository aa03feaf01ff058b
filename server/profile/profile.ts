import type { Pool } from 'pg'
import { PortalError, translatable } from '#contract/errors.ts'
import { isRole, roles } from '#contract/permissions.ts'
import type { Profile } from '#contract/profile/endpoints.ts'
import type { Viewer } from '#contract/viewer.ts'
import { hasOutdatedTerms, selectMemberships } from './queries.ts'

export type ProfileDeps = {
  db: Pool
  termsVersion: () => string
  /** Whether the supplier announces something to this person. */
  isAnnounced: (viewer: Viewer) => Promise<boolean>
}

/**
 * The person, their current account and all their accounts; of these only the current one for staff who see the portal as
 * the person, as the others may not be theirs. Throws not_signed_in when the person is no longer a member.
 */
export async function readProfile({ db, termsVersion, isAnnounced }: ProfileDeps, viewer: Viewer): Promise<Profile> {
  const memberships = await selectMemberships(db, viewer.userId)
  const current = memberships.find(({ accountId }) => accountId === viewer.accountId)
  if (!current || !isRole(current.role)) throw new PortalError('not_signed_in', translatable('error.signIn'))
  const accounts = viewer.viewedBy ? [current] : memberships
  return {
    user: {
      id: current.userId,
      name: current.userName,
      email: current.email,
      language: current.language,
      browserLanguage: current.browserLanguage,
      timeZone: current.timeZone,
      appearance: current.appearance,
      avatarAt: current.avatarAt,
    },
    account: { number: current.number, name: current.accountName, language: current.accountLanguage },
    role: current.role,
    permissions: [...roles[current.role]],
    termsDue: await hasOutdatedTerms(db, viewer.userId, termsVersion()),
    announced: await isAnnounced(viewer),
    accounts: accounts.map(({ number, accountName, accountId }) => ({
      number,
      name: accountName,
      current: accountId === current.accountId,
    })),
  }
}
