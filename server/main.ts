import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { calendarDate } from '#contract/values/dates.ts'
import { retryUntilAvailable } from '#database/availability.ts'
import { connect, type Pools } from '#database/connect.ts'
import { refusePoolerFault, watchPooler } from '#database/connection/pooler.ts'
import { damageLogger } from '#database/damage.ts'
import { thisMachine } from '#database/embedded/machine.ts'
import { readOrCreateSecret } from '#database/files.ts'
import { openListener } from '#database/listen.ts'
import { createLossLog } from '#database/lost-connections.ts'
import { type FileStorage, openFileStorage } from '#database/object-storage/open.ts'
import { openDatabase } from '#database/open-database.ts'
import { Refusal } from '#database/refusal.ts'
import { refuseUnsafeRole } from '#database/roles.ts'
import { withTransaction } from '#database/transaction.ts'
import { buildApp } from './app.ts'
import { createAuthDeps } from './auth/auth.ts'
import { capacityOf } from './capacity.ts'
import { archiveReader } from './commands/backup/archive.ts'
import { sellerOfDemo } from './commands/demo.ts'
import { watchEmbeddedDisk } from './commands/settings/disk-space.ts'
import { networkLocator } from './commands/settings/geolocation.ts'
import { passwordPolicyOf } from './commands/settings/password-policy.ts'
import { regionsOf } from './commands/settings/regions.ts'
import { prepareStart } from './commands/start.ts'
import { systemOf } from './commands/system.ts'
import { brandOf, type Config, databaseAddresses, readConfig, whyNoDemo } from './config.ts'
import { keptDaysOf, objectStorageOf, providersOf } from './config-services.ts'
import { withPortalFolder } from './data-folder.ts'
import { listen } from './http/listen.ts'
import { viewerByMail } from './http/viewer.ts'
import { releaseMemoryWhenQuiet } from './idle-memory.ts'
import { createThreadedIntake } from './ingest/threaded-intake.ts'
import { createJobs } from './jobs/jobs.ts'
import { displayHost, listenRefusal, portOf } from './listen-refusal.ts'
import { createDelivery } from './mail/delivery.ts'
import { createOutbox } from './mail/outbox.ts'
import { folderTransport, smtpTransport } from './mail/transport.ts'
import { openMetrics } from './metrics/open.ts'
import { filterDeliverable } from './notifications/deliverable-notices.ts'
import { notificationJobHandlers } from './notifications/job-handlers.ts'
import { notifyMailRefused } from './notifications/mail-refusal.ts'
import { postPush } from './notifications/post-push.ts'
import { pushKeys } from './notifications/push-message.ts'
import { enqueueDueTasks } from './notifications/scheduled-tasks.ts'
import { createPdfWorkerPool } from './papers/pdf-worker-pool.ts'
import { openPublishing, publishedSettings, readBranding } from './publishing.ts'
import { startReceptions } from './receptions.ts'
import { createReplyAddresses } from './requests/replies/reply-address.ts'
import { replyReception } from './requests/replies/take-reply.ts'
import { answerDelivery } from './requests/undelivered/undelivered.ts'
import { clamdScanner } from './requests/virus-scan.ts'
import { type Running, runServer } from './run-server.ts'
import { readTerms } from './terms/terms.ts'
import { openTracing } from './tracing/open.ts'
import { portalVersion } from './version.ts'
import { startWarnings } from './warnings.ts'

/* The server process: opens the database, serves the portal, ends both in order. */

/** A request that runs longer than this after the stop is cut off, so that everything ends within ten seconds. */
const drainTimeout = 6_000

const log = { info: (line: string) => console.log(line), warn: (line: string) => console.error(line) }
// A log that cannot be written, because the disk is full or the terminal closed, must not stop the portal.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
runServer(start, { log, report: (error) => console.error(error) })

