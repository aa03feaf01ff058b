import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { passwordLength } from '#contract/auth/passwords.ts'
import { maxPrintedMovements } from '#contract/statement.ts'
import { calendarDate } from '#contract/values/dates.ts'
import { readLogEnd } from '#database/connection/replica.ts'
import { createFileReader } from '#database/object-storage/read-file.ts'
import { keepStatistics } from '#database/partitions/keep-statistics.ts'
import type { Db } from '#database/transaction.ts'
import { accountRoutes } from './accounts/routes.ts'
import type { AppDeps } from './app-deps.ts'
import { createCallAudit } from './audit/call-audit.ts'
import { type NewMember, upsertMember } from './auth/administration/users.ts'
import { stillAllowed, verifyAccessToken } from './auth/auth.ts'
import { factorRoutes } from './auth/factor-routes.ts'
import { countRequest } from './auth/limits/throttle.ts'
import { originOf } from './auth/origin.ts'
import { passkeyRoutes } from './auth/passkey-routes.ts'
import { passwordRoutes } from './auth/password-routes.ts'
import { authRoutes } from './auth/routes.ts'
import { switchAccount } from './auth/session/sessions.ts'
import { sessionRoutes } from './auth/session-routes.ts'
import { requireRecentProof } from './auth/sign-in/step-up.ts'
import { signOnRoutes } from './auth/sign-on-routes.ts'
import { findStaffByToken } from './auth/staff/sessions.ts'
import { staffPictureRoutes } from './auth/staff-picture-routes.ts'
import { staffRoutes } from './auth/staff-routes.ts'
import { parseEmail } from './auth/users/email.ts'
import { isViewingOn, isViewingToken, readViewingToken } from './auth/viewing/viewing.ts'
import { companyRoutes } from './company/routes.ts'
import { consoleRoutes } from './console.ts'
import { promisedAnswerHours } from './content/answer-promise.ts'
import { announcementRoutes } from './content/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { readAttachment } from './documents/detail/attachment.ts'
import { showDocument } from './documents/detail/detail.ts'
import { versionOf } from './documents/detail/version.ts'
import { fileRoutes } from './documents/export/routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { faqRoutes } from './faq/routes.ts'
import { createCursors } from './http/cursors.ts'
import { serveReference } from './http/reference/api-reference.ts'
import { createHttpServer } from './http/server.ts'
import { serveWeb } from './http/web-files.ts'
import { createElsewhere } from './ingest/elsewhere/remote.ts'
import { createCallSender } from './ingest/elsewhere/routes.ts'
import { findKey } from './ingest/keys.ts'
import { deleteOldRawMessages } from './ingest/maintenance/raw-message-retention.ts'
import { startCounting } from './insight/start-counting.ts'
import { registerIntake } from './intake-wiring.ts'
import { itemRoutes } from './items/routes.ts'
import { createVersionReader } from './live/queries.ts'
import { liveRoutes } from './live/routes.ts'
import { isPushEndpoint, pushKeys } from './notifications/push-message.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { noticeSettingsRoutes } from './notifications/settings-routes.ts'
import { addNote, type NoteKind } from './operator/queries.ts'
import { makePaper, type PaperDeps } from './papers/paper.ts'
import { paperRoutes } from './papers/routes.ts'
import { serveBrand } from './portal/brand.ts'
import { serveLogo } from './portal/logo.ts'
import { serveManifest } from './portal/manifest.ts'
import { portalRoutes } from './portal/routes.ts'
import { personalDataRoutes } from './profile/personal-data-routes.ts'
import { reencodePng } from './profile/reencode-png.ts'
import { profileRoutes } from './profile/routes.ts'
import { regionRoutes } from './regions/routes.ts'
import { acceptVouchedInvitation, checkInvitation } from './registration/accept-invitation.ts'
import { invite } from './registration/invite.ts'
import { registrationRoutes } from './registration/routes.ts'
import { showAgreedReturn } from './requests/returns/show-return.ts'
import { requestRoutes } from './requests/routes.ts'
import { deleteOldRecordsHourly } from './retention/retention.ts'
import { searchRoutes } from './search/routes.ts'
import { sellerParty } from './seller.ts'
import { statementRoutes } from './statement/routes.ts'
import { readFullStatement } from './statement/statement.ts'
import { termsRoutes } from './terms/routes.ts'
import { exportUbl } from './ubl/export.ts'
import { readOriginalFile } from './ubl/original-file.ts'
import { ublRoutes } from './ubl/routes.ts'
import { portalVersion } from './version.ts'
import { viewRoutes } from './views/routes.ts'

