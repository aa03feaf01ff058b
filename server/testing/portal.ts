import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { IngestDocument, IngestReport } from '#contract/ingest/documents.ts'
import type { Role } from '#contract/permissions.ts'
import type { RegistrationMode } from '#contract/registration/modes.ts'
import type { Seller } from '#contract/seller.ts'
import { openListener } from '#database/listen.ts'
import { atEnd } from '#database/testing/at-end.ts'
import { type TestDatabase, testDatabase } from '#database/testing/database.ts'
import type { NetworkLink } from '#database/testing/link.ts'
import { withTransaction } from '#database/transaction.ts'
import { buildApp } from '../app.ts'
import type { AppDeps } from '../app-deps.ts'
import { addUser } from '../auth/administration/users.ts'
import { type AuthSettings, createAuthDeps } from '../auth/auth.ts'
import { type HashCost, standardPolicy } from '../auth/passwords/passwords.ts'
import { systemOf } from '../commands/system.ts'
import { readConfig } from '../config.ts'
import { ingestDocuments } from '../ingest/ingest.ts'
import { keepRegionKeys } from '../ingest/region-keys.ts'
import type { NumberedBy } from '../ingest/types.ts'
import { createDelivery } from '../mail/delivery.ts'
import { createOutbox } from '../mail/outbox.ts'
import type { Message } from '../mail/transport.ts'
import { filterDeliverable } from '../notifications/deliverable-notices.ts'
import { notificationJobHandlers } from '../notifications/job-handlers.ts'
import { postPush } from '../notifications/post-push.ts'
import { pushKeys } from '../notifications/push-message.ts'
import { enqueueDueTasks, type NotificationJob } from '../notifications/scheduled-tasks.ts'
import { publishedSettings } from '../publishing.ts'
import { readTerms } from '../terms/terms.ts'
import { testPapers, testPublishing } from './publishing.ts'

const silent = () => undefined
const silentLog = { info: silent, warn: silent }

/** The password of every member of a test's accounts. */
export const passphrase = 'a passphrase that only tests use'

/** The least that Argon2id allows: a test that tells nothing of the time of a sign-in need not spend it. */
export const leastHashCost: HashCost = { memory: 8, passes: 1, parallelism: 1 }

export type TestPortal = {
  app: FastifyInstance
  database: TestDatabase
  /** Sets the portal's clock. */
  setTime: (instant: string) => void
  ingest: (...documents: IngestDocument[]) => Promise<IngestReport>
  /** The same from an ERP whose numbers repeat per customer. */
  ingestPerCustomer: (...documents: IngestDocument[]) => Promise<IngestReport>
  /** The outbox into which the portal writes its mails. */
  outbox: AuthSettings['mail']
  passphrase: string
  /** Another server on the same database and clock, with other settings for sign-in. */
  serve: (overrides?: Partial<AuthSettings>, options?: ServerOptions) => Promise<FastifyInstance>
  /** Runs all jobs that are due by the portal's clock, calling `before` ahead of each; returns their number. */
  runDueJobs: (before?: (job: NotificationJob) => Promise<unknown>) => Promise<number>
  /** Makes the person a member of the account and signs them in; returns their access token. */
  signIn: (email: string, account: string, role?: Role) => Promise<string>
  /** Signs in an existing member; returns their access token. */
  login: (email: string, credentials?: { password?: string; headers?: Record<string, string> }) => Promise<string>
  /** Sends a GET request as the holder of the token, or as a stranger. */
  get: (path: string, token?: string) => Promise<{ status: number; body: unknown; text: string }>
  /** Sends a request with a body, as the holder of the token, or as a stranger; `Body` is what it should answer. */
  call: <Body = Reply>(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    options?: CallOptions,
  ) => Promise<{ status: number; body: Body; text: string }>
  /** Sends the mails that are due and returns those that left, newest last. */
  mails: () => Promise<Message[]>
}
type SystemOption = { system?: (system: AppDeps['system']) => AppDeps['system'] }
type HelpSettings = Pick<
  AppDeps['settings'],
  'supportEmail' | 'mailLanguage' | 'faqFolder' | 'paymentLink' | 'scanFile' | 'console' | 'imports'
