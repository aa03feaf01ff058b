import type { Pool } from 'pg'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import type { IngestReport } from '#contract/ingest/documents.ts'
import { parseScopes, requiredScope } from '#contract/key-scopes.ts'
import { withTransaction } from '#database/transaction.ts'
import { type AuditAction, type Caller, record } from '#server/audit/record.ts'
import { formatNamed } from '#server/formats/formats.ts'
import { elsewhereModeOf } from '../elsewhere/elsewhere.ts'
import type { Intake, IntakeOptions } from '../intake.ts'
import { importSource } from '../sources/source.ts'
import type { IngestDeps } from '../types.ts'
import {
  findRefused,
  findRefusedKey,
  type RefusedMessage,
  selectIdsOfReason,
  settleRefused,
  updateProblems,
} from './queries.ts'
import { reasonOf } from './reason.ts'

type SettleDeps = Pick<IngestDeps, 'clock' | 'newId'> & { db: Pool }

export type RefusedDeps = SettleDeps & { intake: Intake }

/** Who acts on what was refused: a member of staff, or the operator by command. */
export type Actor = { staffId: string | null; name: string; caller: Caller }

/** How many messages of one reason are sent through in one call. */
const mostReplayed = 200

/**
 * Sends a refused message through again, as it was or as `text` has it, in the way and with the key of the original.
 * What is taken settles it. Throws not_found, and conflict for what is settled, cut, or whose key no longer may.
 */
export async function replayRefused(deps: RefusedDeps, id: string, actor: Actor, text?: string): Promise<IngestReport> {
  const message = await requireOpen(deps, id)
  if (!message.whole && text === undefined) throw refusal('refused.cut')
  const keyOptions = await requireKey(deps, message)
  const content = text ?? message.content
  const options = { ...optionsOf(message, actor), ...keyOptions }
  const report = await deps.intake.take(message.format, bodyOf(message, content), options)
  const changed = content !== message.content
  if (report.received > 0 && report.rejected === 0) await settle(deps, message, 'replayed', actor, null, changed)
  else if (!changed) {
    const problems = report.errors.map(({ path, message: words }) => ({ path, message: words })).slice(0, 20)
    await updateProblems(deps.db, id, { problems, reason: reasonOf(problems) })
  }
  return report
}

/**
 * Sends what waits for one reason through again, at most 200 messages, oldest first, after `after`. Says how many were
 * taken, how many still wait, for they were refused again or their key no longer may, and after which one the next call
 * goes on, if there are more.
 */
export async function replayReason(
  deps: RefusedDeps,
  { reason, source, after }: { reason: string; source: string | null; after: string | null },
  actor: Actor,
): Promise<{ taken: number; refused: number; next: string | null }> {
  const ids = await selectIdsOfReason(deps.db, { reason, source, after, limit: mostReplayed })
  const outcome = { taken: 0, refused: 0 }
  for (const id of ids) {
    const report = await replayRefused(deps, id, actor).catch((error: unknown) => {
      // Another has settled it meanwhile, or its key was revoked: the rest goes on.
      if (error instanceof PortalError && error.code === 'conflict') return undefined
      throw error
    })
    if (report?.rejected === 0) outcome.taken++
    else if (report || (await findRefused(deps.db, id))?.settledAt === null) outcome.refused++
  }
  return { ...outcome, next: ids.length === mostReplayed ? (ids.at(-1) ?? null) : null }
}

/** Settles a refused message without taking it, for a reason; the same one that comes again stays settled. */
export async function discardRefused(deps: SettleDeps, id: string, actor: Actor, note: string): Promise<void> {
  await settle(deps, await requireOpen(deps, id), 'discarded', actor, note, false)
}

async function requireOpen({ db }: SettleDeps, id: string): Promise<RefusedMessage> {
  const message = await findRefused(db, id)
  if (!message) throw notFound()
  if (message.settledAt !== null) throw refusal('refused.settled')
  return message
}

/**
 * The key that sent it must still work, with the scope of the call. Returns for which accounts it is and how its calls
 * are read, as it has them now; leniently, too, when the message was sent in a lenient call.
 */
async function requireKey(
  { db }: SettleDeps,
  { sourceId, format, lenient }: RefusedMessage,
): Promise<Pick<IntakeOptions, 'accountIds' | 'elsewhereMode' | 'leniency'>> {
  if (sourceId === importSource) return {}
  const { scope = '', accountIds = null, leniency = null } = (await findRefusedKey(db, sourceId)) ?? {}
  const scopes = parseScopes(scope)
  if (!scopes?.has(requiredScope(formatNamed(format).endpoint))) throw refusal('refused.key')
  return {
    ...(accountIds ? { accountIds: new Set(accountIds) } : {}),
    elsewhereMode: elsewhereModeOf({ accountIds, scopes }),
    ...(lenient || leniency?.always ? { leniency: leniency ?? {} } : {}),
  }
}

const refusal = (key: 'refused.cut' | 'refused.settled' | 'refused.key') =>
  new PortalError('conflict', translatable(key))

function optionsOf(
  { parts, forAccount, numberingSource, numberedBy, sourceId }: RefusedMessage,
  { caller }: Actor,
): Omit<IntakeOptions, 'takeTurn'> {
  return {
    ...{ dryRun: false, parts, again: true, numbering: { source: numberingSource, numberedBy } },
    ...(forAccount === null ? {} : { account: forAccount }),
    sender: { caller, keyId: sourceId === importSource ? null : sourceId },
  }
}

function bodyOf({ format }: RefusedMessage, text: string): Uint8Array {
  return Buffer.from(formatNamed(format).gives === 'documents' ? onOneLine(text) : text)
}

/** A document that was spread over lines to be read is one line again: a line end cannot stand within a value. */
function onOneLine(text: string): string {
  try {
    JSON.parse(text)
  } catch {
    // As it is: the intake says what is wrong, and where.
    return text
  }
  return text.replace(/[\r\n]+/g, ' ')
}

async function settle(
  deps: SettleDeps,
  { id, sourceId, number }: RefusedMessage,
  outcome: 'replayed' | 'discarded',
  { staffId, name, caller }: Actor,
  note: string | null,
  changed: boolean,
): Promise<void> {
  await withTransaction(deps.db, async (db) => {
    if (!(await settleRefused(db, id, { outcome, by: name, note, now: deps.clock() }))) return
    const action: AuditAction = outcome === 'replayed' ? 'refused_replayed' : 'refused_discarded'
    const keyId = sourceId === importSource ? null : sourceId
    await record(deps, db, { action, caller, staffId, keyId, details: { refused: id, number, note, changed } })
  })
}