/** Builds the portal with all of its routes; it does not listen yet. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { pools, auth, clock, newId, settings, entry, system, listener, publishing } = deps
  const { readFile = createFileReader(undefined) } = deps
  const { viewer: viewerPool, server: db, work: workPool, console: consolePool, lock: lockPool } = pools
  const https = settings.publicOrigin?.startsWith('https:') ?? false
  // Nobody waits for a note, and nothing fails without it.
  const addOperatorNote = (kind: NoteKind, times: number, example: string) =>
    addNote(db, { kind, times, example, now: clock() }).catch((err: unknown) =>
      app.log.warn({ err }, `a note for the operator could not be stored: ${kind}`),
    )
  const noteRefused = (times: number, example: string) => addOperatorNote('refused documents', times, example)
  const app = createHttpServer({
    https,
    trustProxy: settings.trustProxy,
    hosts: { publicOrigin: settings.publicOrigin, onlyLocal: settings.onlyLocal ?? false },
    pageViews: settings.pageViews,
    logo: publishing.standard.logo,
    logger: deps.logger,
    verifyToken: (token) => (isViewingToken(token) ? readViewingToken(auth, token) : verifyAccessToken(auth, token)),
    findKey: (token) => findKey({ db, clock }, token),
    staffAccess: {
      https,
      find: (token) => findStaffByToken({ db, clock }, token),
      originOf: ({ headers }) => originOf(headers, settings.publicOrigin),
    },
    ...{ console: settings.console, hasRoom: deps.hasRoom },
    versionOf: createVersionReader(db),
    replicaReads: viewerPool.replica && { https, readLogEnd: () => readLogEnd(db) },
    sendCall: deps.regions && createCallSender(deps.regions),
    ...deps.admission,
    cursors: createCursors(deps.notifications.secrets),
    stillAllowed: (viewer) => (viewer.viewedBy ? isViewingOn(auth, viewer) : stillAllowed(auth, viewer)),
    watch: createCallAudit({ db, clock, newId }),
    onUnknownProxy: (address) => void addOperatorNote('unknown proxy', 1, address),
  })
  deps.observe?.(app)
  const today = () => calendarDate(clock())
  await app.register(cookie)
  const { published, brand, branding, terms, isAnnounced, isAnnouncedToStrangers } = publishing
  const counters = startCounting(app, { db, clock, today, secret: deps.notifications.secrets[0] ?? '' })
  portalRoutes(app, {
    ...{ brand, isAnnounced: isAnnouncedToStrangers, today, answersWithin: () => promisedAnswerHours(published) },
    entry: {
      ...{ version: portalVersion, address: auth.issuer, registration: entry.mode },
      leastPassword: entry.policy.minimum ?? passwordLength.min,
      ...{ signOn: auth.provider?.name ?? null, pageViews: settings.pageViews ?? null },
      regions: (deps.regions?.directory.others ?? []).map(({ name, title }) => ({ name, title })),
    },
    checkDatabase: async () => void (await Promise.all([viewerPool.query('select 1'), db.query('select 1')])),
    checkPastPooler: async () => void (await lockPool.query('select 1')),
    ...{ findPoolerFault: deps.findPoolerFault, isDraining: deps.isDraining ?? (() => false) },
  })
  const authRouteDeps = { auth, publicOrigin: settings.publicOrigin, https }
  const portal = () => brand().name
  authRoutes(app, authRouteDeps)
  factorRoutes(app, { auth, portal })
  passkeyRoutes(app, { ...authRouteDeps, portal })
  sessionRoutes(app, { auth })
  staffRoutes(app, { auth, portal })
  staffPictureRoutes(app, { db, clock, newId, encode: reencodePng })
  passwordRoutes(app, { auth })
  const countNow = (request: Parameters<typeof countRequest>[1]) => countRequest(db, request, clock())
  const inviteDeps = { db, clock, newId, random: entry.random, mail: entry.mail, checkEmail: parseEmail }
  const registrationDeps = {
    ...inviteDeps,
    policy: entry.policy,
    termsVersion: () => terms().version,
    countRequest: countNow,
    ...{ onCore: auth.onCore, hashCost: auth.hashCost },
    placeMember: (db: Db, member: NewMember) => upsertMember({ clock, newId }, db, member),
  }
  registrationRoutes(app, { ...registrationDeps, mode: entry.mode })
  signOnRoutes(app, {
    ...authRouteDeps,
    opensVisit: async (region, pass) => (await deps.regions?.passes.open('visit', region, pass)) !== undefined,
    invitations: {
      check: (input) => checkInvitation(registrationDeps, input),
      accept: (db, input) => acceptVouchedInvitation(registrationDeps, db, input),
    },
  })
  regionRoutes(app, { db, regions: deps.regions })
  termsRoutes(app, { terms })
  announcementRoutes(app, { db, published, clock })
  const inviteMember = (input: Parameters<typeof invite>[1]) => invite(inviteDeps, input)
  companyRoutes(app, { viewerPool, db, clock, newId, countRequest: countNow, invite: inviteMember })
  const { findContact } = dashboardRoutes(app, { viewerPool, db, clock, today, listener })
  liveRoutes(app, { listener })
  notificationRoutes(app, { viewerPool, db, clock })
  noticeSettingsRoutes(app, {
    ...{ db, clock, takesPushes: isPushEndpoint, ...deps.notifications },
    pushKeys: pushKeys(deps.notifications.secrets),
  })
  profileRoutes(app, {
    ...{ db, clock, newId, isAnnounced, termsVersion: () => terms().version },
    switchAccount: (viewer, number, caller) => switchAccount(auth, viewer, number, caller),
  })
  personalDataRoutes(app, {
    ...{ db, clock, newId, mail: entry.mail, supportEmail: settings.supportEmail },
    needProof: (viewer) => requireRecentProof(auth, viewer),
  })
  documentRoutes(app, { viewerPool, readFile, today, paymentLink: settings.paymentLink, payee: branding })
  viewRoutes(app, { db, clock, newId, https })
  const ublDeps = {
    ...{ viewerPool, db, readFile, seller: () => sellerParty(branding().seller, portal()) },
    sellerAddress: () => branding().seller?.electronicAddress,
  }
  ublRoutes(app, ublDeps)
  accountRoutes(app, { db, clock })
  statementRoutes(app, { viewerPool, today })
  const paperDeps: PaperDeps = {
    ...{ ...deps.papers, branding, viewerPool, clock },
    showDocument: (viewer, type, number) => showDocument(viewerPool, viewer, type, number, today()),
    readAttachment: (viewer, type, number, id) => readAttachment({ viewerPool, readFile }, viewer, type, number, id),
    showReturn: (viewer, number) => showAgreedReturn({ viewerPool }, viewer, number),
    showStatement: (viewer, period) =>
      readFullStatement(viewerPool, viewer, period, today(), Math.min(maxPrintedMovements, deps.papers.mostLines)),
  }
  paperRoutes(app, paperDeps)
  fileRoutes(app, {
    ...{ viewerPool, db, readFile, clock, newId, today },
    makePaper: (viewer, type, number, language) => makePaper(paperDeps, viewer, type, number, language),
    makeUbl: (viewer, type, number) => exportUbl(ublDeps, viewer, type, number),
    readOriginal: (viewer, type, number) => readOriginalFile(ublDeps, viewer, type, number),
  })
  requestRoutes(app, {
    ...{ viewerPool, db, readFile, clock, newId, today, mail: entry.mail, supportEmail: settings.supportEmail },
    ...{ payee: branding, scanFile: settings.scanFile, hasConsole: settings.console?.on ?? true, findContact },
    readVersion: async (viewer, type, number) =>
      versionOf(await showDocument(viewerPool, viewer, type, number, today())),
  })
  consoleRoutes(app, {
    ...{ consolePool, workPool, db, readFile, clock, newId, today, auth, publishing, counters, system, listener },
    ...{ mail: entry.mail, random: entry.random, scanFile: settings.scanFile, mailLanguage: settings.mailLanguage },
  })
  faqRoutes(app, {
    ...{ db, clock, newId, mail: entry.mail, folder: settings.faqFolder, saved: publishing.faq },
    supportEmail: settings.supportEmail,
    checkDocument: (viewer, type, number) => showDocument(viewerPool, viewer, type, number, today()),
  })
  searchRoutes(app, { viewerPool, today, onSearch: counters.onSearch })
  itemRoutes(app, { viewerPool, today })
  registerIntake(app, {
    ...{ db, workPool, consolePool, lockPool, clock, newId, noteRefused, hasRoom: deps.hasRoom, intake: deps.intake },
    ...{ mail: entry.mail, random: entry.random, secrets: deps.notifications.secrets, imports: settings.imports },
    elsewhere: deps.regions && createElsewhere(deps.regions),
  })
  const retention = deleteOldRecordsHourly({
    ...{ workPool, clock, days: settings.keptDays ?? { messages: 90 }, log: app.log },
    deleteMessages: (before) => deleteOldRawMessages({ workPool }, before),
  })
  app.addHook('onClose', retention.stop)
  app.addHook('onClose', keepStatistics({ workPool, lockPool, log: app.log }).stop)
  serveReference(app, portal, portalVersion)
  serveManifest(app, brand)
  serveLogo(app, publishing.logo)
  await serveWeb(app, deps.webFolder, serveBrand(app, brand))
  return app
}
