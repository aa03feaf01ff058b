import { randomBytes, randomUUID } from 'node:crypto'
import { createKey } from '../ingest/keys.ts'
import type { TestPortal } from './portal.ts'

/** A key of the supplier's systems for a portal of a test. */
export const makeErpKey = ({ database }: TestPortal, scope = 'ingest'): Promise<string> =>
  createKey(
    { db: database.pools.server, clock: () => new Date(), newId: randomUUID, random: randomBytes },
    { name: 'ERP', scope },
  )
