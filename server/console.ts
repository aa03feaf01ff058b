import type { FastifyInstance } from 'fastify'
import type { Outbox } from '#contract/mail.ts'
import type { Pools } from '#database/connect.ts'
import type { Db } from '#database/transaction.ts'
import { addIdentifier, removeIdentifier, setLanguage, setTimeZone } from './accounts/accounts.ts'
import { addAccount, renameAccount } from './accounts/rename.ts'
import { requireSecondFactor, resetSecondFactors } from './auth/administration/second-factors.ts'
import { changeEmail, disableUser, enableUser, signOutUser } from './auth/administration/users.ts'
import type { RandomBytes } from './auth/passwords/passwords.ts'
import { describeUserAgent } from './auth/session/user-agent.ts'
import { parseEmail } from './auth/users/email.ts'
import { changeRoleForSupplier, removeForSupplier } from './company/members.ts'
import type { CustomerActs } from './customers/acts.ts'
import { peopleRoutes } from './customers/people-routes.ts'
import { customerRoutes } from './customers/routes.ts'
import { mergeAccounts } from './ingest/maintenance/merge-accounts.ts'
import { erasePerson } from './profile/deletion.ts'
import { inviteAgain, inviteInTransaction, revokeForSupplier } from './registration/invite.ts'

export type ConsoleDeps = {
  pools: Pick<Pools, 'server' | 'work' | 'console'>
  clock: () => Date
  newId: () => string
  random: RandomBytes
  mail: Outbox<Db>
}

/** The console's pages of customers and people: what they do is done by the functions that the command line uses. */
export function consoleRoutes(app: FastifyInstance, { pools, clock, newId, random, mail }: ConsoleDeps): void {
  const people = { db: pools.server, clock, newId }
  const accounts = { workPool: pools.work, clock, newId }
  const invitations = { ...people, random, mail, checkEmail: parseEmail }
  const acts: CustomerActs = {
    add: (names, actor) => addAccount(accounts, names, actor),
    rename: (number, names, actor) => renameAccount(accounts, number, names, actor),
    setLanguage: (number, choice, actor) => setLanguage(accounts, number, choice, actor),
    setTimeZone: (number, choice, actor) => setTimeZone(accounts, number, choice, actor),
    requireSecondFactor: (number, required, actor) => requireSecondFactor(people, number, required, actor),
    addIdentifier: (number, identifier, actor) => addIdentifier(accounts, number, identifier, actor),
    removeIdentifier: (number, identifier, actor) => removeIdentifier(accounts, number, identifier, actor),
    merge: (numbers, actor) => mergeAccounts(accounts, numbers, { ...actor, keyId: null }),
    invite: (db, { name, ...invitation }, { staffId, name: inviter, caller }) =>
      inviteInTransaction(invitations, db, {
        ...invitation,
        ...(name === undefined ? {} : { name }),
        ...{ by: { id: null, staffId, name: inviter }, caller },
      }),
    checkEmail: parseEmail,
    inviteAgain: (invitation, { staffId, name, caller }) =>
      inviteAgain(invitations, invitation, { by: { id: null, staffId, name }, caller }),
    withdrawInvitation: (invitation, actor) => revokeForSupplier(people, invitation, actor),
    changeRole: (member, actor) => changeRoleForSupplier(people, member, actor),
    removeMember: (member, actor) => removeForSupplier(people, member, actor),
    disable: (email, actor) => disableUser(people, email, actor),
    enable: (email, actor) => enableUser(people, email, actor),
    changeEmail: (email, newEmail, actor) => changeEmail(people, email, newEmail, actor),
    signOut: (email, actor) => signOutUser(people, email, actor),
    resetFactors: (email, actor) => resetSecondFactors({ ...people, mail }, email, actor),
    erase: (email, actor) => erasePerson(people, email, actor),
    describeDevice: describeUserAgent,
  }
  const deps = { consolePool: pools.console, db: pools.server, clock, newId, acts }
  customerRoutes(app, deps)
  peopleRoutes(app, deps)
}