>
type OwnOptions = {
  mode?: RegistrationMode
  seller?: Seller
  link?: NetworkLink
  hashCost?: HashCost
  /** Unset: an empty one on the PostgreSQL of the run. */
  database?: TestDatabase
  /** Other portals of the supplier, of which this is one. */
  regions?: AppDeps['regions']
}
type PortalOptions = SystemOption & OwnOptions & Pick<AppDeps, 'admission' | 'hasRoom' | 'readFile'>
/** How another server differs from the first. */
type ServerOptions = Pick<AppDeps, 'admission' | 'logger' | 'webFolder'> & { trustProxy?: string[] }
type CallOptions = { body?: object; token?: string | undefined; headers?: Record<string, string> }
type Reply = { message: string } & Record<string, unknown>

/** The token in a mail's link. */
export const tokenIn = (mail: Message | undefined): string =>
  /#token=([A-Za-z0-9_-]+)/.exec(mail?.text ?? '')?.[1] ?? ''

/** The secret that signs the tokens of tests. */
export const tokenSecret = 'a secret that only tests know and never a portal'

const unlimited = { perSecond: Number.POSITIVE_INFINITY, burst: Number.POSITIVE_INFINITY }
/** A test is one person who does in a second what people do in an hour. */
export const unlimitedAdmission = {
  capacity: { cores: 2, connections: 8 },
  rates: { person: unlimited, searcher: unlimited, printer: unlimited, stranger: unlimited, visitor: unlimited },
}

/** What the console shows and does of a portal on this database. */
export function testSystem(
  { ownerUrl, urls, pools, tokenSecret: secret }: TestDatabase,
  clock: () => Date,
  environment: Record<string, string> = {},
  published: () => Readonly<Record<string, string | null>> = () => ({}),
): AppDeps['system'] {
  const config = readConfig({ DATABASE_URL: ownerUrl, TOKEN_SECRET: secret.padEnd(32, '.'), ...environment })
  return systemOf({
    ...{ config, environment, database: { ownerUrl, urls }, pools, clock, published },
    secrets: () => [secret],
  })
}