async function start({ onEnd, signal, isDraining, serving }: Running): Promise<void> {
  /** Retries until the database is available: it may be starting, slow or full. */
  const waitForDatabase = <T>(step: () => Promise<T>) => retryUntilAvailable(step, { log, signal })
  const config = withPortalFolder(readConfig(process.env), process.env)
  const placeOf = networkLocator(config)
  const tokenSecrets = config.TOKEN_SECRET ?? [
    await waitForDatabase(async () => readOrCreateSecret(config.DATA_DIR, 'token-secret', log)),
  ]
  const database = await waitForDatabase(() =>
    openDatabase({
      dataDir: config.DATA_DIR,
      ...databaseAddresses(config),
      archives: config.ARCHIVE_DIR !== undefined,
      ...{ tokenSecret: tokenSecrets[0], partitions: config.DATABASE_PARTITIONS, log },
      what: 'a running portal',
      beside: false,
    }),
  )
  onEnd(7_000, database.close)
  const space = await watchEmbeddedDisk(config, log)
  onEnd(100, async () => space?.stop())

  const clock = () => new Date()
  const lossLog = createLossLog(log)
  onEnd(100, async () => lossLog.stop())
  const listener = await openListener({ url: database.urls.session, log, clock, onLost: lossLog.lost })
  onEnd(500, listener.stop)
  const machine = thisMachine()
  const capacity = capacityOf(machine, config.DATABASE_POOL_SIZE)
  const findPoolerFault = config.DATABASE_POOL_URL === undefined ? undefined : watchPooler(database.urls.server)
  if (findPoolerFault) await waitForDatabase(() => refusePoolerFault(findPoolerFault))
  const tracing = await openTracing(config, { version: portalVersion, log })
  if (tracing) onEnd(1_500, tracing.stop)
  const pools = connect(database.urls, {
    ...{ onLost: lossLog.lost, size: capacity.connections, log, observer: tracing?.pools },
  })
  onEnd(500, pools.end)
  const fileStorage = openFileStorage({ ...objectStorageOf(config), pools, log })
  onEnd(2_000, fileStorage.stop)
  await waitForDatabase(() => Promise.all([pools.viewer, pools.server, pools.console].map(refuseUnsafeRole)))

  const newId = () => randomUUIDv7()
  // The time zone of people and accounts that have chosen none.
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const mail = createOutbox({ clock, newId, random: randomBytes, secrets: tokenSecrets })
  const terms = await readTerms(config.DATA_DIR).catch((error: unknown) => {
    throw error instanceof RangeError ? new Refusal(error.message, { cause: error }) : error
  })
  const branding = await readBranding(config, await waitForDatabase(() => sellerOfDemo(pools.server, config)))
  let reportNoPapers: (reason: string) => void = () => undefined
  const pdfWorker = createPdfWorkerPool({
    processes: capacity.paperProcesses,
    onAbsent: (reason) => reportNoPapers(reason),
  })
  onEnd(100, async () => pdfWorker.close())
  const issuer = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`
  const publishing = await waitForDatabase(() =>
    openPublishing({
      ...{ db: pools.server, clock, listener, address: issuer, brand: brandOf(config), terms },
      papers: { pdfWorker, branding },
      faqFolder: join(config.DATA_DIR, 'faq'),
      onFailure: (error) => log.warn(`What staff have published could not be read: ${String(error)}`),
    }),
  )
  const regions = regionsOf(config, clock)
  const policy = passwordPolicyOf(config, () => publishing.brand().name)
  const auth = createAuthDeps({
    db: pools.server,
    listener,
    log,
    clock,
    newId,
    random: randomBytes,
    cores: machine.cores,
    tokenSecrets,
    issuer,
    mail,
    ...providersOf(config, regions),
    placeOf,
    policy,
  })

  const web = join(import.meta.dirname, '../dist/web')
  const startMessages = await waitForDatabase(() =>
    prepareStart({ pools, clock, newId, random: randomBytes, mail, secrets: tokenSecrets, regions }, config, log),
  )

  const hasRoom = space?.hasRoom
  // Beside this file, as a source or built.
  const intakeThread = join(dirname(import.meta.filename), `intake-thread${extname(import.meta.filename)}`)
  const threadData = { urls: database.urls, settings: config }
  const intake = createThreadedIntake({
    start: () => new Worker(intakeThread, { workerData: threadData }),
    hasRoom,
    onDeath: (error) => log.warn(`The thread that takes documents in ended: ${error.message}`),
  })
  onEnd(500, intake.close)

  const metrics = await metricsOf(config, pools, fileStorage)
  const scanFile = config.CLAMD && clamdScanner(config.CLAMD)
  const app = await buildApp({
    ...{ pools, intake, regions, readFile: fileStorage.readFile, auth, listener, publishing, clock, newId },
    ...{ isDraining, findPoolerFault },
    observe: (app) => {
      metrics?.observe(app)
      tracing?.observe(app)
    },
    system: systemOf({
      ...{ config, environment: process.env, database, pools, clock, secrets: () => tokenSecrets },
      published: () => publishedSettings(publishing),
    }),
    hasRoom,
    settings: {
      publicOrigin: config.PUBLIC_URL,
      onlyLocal: whyNoDemo(config) === undefined,
      trustProxy: config.TRUST_PROXY ?? false,
      pageViews: config.ANALYTICS_URL,
      supportEmail: config.SUPPORT_EMAIL ?? branding.seller?.email,
      mailLanguage: config.MAIL_LANGUAGE,
      faqFolder: join(config.DATA_DIR, 'faq'),
      paymentLink: config.PAYMENT_LINK,
      console: { on: config.CONSOLE === 'on', networks: config.CONSOLE_NETWORKS },
      scanFile,
      keptDays: keptDaysOf(config),
      imports: { folder: config.IMPORT_FOLDER, networks: config.IMPORT_NETWORKS },
    },
    entry: { mode: config.REGISTRATION, terms, policy, mail, random: randomBytes },
    papers: { pdfWorker, mostLines: capacity.paperLines },
    admission: { capacity: { cores: machine.cores, connections: capacity.connections } },
    notifications: { secrets: tokenSecrets, timeZone },
    // Logs through the stream whose errors are handled above: the logger's own would retry on a full disk for ever,
    // even at the end.
    logger: {
      level: config.LOG_LEVEL,
      stream: { write: (line: string) => void process.stdout.write(line) },
      ...(tracing && { mixin: tracing.logFields }),
    },
    ...(existsSync(join(web, 'index.html')) ? { webFolder: web } : {}),
  })
  const damage = damageLogger(pools.server, log)
  app.addHook('onError', async (_request, _reply, error) => damage(error))
  releaseMemoryWhenQuiet(app)
  onEnd(drainTimeout, () => app.close())
  onEnd(100, async () => database.hold?.announceStop())
  await listen(app, config.PORT, config.HOST).catch((error: unknown) => {
    throw listenRefusal({ setting: 'PORT', host: config.HOST, port: config.PORT }, error)
  })
  if (metrics) onEnd(200, await metrics.serve({ log, explain: listenRefusal }))
  reportNoPapers = (reason) =>
    app.log.error(
      { reason },
      'no PDF can be made on this machine; those that the ERP sends are given as they are. Run "npm install" here again, with optional packages',
    )
  pdfWorker.warm()

  const address = config.PUBLIC_URL ?? `http://${displayHost(config.HOST)}:${portOf(app.server, config.PORT)}`
  const from = config.MAIL_FROM ?? `portal@${new URL(address).hostname}`
  const replyAddresses = createReplyAddresses({ secrets: tokenSecrets, clock, mailbox: config.REPLY_ADDRESS })
  const answers = answerDelivery({ db: pools.server, clock })
  const delivery = createDelivery({
    db: pools.server,
    clock,
    secrets: tokenSecrets,
    brand: () => ({ ...publishing.mailBrand(), address }),
    from,
    language: config.MAIL_LANGUAGE,
    transport:
      config.SMTP_URL === undefined ? folderTransport(join(config.DATA_DIR, 'outbox')) : smtpTransport(config.SMTP_URL),
    replyAddressOf: replyAddresses?.addressOf,
    answers,
    notifyRefused: (db, email) => notifyMailRefused({ clock, newId }, db, email),
    filterDeliverable: (db, reader, notices) => filterDeliverable({ clock, timeZone }, db, reader, notices),
    log,
  })
  onEnd(2_000, delivery.stop)
  delivery.start()
  if (replyAddresses) {
    const reception = replyReception({
      ...{ viewerPool: pools.viewer, db: pools.server, clock, newId, today: () => calendarDate(clock()), mail, log },
      ...{ answers, addresses: replyAddresses, viewerOf: viewerByMail, authenticationServer: config.REPLY_VERIFIER },
      supportEmail: config.SUPPORT_EMAIL ?? branding.seller?.email,
      scanFile,
      ownAddress: from,
      hasConsole: config.CONSOLE === 'on',
    })
    await startReceptions(config, { ...reception, clock, onEnd, log })
  }
  const jobs = createJobs({ jobsPool: pools.jobs, url: database.urls.session, log, runJob: tracing?.runJob })
  onEnd(5_000, jobs.stop)
  // Push services require a contact, by mail or https.
  const contact = `mailto:${config.SUPPORT_EMAIL ?? from}`
  const notificationDeps = { clock, newId, random: randomBytes, mail, secrets: tokenSecrets, timeZone, send: jobs.send }
  const jobHandlers = notificationJobHandlers({
    ...notificationDeps,
    keys: pushKeys(tokenSecrets),
    contact,
    post: postPush,
  })
  await waitForDatabase(() =>
    jobs.start(jobHandlers, () => withTransaction(pools.jobs, (client) => enqueueDueTasks(notificationDeps, client))),
  )
  database.hold?.announce(address)
  serving(config.DRAIN_SECONDS)
  log.info(`${publishing.brand().name} is at ${address}`)
  for (const line of startMessages(address)) log.info(line)
  for (const line of startWarnings(config, process.getuid?.())) log.warn(line)
}

/** The metrics of this server, where the operator has set up a port for them. */
async function metricsOf(config: Config, { end: _, ...pools }: Pools, { failingFor }: FileStorage) {
  const { METRICS_LISTEN: at } = config
  const { replica } = pools.viewer
  const all = replica ? { ...pools, replica: replica.pool } : pools
  return (
    at &&
    openMetrics({
      ...{ at, pools: all, db: pools.server, replica, storageFailingFor: failingFor },
      ...{ version: portalVersion, readArchive: archiveReader(config) },
    })
  )
}
