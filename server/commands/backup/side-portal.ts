import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { connect } from '#database/connect.ts'
import { setReadOnly } from '#database/copy/read-only.ts'
import { openListener } from '#database/listen.ts'
import type { OpenDatabase } from '#database/open-database.ts'
import { buildApp } from '#server/app.ts'
import { createAuthDeps } from '#server/auth/auth.ts'
import { issueAccessToken } from '#server/auth/session/access-token.ts'
import { readConfig } from '#server/config.ts'
import { createOutbox } from '#server/mail/outbox.ts'
import { brandingOf } from '#server/papers/branding.ts'
import { createPdfWorkerPool } from '#server/papers/pdf-worker-pool.ts'
import { openPublishing } from '#server/publishing.ts'
import { readTerms } from '#server/terms/terms.ts'
import { systemOf } from '../system.ts'
import { selectReadableDocuments, switchOffSources } from './sample-queries.ts'

/*
 * A restored portal that is looked at beside the one that runs. It reads and can change nothing, in itself or elsewhere:
 * PostgreSQL refuses what it would write, no mails leave, no jobs run, and its sources of files are switched off.
 */

const silent = () => undefined
const log = { info: silent, warn: silent }
/** How many documents of each type are looked at. */
const documentsOfType = 3

/** A document that its portal shows to one of its customers otherwise than the database has it, or not at all. */
export type Unshown = { document: string; reason: string }

/**
 * Starts the portal of a restored database on a free port of this machine, and reads a sample of documents over HTTP as
 * members of their customers do. Returns how many were read, and those that were not shown. The database is read-only then.
 */
export async function readThroughPortal(
  database: OpenDatabase,
  { dataDir, secrets }: { dataDir: string; secrets: readonly string[] },
): Promise<{ read: number; unshown: Unshown[] }> {
  const clock = () => new Date()
  const newId = () => randomUUIDv7()
  const closing: (() => unknown)[] = []
  try {
    const { urls, ownerUrl } = database
    await switchOffSources(ownerUrl)
    await setReadOnly({ ownerUrl, serverUrl: urls.session }, true)
    const pools = connect(urls, { onLost: silent, size: 6 })
    closing.push(pools.end)
    const listener = await openListener({ url: urls.session, log, clock, onLost: silent })
    closing.push(listener.stop)
    const mail = createOutbox({ clock, newId, random: randomBytes, secrets })
    const pdfWorker = createPdfWorkerPool({ processes: 1 })
    closing.push(() => pdfWorker.close())
    const config = readConfig({ DATA_DIR: dataDir, DEMO: 'off' })
    const issuer = 'http://localhost'
    const terms = await readTerms(undefined)
    const publishing = await openPublishing({
      ...{ db: pools.server, clock, listener, address: issuer, terms, faqFolder: undefined, onFailure: silent },
      brand: { name: config.BRAND_NAME, brandColor: null, logo: null, links: [] },
      papers: { pdfWorker, branding: brandingOf(config.BRAND_NAME, '#000000', undefined) },
    })
    const auth = createAuthDeps({
      ...{ db: pools.server, listener, log, clock, newId, random: randomBytes, cores: 1, mail, issuer },
      tokenSecrets: secrets,
    })
    const app = await buildApp({
      ...{ pools, auth, listener, publishing, clock, newId },
      system: systemOf({
        ...{ config, environment: {}, database, pools, clock, secrets: () => secrets, published: () => ({}) },
      }),
      settings: { publicOrigin: undefined, trustProxy: false, onlyLocal: true, console: { on: false, networks: [] } },
      entry: { mode: 'invite', terms, policy: auth.policy, mail, random: randomBytes },
      papers: { pdfWorker, mostLines: 1 },
      notifications: { secrets, timeZone: 'UTC' },
    })
    closing.push(() => app.close())
    await app.listen({ host: '127.0.0.1', port: 0 })
    const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

    const sample = await selectReadableDocuments(ownerUrl, documentsOfType)
    const unshown: Unshown[] = []
    for (const { type, number, lines, userId, accountId, role } of sample) {
      const claims = { userId, sessionId: newId(), accountId, role, version: 1 }
      const token = await issueAccessToken(claims, { keys: auth.keys, issuer, clock })
      const path = `/api/documents/${type}/${encodeURIComponent(number)}`
      const reply = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } })
      const reason = faultOf(reply.status, reply.ok ? await reply.json() : undefined, { number, lines })
      if (reason !== undefined) unshown.push({ document: `${type} ${number}`, reason })
    }
    return { read: sample.length, unshown }
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

/** In what an answer differs from the document in the database. */
function faultOf(status: number, body: unknown, { number, lines }: { number: string; lines: number }) {
  if (status !== 200) return `the portal answers ${status}`
  const shown = body as { number?: unknown; lines?: unknown }
  if (shown.number !== number) return `it shows ${String(shown.number)}`
  const count = Array.isArray(shown.lines) ? shown.lines.length : 0
  return count === lines ? undefined : `it shows ${count} of ${lines} lines`
}
