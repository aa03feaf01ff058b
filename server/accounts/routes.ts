import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import * as addresses from '#contract/company/addresses.ts'
import * as contract from '#contract/statement.ts'
import { type IngestKey, requireAccountOf } from '../http/admission/admit.ts'
import { ingestRoute } from '../http/register.ts'
import { findAccountId, setAddresses, setCreditLimit } from './accounts.ts'

/** Endpoints with which the ERP changes an account. */
export function accountRoutes(app: FastifyInstance, deps: { db: Pool; clock: () => Date }): void {
  const requireOwnAccount = async (key: IngestKey, number: string) => {
    if (key.accountIds !== null) requireAccountOf(key, await findAccountId(deps.db, number))
  }

  ingestRoute(app, contract.setCreditLimit, async ({ params: { number }, body, key }) => {
    await requireOwnAccount(key, number)
    await setCreditLimit(deps.db, number, body, deps.clock())
    return { account: number, ...body }
  })

  ingestRoute(app, addresses.setAddresses, async ({ params: { number }, body, key }) => {
    await requireOwnAccount(key, number)
    await setAddresses(deps.db, number, body.addresses, deps.clock())
    return { account: number, addresses: body.addresses.length }
  })
}
