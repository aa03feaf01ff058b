import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import * as contract from '#contract/console/keys.ts'
import type { Staff } from '#contract/console/staff.ts'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import type { Leniency, LenientReading } from '#contract/ingest/leniency.ts'
import { parseScopes } from '#contract/key-scopes.ts'
import { csvOf } from '#server/formats/csv/table.ts'
import { sendCsv } from '#server/http/attachment.ts'
import { callerOf } from '#server/http/caller.ts'
import { staffRoute } from '#server/http/register.ts'
import { changeLeniency, createKey, type KeyActor, listKeys, readingsOfKeys, revokeKey, rotateKey } from '../keys.ts'
import type { KeyFilter, KeyRow } from '../keys-queries.ts'
import { keyTable } from './tables.ts'

export type RandomBytes = (bytes: number) => Buffer
export type KeyRouteDeps = { db: Pool; clock: () => Date; newId: () => string; random: RandomBytes }

/** The routes by which staff make, rotate and revoke the keys of the supplier's systems. */
export function keyRoutes(app: FastifyInstance, deps: KeyRouteDeps): void {
  const actorOf = (staff: Staff, request: Parameters<typeof callerOf>[0]): KeyActor => ({
    ...{ staffId: staff.staffId, name: staff.name, caller: callerOf(request), permissions: staff.permissions },
  })

  const show = async ({ text, state }: KeyFilter) => {
    const now = deps.clock().toISOString()
    const keys = await listKeys(deps, { text: text?.trim() || undefined, state })
    const readings = await readingsOfKeys(deps, keys)
    return keys.map((key) => toKey(key, readings.get(key.id) ?? [], now))
  }
  staffRoute(app, contract.listKeys, async ({ query }) => ({ keys: await show(query) }))
  staffRoute(app, contract.exportKeys, async (call) => sendCsv(call, 'keys', csvOf(keyTable, [await show(call.query)])))

  staffRoute(app, contract.createKey, async ({ staff, body, request }) => {
    const { name, scopes, accounts, source = '', numberedBy = 'supplier' } = body
    const key = { name: name.trim(), scope: [...new Set(scopes)].join(' ') }
    const numbering = { source: source.trim(), numberedBy }
    const limit = accounts ? { accounts: accounts.map((number) => number.trim()) } : {}
    return { secret: await createKey(deps, { ...key, ...limit, numbering }, actorOf(staff, request)) }
  })

  staffRoute(app, contract.rotateKey, async ({ staff, params: { id }, body: { overlap }, request }) => {
    const secret = await rotateKey(deps, id, overlap, actorOf(staff, request))
    if (secret === undefined) throw notFound()
    return { secret }
  })

  staffRoute(app, contract.changeKeyLeniency, async ({ staff, params: { id }, body, request }) => {
    if (!(await changeLeniency(deps, id, body, actorOf(staff, request)))) throw notFound()
    return { message: translatable('keys.lenient.saved') }
  })

  staffRoute(app, contract.revokeKey, async ({ staff, params: { id }, body: { name }, request }) => {
    const [key] = await listKeys(deps, { id })
    if (!key || key.revokedAt !== null) throw notFound()
    if (key.name !== name) {
      const message = translatable('keys.otherName')
      throw new PortalError('invalid_input', message, { errors: [{ field: 'name', message }] })
    }
    await revokeKey(deps, id, actorOf(staff, request))
    return { message: translatable('keys.revoked') }
  })
}

function toKey(
  { scope, formerUntil, leniency, ...key }: KeyRow,
  readings: readonly LenientReading[],
  now: string,
): contract.ApiKey {
  const stillWorks = formerUntil !== null && new Date(formerUntil).toISOString() > now
  return {
    ...key,
    scopes: [...(parseScopes(scope) ?? [])],
    formerUntil: stillWorks ? formerUntil : null,
    // Only changeLeniency writes it.
    leniency: leniency as Leniency | null,
    readings: [...readings],
  }
}
