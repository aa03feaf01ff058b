import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Figures } from '#contract/console/insight.ts'
import type { Language } from '#contract/languages.ts'
import type { Outbox } from '#contract/mail.ts'
import { answerDue } from '#contract/requests/answer-promise.ts'
import type { Listener } from '#database/listen.ts'
import type { ReadFile } from '#database/object-storage/read-file.ts'
import type { Db } from '#database/transaction.ts'
import { absenceRoutes } from './absences/routes.ts'
import { addIdentifier, removeIdentifier, setElectronicAddress, setLanguage, setTimeZone } from './accounts/accounts.ts'
import { addAccount, renameAccount } from './accounts/rename.ts'
import { auditRoutes } from './audit/routes.ts'
import { requireSecondFactor, resetSecondFactors } from './auth/administration/second-factors.ts'
import { changeEmail, disableUser, enableUser, signOutUser } from './auth/administration/users.ts'
import type { AuthDeps } from './auth/auth.ts'
import type { RandomBytes } from './auth/passwords/passwords.ts'
import { describeUserAgent } from './auth/session/user-agent.ts'
import { isStaffSessionOpen } from './auth/staff/sessions.ts'
import { parseEmail } from './auth/users/email.ts'
import { viewingRoutes } from './auth/viewing-routes.ts'
import { serverTimeZone } from './calendar-date.ts'
import { changeRoleForSupplier, removeForSupplier } from './company/members.ts'
import { placeOf, saveContent } from './content/acts.ts'
import { promisedAnswerHours } from './content/answer-promise.ts'
import { savedTemplates } from './content/answer-templates.ts'
import { brandRoutes } from './content/brand-routes.ts'
import { contentRoutes } from './content/console-routes.ts'
import { templateRoutes } from './content/template-routes.ts'
import type { CustomerActs, HeldDocumentName } from './customers/acts.ts'
import { peopleRoutes } from './customers/people-routes.ts'
import { customerRoutes } from './customers/routes.ts'
import { mergeAccounts } from './ingest/maintenance/merge-accounts.ts'
import { moveDocument } from './ingest/maintenance/move-document.ts'
import { withdraw } from './ingest/maintenance/withdraw.ts'
import { backupAlarm } from './ingest/sources/first-refusals.ts'
import { ingestQuarantined } from './ingest/trade/trade-messages.ts'
import type { Counters } from './insight/counters.ts'
import { insightRoutes } from './insight/routes.ts'
import { staffLiveRoutes } from './live/staff-routes.ts'
import { erasePerson } from './profile/deletion.ts'
import type { Publishing } from './publishing.ts'
import { quarantineRoutes } from './quarantine/routes.ts'
import { registrationConsoleRoutes } from './registration/console-routes.ts'
import { inviteAgain, inviteInTransaction, revokeForSupplier } from './registration/invite.ts'
import { inboxRoutes } from './requests/inbox/routes.ts'
import type { VirusScanner } from './requests/virus-scan.ts'
import { readFailedBackup } from './system/failed-backups.ts'
import { type System, systemRoutes } from './system/routes.ts'
import { todayRoutes } from './today/routes.ts'

type Deps = {
  consolePool: Pool
  db: Pool
  workPool: Pool
  auth: AuthDeps
  clock: () => Date
  newId: () => string
  random: RandomBytes
  today: () => string
  mail: Outbox<Db>
  scanFile: VirusScanner | undefined
  readFile: ReadFile
  system: System
  listener: Listener
  publishing: Pick<Publishing, 'published' | 'sources'>
  counters: Pick<Counters, 'flush'>
  /** The language of mails to people who have chosen none. Default: English. */
  mailLanguage: Language | undefined
}

/**
 * What staff do in the console: they answer, look after customers and their people, see what those see, read what was
 * done, and look after the portal.
 */
