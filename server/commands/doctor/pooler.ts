import { findPoolerFault } from '#database/connection/pooler.ts'
import type { DoctorContext } from './doctor-context.ts'
import type { Finding } from './waiting.ts'

/** Checks whether the portal can work through the pooler: one that loses named statements fails most calls. */
export async function checkPooler({ config, open }: DoctorContext): Promise<Finding> {
  if (config.DATABASE_POOL_URL === undefined)
    return ['ok', 'connections go to the database itself: DATABASE_POOL_URL is not set.']
  const { database } = await open()
  const fault = await findPoolerFault(database.urls.server)
  return fault === undefined ? ['ok', 'the pooler keeps transactions and named statements.'] : ['bad', fault]
}
