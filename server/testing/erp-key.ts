import { randomBytes, randomUUID } from 'node:crypto'
import { createKey } from '../ingest/keys.ts'
import type { TestPortal } from './portal.ts'

/** A key of the supplier's systems for a portal of a test; for these accounts alone when they are named. */
export const makeErpKey = ({ database }: TestPortal, scope = 'ingest', accounts?: readonly string[]): Promise<string> =>
  createKey(
    { db: database.pools.server, clock: () => new Date(), newId: randomUUID, random: randomBytes },
    { name: 'ERP', scope, ...(accounts ? { accounts } : {}) },
  )