export function consoleRoutes(
  app: FastifyInstance,
  { auth, today, system, listener, publishing, counters, mailLanguage = 'en', ...deps }: Deps,
): void {
  const { consolePool, workPool, db, clock, newId, mail } = deps
  const promisedHours = () => promisedAnswerHours(publishing.published)
  const dueAt = (waitingSince: string | null) => {
    const hours = promisedHours()
    if (waitingSince === null || hours === null) return null
    return answerDue(new Date(waitingSince), hours, serverTimeZone()).toISOString()
  }
  const failedBackup = system.backups?.schedule && (() => readFailedBackup(db))
  todayRoutes(app, { db, consolePool, clock, dueAt, failedBackup, failedArchive: system.archive?.fault })
  absenceRoutes(app, { db, clock, newId })
  staffLiveRoutes(app, { listener, clock, isOpen: (sessionId) => isStaffSessionOpen(auth, sessionId) })
  const content = { db, clock, newId, mail, ...publishing }
  inboxRoutes(app, {
    ...{ ...deps, today, mailLanguage, dueAt, promisedHours },
    templates: () => savedTemplates(publishing.published),
    savePromise: (hours, act) =>
      saveContent(content, placeOf('promise'), hours === null ? null : JSON.stringify({ hours }), act),
  })
  const customerDeps = { consolePool, db, clock, newId, acts: customerActs(deps) }
  customerRoutes(app, customerDeps)
  peopleRoutes(app, customerDeps)
  registrationConsoleRoutes(app, { ...deps, checkEmail: parseEmail })
  quarantineRoutes(app, {
    ...{ workPool, db, consolePool, clock, newId },
    feed: (content, account) => ingestQuarantined({ workPool, clock, newId }, content, account),
  })
  viewingRoutes(app, { consolePool, ...auth })
  auditRoutes(app, { consolePool, today, describe: describeUserAgent })
  contentRoutes(app, content)
  brandRoutes(app, content)
  templateRoutes(app, content)
  insightRoutes(app, {
    ...{ db, consolePool, clock, newId, today, counters },
    figures: () => savedFigures(publishing.published),
    saveFigures: (figures, act) => saveContent(content, placeOf('figures'), JSON.stringify(figures), act),
  })
  systemRoutes(app, { db, clock, newId, log: auth.log, mail, backupAlarm, system })
}

/** The figures by which spared calls are counted, as staff have set them. */
function savedFigures(published: Publishing['published']): Figures | undefined {
  const content = published.content('figures', 'figures')
  return content === undefined ? undefined : (JSON.parse(content) as Figures)
}

type ActDeps = Pick<Deps, 'db' | 'workPool' | 'clock' | 'newId' | 'random' | 'mail'>

/** Of an invoice it says which of two with one number is meant. */
const selectorOf = ({ isCreditNote, ...document }: HeldDocumentName) => ({
  ...document,
  ...(document.type === 'invoices' ? { invoiceKind: isCreditNote ? ('381' as const) : ('380' as const) } : {}),
})

/** What staff do to customers and people: by the functions that the command line uses. */
function customerActs({ db, workPool, clock, newId, random, mail }: ActDeps): CustomerActs {
  const people = { db, clock, newId }
  const accounts = { workPool, clock, newId }
  const invitations = { ...people, random, mail, checkEmail: parseEmail }
  return {
    add: (names, actor) => addAccount(accounts, names, actor),
    rename: (number, names, actor) => renameAccount(accounts, number, names, actor),
    setLanguage: (number, choice, actor) => setLanguage(accounts, number, choice, actor),
    setTimeZone: (number, choice, actor) => setTimeZone(accounts, number, choice, actor),
    setElectronicAddress: (number, address, actor) => setElectronicAddress(accounts, number, address, actor),
    requireSecondFactor: (number, required, actor) => requireSecondFactor(people, number, required, actor),
    addIdentifier: (number, identifier, actor) => addIdentifier(accounts, number, identifier, actor),
    removeIdentifier: (number, identifier, actor) => removeIdentifier(accounts, number, identifier, actor),
    merge: (numbers, actor) => mergeAccounts(accounts, numbers, { ...actor, keyId: null }),
    withdrawDocument: (document, actor) =>
      withdraw(accounts, selectorOf(document), { sender: { ...actor, keyId: null } }),
    moveDocument: ({ to, ...document }, actor) =>
      moveDocument(accounts, selectorOf(document), { to, papers: false }, { sender: { ...actor, keyId: null } }),
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
}
