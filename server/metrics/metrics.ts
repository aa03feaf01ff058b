import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { PortalError } from '#contract/errors.ts'
import type { Db } from '#database/transaction.ts'
import { fileGauges, type MakeGauge } from './file-gauges.ts'
import { readJobCounts, readSourceContacts, readWaiting, type Waiting } from './queries.ts'
import { type ReplicaState, replicaMetrics } from './replica-metrics.ts'

/** What this server measures of itself, in the words of docs/operating/watch.md. */
export type Metrics = {
  /** Counts the calls of an application; before its routes are registered. */
  observe: (app: FastifyInstance) => void
  /** All metrics, as Prometheus reads them. What only the database knows is left out while that does not answer. */
  read: () => Promise<{ contentType: string; text: string }>
}

export type MetricsDeps = {
  version: string
  pools: Readonly<Record<string, Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>>>
  db: Db
  replica?: ReplicaState | undefined
  /** Milliseconds since files cannot be moved to the object storage; unset: there is none. */
  storageFailingFor?: (() => number) | undefined
  /** Until when changes of the database are archived (Unix seconds; null: nothing yet), and whether that fails; unset: they need not be. */
  readArchive?: (() => Promise<{ until: number | null; fails: boolean }>) | undefined
}

/** Seconds. The bounds of docs/benchmarks.md lie between the small ones, the time limits of calls between the large. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Makes the metrics of one server; they are collected when they are read. */
export function createMetrics(deps: MetricsDeps): Metrics {
  const { version, pools, db, replica, storageFailingFor, readArchive } = deps
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `portal_${name}`, help, labelNames, registers })

  gauge('info', 'The version that runs.', ['version']).set({ version }, 1)
  const duration = new Histogram({
    name: 'portal_call_duration_seconds',
    help: 'Time until a call was answered, without streams of live updates.',
    labelNames: ['endpoint', 'method', 'status'],
    buckets,
    registers,
  })
  const underWay = gauge('calls_under_way', 'Calls that are not answered yet; those of followChanges are open pages.', [
    'endpoint',
  ])
  const refused = new Counter({
    name: 'portal_refused_calls_total',
    help: 'Calls that were answered with an error, by its code.',
    labelNames: ['code'],
    registers,
  })

  const connections = gauge('pool_connections', 'Connections to the database.', ['pool', 'state'])
  const waitingForConnection = gauge('pool_waiting', 'Calls that wait for a connection.', ['pool'])
  const places = gauge('lane_calls', 'Calls by lane: those that run, and those that wait for a place.', [
    'lane',
    'state',
  ])
  const readServer = (apps: readonly FastifyInstance[]) => {
    for (const [name, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
      connections.set({ pool: name, state: 'used' }, totalCount - idleCount)
      connections.set({ pool: name, state: 'idle' }, idleCount)
      waitingForConnection.set({ pool: name }, waitingCount)
    }
    for (const { admission } of apps)
      for (const { lane, running, waiting } of admission.counts()) {
        places.set({ lane, state: 'running' }, running)
        places.set({ lane, state: 'waiting' }, waiting)
      }
  }

  const readDatabase = databaseGauges(gauge, db)
  const readArchived = archiveGauges(gauge, readArchive)
  const readReplica = replicaMetrics(gauge, registers, replica)
  const storageFailing = gauge(
    'object_storage_failing_seconds',
    'How long files have failed to be moved to the object storage; 0 while they do not.',
  )
  const observed: FastifyInstance[] = []
  return {
    observe: (app) => {
      observed.push(app)
      const counted = new WeakSet<FastifyRequest>()
      app.addHook('onRequest', async (request) => {
        counted.add(request)
        underWay.inc({ endpoint: request.routeOptions.config.endpoint ?? page })
      })
      app.addHook('onResponse', async (request, reply) => {
        const { endpoint = page } = request.routeOptions.config
        // What is refused at the door was never under way.
        if (counted.has(request)) underWay.dec({ endpoint })
        if (endpoint === streams) return
        duration.observe({ endpoint, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1_000)
      })
      app.addHook('onError', async (_request, _reply, error) => {
        refused.inc({ code: error instanceof PortalError ? error.code : 'other' })
      })
    },
    read: async () => {
      readServer(observed)
      readReplica()
      // Without a storage there is no value: as 0 all would seem well.
      storageFailing.remove()
      if (storageFailingFor) storageFailing.set(storageFailingFor() / 1_000)
      await readDatabase()
      await readArchived()
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}

/** The endpoint whose calls last as long as a page is open. */
const streams = 'followChanges'
/** Pages, scripts and pictures, and addresses that lead nowhere: what strangers make up must not become a label. */
const page = 'page'

/** The metrics of the archive of the database's changes; absent where there is none. */
function archiveGauges(gauge: MakeGauge, readArchive: MetricsDeps['readArchive']): () => Promise<void> {
  const archived = gauge(
    'archive_covered_timestamp_seconds',
    'Until when changes of the database are archived; absent when nothing is yet.',
  )
  const fails = gauge('archive_failing', 'Whether changes of the database cannot be archived.')
  return async () => {
    // What cannot be read is not known to be archived.
    const read = await readArchive?.().catch(() => ({ until: null, fails: true }))
    // Without a value they would be read as 0, which is long ago.
    archived.remove()
    fails.remove()
    if (read && read.until !== null) archived.set(read.until)
    if (read) fails.set(read.fails ? 1 : 0)
  }
}

/** What is known of backups: absent while nothing is, because a last one at 0 would be long ago. */
function backupGauges(gauge: MakeGauge): (known: Waiting | undefined) => void {
  const lastSuccess = gauge(
    'backup_last_success_timestamp_seconds',
    'When the last backup was made from the console or by itself; absent when none was.',
  )
  const failing = gauge('backup_failing', 'Whether the last backup failed; absent when none has ended.')
  return (known) => {
    for (const one of [lastSuccess, failing]) one.remove()
    if (known && known.backup !== null) lastSuccess.set(known.backup)
    if (known && known.backup_failing !== null) failing.set(known.backup_failing ? 1 : 0)
  }
}

/** The metrics that only the database knows, the same on each server that asks. */
function databaseGauges(gauge: MakeGauge, db: Db): () => Promise<void> {
  const up = gauge('database_up', 'Whether the database answers.')
  const size = gauge('database_bytes', 'Size of the database.')
  const mails = gauge('mails_waiting', 'Mails that have not left; tried: at least once in vain.', ['state'])
  const mailAge = gauge('mail_oldest_seconds', 'How long the oldest of them has waited.')
  const jobs = gauge('jobs', 'Background jobs that are not done; those in the queue dead are not tried again.', [
    'queue',
    'state',
  ])
  const requests = gauge('requests_waiting', 'What customers have asked and nobody has answered.')
  const requestAge = gauge('request_oldest_seconds', 'How long the oldest of them has waited.')
  const refusedMessages = gauge(
    'refused_messages_waiting',
    'Messages of the ERP that were refused and wait to be mended.',
  )
  const setBackups = backupGauges(gauge)
  const silent = gauge('source_silent', 'Whether a key of the ERP is silent for longer than its rhythm explains.', [
    'source',
  ])
  const lastUsed = gauge('source_last_used_timestamp_seconds', 'When each key of the ERP was last used.', ['source'])
  const files = fileGauges(gauge, db)
  return async () => {
    // That it does not answer is the metric; the log says why already.
    const read = await Promise.all([
      ...([readWaiting(db), readJobCounts(db), readSourceContacts(db), files()] as const),
    ]).catch(() => undefined)
    for (const one of [size, mails, mailAge, jobs, requests, requestAge, refusedMessages, silent, lastUsed]) one.reset()
    up.set(read ? 1 : 0)
    setBackups(read?.[0])
    if (!read) return
    const [waiting, jobCounts, sources] = read
    size.set(waiting.database_bytes)
    mails.set({ state: 'new' }, waiting.mails - waiting.failing_mails)
    mails.set({ state: 'tried' }, waiting.failing_mails)
    mailAge.set(waiting.mail_age)
    requests.set(waiting.requests)
    requestAge.set(waiting.request_age)
    refusedMessages.set(waiting.refused)
    for (const { queue, state, jobs: count } of jobCounts) jobs.set({ queue, state }, count)
    for (const source of sources) {
      silent.set({ source: source.name }, source.silent ? 1 : 0)
      if (source.last_used !== null) lastUsed.set({ source: source.name }, source.last_used)
    }
  }
}
