import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import type { IngestDocument, IngestReport } from '../contract/ingest.ts'
import type { Role } from '../contract/permissions.ts'
import { type TestDatabase, testDatabase } from '../database/testing.ts'
import { buildApp } from './app.ts'
import { createAuth } from './auth/auth.ts'
import { addUser } from './auth/users.ts'
import { ingestDocuments } from './ingest/ingest.ts'

/** What every member of a test's accounts signs in with. */
export const passphrase = 'a passphrase that only tests use'

export type TestPortal = {
  app: FastifyInstance
  database: TestDatabase
  /** Moves the portal's clock. */
  setTime: (instant: string) => void
  ingest: (...documents: IngestDocument[]) => Promise<IngestReport>
  /** Makes the person a member of the account and signs them in; gives their access token. */
  signIn: (email: string, account: string, role?: Role) => Promise<string>
  /** A GET as the holder of the token, or as a stranger. */
  get: (path: string, token?: string) => Promise<{ status: number; body: unknown; text: string }>
}

/** The whole portal on a database of its own, with a clock that stands at `instant`. Closed after the file's last test. */
export async function testPortal(instant = '2026-03-10T09:00:00Z'): Promise<TestPortal> {
  const database = await testDatabase()
  let now = Date.parse(instant)
  const clock = () => new Date(now)
  const newId = () => randomUUIDv7()
  const { server, work } = database.pools
  const auth = createAuth({
    db: server,
    clock,
    newId,
    random: randomBytes,
    cores: 2,
    tokenSecrets: ['a secret that only tests know and never a portal'],
    issuer: 'http://portal.test',
  })
  const app = await buildApp({
    pools: database.pools,
    auth,
    clock,
    newId,
    settings: {
      publicOrigin: undefined,
      trustProxy: false,
      brand: { name: 'Test portal', brandColor: null, logo: null, links: [] },
    },
  })
  await app.ready()
  afterAll(() => app.close())

  const signIn: TestPortal['signIn'] = async (email, account, role = 'admin') => {
    await addUser(
      { db: server, clock, newId, random: randomBytes },
      { email, name: email, account, role, password: passphrase },
    )
    const reply = await app.inject({ method: 'POST', url: '/api/auth/login', body: { email, password: passphrase } })
    if (reply.statusCode !== 200) throw new Error(`Signing in failed: ${reply.body}`)
    return reply.json<string>()
  }

  return {
    app,
    database,
    setTime: (at) => {
      now = Date.parse(at)
    },
    ingest: (...documents) =>
      ingestDocuments(
        { pool: work, clock, newId },
        documents.map((document, place) => ({ line: place + 1, document })),
        { dryRun: false, source: 'ndjson' },
      ),
    signIn,
    get: async (path, token) => {
      const reply = await app.inject({ url: `/api${path}`, headers: token ? { authorization: `Bearer ${token}` } : {} })
      const json = reply.headers['content-type']?.includes('json') ?? false
      return { status: reply.statusCode, body: json ? reply.json() : undefined, text: reply.body }
    },
  }
}
