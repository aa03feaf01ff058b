import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import * as contract from '../../contract/statement.ts'
import { ingestRoute } from '../http/register.ts'
import { setCreditLimit } from './accounts.ts'

/** What the ERP says of an account itself. */
export function accountRoutes(app: FastifyInstance, deps: { db: Pool; clock: () => Date }): void {
  ingestRoute(app, contract.setCreditLimit, async ({ params: { number }, body }) => {
    await setCreditLimit(deps.db, number, body, deps.clock())
    return { account: number, ...body }
  })
}