/** The whole portal on its own database, with a clock that stands at `instant`. Closed after the file's last test. */
export async function testPortal(
  instant = '2026-03-10T09:00:00Z',
  {
    mode = 'invite',
    seller,
    link,
    hasRoom,
    readFile,
    system = (standard) => standard,
    admission = unlimitedAdmission,
    hashCost = leastHashCost,
    database: ownDatabase,
    regions,
    ...helpSettings
  }: PortalOptions & HelpSettings = {},
): Promise<TestPortal> {
  const database = ownDatabase ?? (await testDatabase(link))
  let now = Date.parse(instant)
  const clock = () => new Date(now)
  const newId = () => randomUUIDv7()
  const { server: db, work: workPool } = database.pools
  const secrets = [tokenSecret]
  const mail = createOutbox({ clock, newId, random: randomBytes, secrets })
  const papers = testPapers(seller)
  const notifications = {
    secrets,
    timeZone: 'Europe/Berlin',
    takesPushes: (address: string) => address.startsWith('http'),
  }
  const served: FastifyInstance[] = []
  let mailBrand: AppDeps['publishing']['mailBrand'] | undefined
  atEnd(() => Promise.all(served.map((app) => app.close())))
  const serve: TestPortal['serve'] = async (overrides = {}, options = {}) => {
    const listener = await openListener({ url: database.urls.session, log: silentLog, clock, onLost: silent })
    const auth = createAuthDeps({
      db,
      listener,
      log: silentLog,
      clock,
      newId,
      random: randomBytes,
      cores: 2,
      tokenSecrets: secrets,
      issuer: 'http://portal.test',
      mail,
      hashCost,
      ...(regions && { regionProviders: regions.providers }),
      ...overrides,
    })
    const publishing = await testPublishing({ db, listener, clock }, papers, helpSettings.faqFolder)
    mailBrand = publishing.mailBrand
    const app = await buildApp({
      system: system(testSystem(database, clock, {}, () => publishedSettings(publishing))),
      publishing,
      pools: database.pools,
      auth,
      listener,
      clock,
      newId,
      hasRoom,
      regions,
      ...(readFile && { readFile }),
      settings: {
        publicOrigin: undefined,
        trustProxy: options.trustProxy ?? false,
        ...helpSettings,
      },
      papers,
      notifications,
      admission,
      ...options,
      entry: { mode, terms: await readTerms(undefined), policy: standardPolicy, mail, random: randomBytes },
    })
    app.addHook('onClose', listener.stop)
    await app.ready()
    served.push(app)
    return app
  }
  if (regions) await keepRegionKeys({ db, clock, newId }, regions.keys)
  const app = await serve()

  const login: TestPortal['login'] = async (email, { password = passphrase, headers = {} } = {}) => {
    const reply = await app.inject({ method: 'POST', url: '/api/auth/login', headers, body: { email, password } })
    if (reply.statusCode !== 200) throw new Error(`Signing in failed: ${reply.body}`)
    return reply.json<string>()
  }

  const signIn: TestPortal['signIn'] = async (email, account, role = 'admin') => {
    await addUser(
      { db, clock, newId, random: randomBytes, hashCost },
      { email, name: email, account, role, password: passphrase },
    )
    return login(email)
  }

  const call: TestPortal['call'] = async <Body>(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    { body, token, headers }: CallOptions = {},
  ) => {
    const reply = await app.inject({
      method,
      url: `/api${path}`,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(body ? { body } : {}),
    })
    return { status: reply.statusCode, body: reply.json<Body>(), text: reply.body }
  }

  const ingest = (documents: readonly IngestDocument[], numberedBy: NumberedBy) =>
    ingestDocuments(
      { workPool, clock, newId },
      documents.map((document, index) => ({ line: index + 1, document })),
      { dryRun: false, source: 'ndjson', numbering: { source: '', numberedBy } },
    )

  const sentMails: Message[] = []
  const delivery = createDelivery({
    db,
    clock,
    secrets,
    brand: () => ({ name: 'Test portal', color: '#c8102e', ...mailBrand?.(), address: 'https://portal.test' }),
    from: 'portal@portal.test',
    transport: { deliver: async (message) => void sentMails.push(message), close: silent },
    filterDeliverable: (db, reader, notices) =>
      filterDeliverable({ clock, timeZone: notifications.timeZone }, db, reader, notices),
    log: silentLog,
  })

  return {
    app,
    serve,
    outbox: mail,
    passphrase,
    database,
    call,
    runDueJobs: async (before) => {
      let count = 0
      const jobs: NotificationJob[] = []
      const deps = {
        ...{ clock, newId, mail, secrets, random: randomBytes, timeZone: notifications.timeZone },
        ...{ keys: pushKeys(secrets), contact: 'mailto:operator@portal.test' },
        send: async (_: unknown, added: readonly NotificationJob[]) => void jobs.push(...added),
        post: postPush,
      }
      const handlers = notificationJobHandlers(deps)
      while ((await withTransaction(database.pools.jobs, (client) => enqueueDueTasks(deps, client))) > 0);
      for (const job of jobs) {
        await before?.(job)
        await withTransaction(database.pools.jobs, (client) => handlers[job.name](job, client))
        count++
      }
      return count
    },
    mails: async () => {
      while ((await delivery.deliverDue()) > 0);
      return sentMails.splice(0)
    },
    setTime: (moment) => {
      now = Date.parse(moment)
    },
    ingest: (...documents) => ingest(documents, 'supplier'),
    ingestPerCustomer: (...documents) => ingest(documents, 'customer'),
    signIn,
    login,
    get: async (path, token) => {
      const reply = await app.inject({ url: `/api${path}`, headers: token ? { authorization: `Bearer ${token}` } : {} })
      const json = reply.headers['content-type']?.includes('json') ?? false
      return { status: reply.statusCode, body: json ? reply.json() : undefined, text: reply.body }
    },
  }
}
