import type { Pool } from 'pg'
import type { PartyIdentifier } from '#contract/identifiers.ts'
import type { Role } from '#contract/permissions.ts'
import type { ElectronicAddress } from '#contract/values/electronic-addresses.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Db } from '#database/transaction.ts'
import type { Actor } from '../audit/record.ts'

export type Names = { name?: string | undefined; number?: string | undefined }
type MemberOf = { accountId: string; id: string }

/** An invitation that a member of staff sends. */
export type StaffInvitation = {
  accountId: string
  email: string
  name: string | undefined
  role: Role
  language: 'en' | 'de' | 'fr' | 'es' | 'nl' | 'ar' | undefined
}

/** Who invites: a member of staff, whose name stands in the mail. */
export type Inviter = { staffId: string; name: string; caller: Actor['caller'] }

/** A document by the number of the account that has it. */
export type HeldDocumentName = { account: string; type: DocumentType; number: string; isCreditNote: boolean }

/** What the console does to customers and people by the functions of the other features: those of the command line and of a company's admins. */
export type CustomerActs = {
  /** Returns the id of the new account. */
  add: (names: { number: string; name: string }, actor: Actor) => Promise<string>
  rename: (number: string, names: Names, actor: Actor) => Promise<void>
  /** `browser` and `server` leave the choice to these. */
  setLanguage: (number: string, choice: string, actor: Actor) => Promise<unknown>
  setTimeZone: (number: string, choice: string, actor: Actor) => Promise<unknown>
  setElectronicAddress: (number: string, address: ElectronicAddress | null, actor: Actor) => Promise<unknown>
  requireSecondFactor: (number: string, required: boolean, actor: Actor) => Promise<unknown>
  addIdentifier: (number: string, identifier: PartyIdentifier, actor: Actor) => Promise<unknown>
  removeIdentifier: (number: string, identifier: PartyIdentifier, actor: Actor) => Promise<unknown>
  merge: (numbers: { from: string; into: string }, actor: Actor) => Promise<unknown>
  /** Throws not_found for a document that the account does not have. */
  withdrawDocument: (document: HeldDocumentName, actor: Actor) => Promise<unknown>
  /** The same, and not_found for an unknown account, conflict when it has the number already. */
  moveDocument: (document: HeldDocumentName & { to: string }, actor: Actor) => Promise<unknown>
  invite: (db: Db, invitation: StaffInvitation, by: Inviter) => Promise<void>
  /** Normalises an e-mail address; throws invalid_input when it is not one. */
  checkEmail: (email: string) => string
  inviteAgain: (invitation: MemberOf, by: Inviter) => Promise<void>
  withdrawInvitation: (invitation: MemberOf, actor: Actor) => Promise<void>
  changeRole: (member: MemberOf & { role: Role }, actor: Actor) => Promise<void>
  removeMember: (member: MemberOf, actor: Actor) => Promise<void>
  disable: (email: string, actor: Actor) => Promise<void>
  enable: (email: string, actor: Actor) => Promise<void>
  changeEmail: (email: string, newEmail: string, actor: Actor) => Promise<void>
  signOut: (email: string, actor: Actor) => Promise<unknown>
  resetFactors: (email: string, actor: Actor) => Promise<void>
  erase: (email: string, actor: Actor) => Promise<void>
  /** Browser and operating system in words. */
  describeDevice: (userAgent: string | null) => string | null
}

/** What the console's pages of customers and people need. */
export type CustomerDeps = {
  /** Reads as the member of staff, under row-level security. */
  consolePool: Pool
  /** Has the role portal_server. */
  db: Pool
  clock: () => Date
  newId: () => string
  acts: CustomerActs
}
