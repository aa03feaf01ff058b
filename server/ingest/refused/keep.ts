import { createHash } from 'node:crypto'
import type { Leniency } from '#contract/ingest/leniency.ts'
import type { Refusal } from '../report.ts'
import { importSource } from '../sources/source.ts'
import { type IngestDeps, type IngestOptions, supplierNumbering } from '../types.ts'
import { keptContent } from './content.ts'
import { type DayLimit, insertRefused, type NewRefused, type RefusedOrigin } from './keep-queries.ts'
import { reasonOf } from './reason.ts'

/** What is kept of one source and day: enough to see what is wrong, too little to fill a disk. */
const mostPerDay: DayLimit = { messages: 1_000, bytes: 8 * 1024 * 1024 }
/** How many problems of one message are kept. */
const maxProblems = 20

export type KeepRefused = (refusals: readonly Refusal[]) => Promise<void>
type KeptOptions = Pick<IngestOptions, 'numbering' | 'sender' | 'parts'> & {
  account?: string
  /** How the messages were read; strictly without it. */
  leniency?: Leniency | undefined
}

/**
 * Keeps what a call's messages are refused for. Once the day of the source has no more room, nothing more is asked of the
 * database, however many are refused.
 */
export function createRefusedStore(
  deps: Pick<IngestDeps, 'workPool' | 'clock' | 'newId'>,
  format: string,
  { numbering = supplierNumbering, sender, parts = false, account, leniency }: KeptOptions,
): KeepRefused {
  const origin: RefusedOrigin = {
    ...{ sourceId: sender?.keyId ?? importSource, format, parts, forAccount: account ?? null },
    ...{ numberingSource: numbering.source, numberedBy: numbering.numberedBy, lenient: leniency !== undefined },
  }
  let left = mostPerDay
  return async (refusals) => {
    if (left.messages <= 0 || left.bytes <= 0) return
    const seen = new Map<string, NewRefused>()
    for (const refusal of refusals.slice(0, mostPerDay.messages)) {
      const message = refusal.raw && toRefused(deps, origin, refusal, refusal.raw)
      if (message) seen.set(message.hash.toString('latin1'), message)
    }
    if (seen.size === 0) return
    const now = deps.clock().toISOString()
    left = await insertRefused(deps.workPool, origin, [...seen.values()], { now, most: mostPerDay })
  }
}

function toRefused(
  { newId }: Pick<IngestDeps, 'newId'>,
  { format, parts, forAccount }: RefusedOrigin,
  { line, problems, about }: Refusal,
  raw: Uint8Array,
): NewRefused {
  const hash = createHash('sha256')
    .update(`${format} ${parts} ${forAccount ?? ''}\n`)
    .update(raw)
    .digest()
  const kept = problems
    .slice(0, maxProblems)
    .map(({ path, message }) => ({ path: storable(path, 500), message: storable(message, 1_000) }))
  const { type, number, account } = (about ?? {}) as Record<string, unknown>
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? storable(value, 200) : null)
  return {
    ...{ id: newId(), hash, reason: storable(reasonOf(problems), 500), problems: kept, line },
    ...{ type: text(type), number: text(number), account: text(account) },
    ...keptContent(raw),
  }
}

/** A text that the database can hold, with an end. */
const storable = (text: string, most: number) => text.replaceAll('\u0000', '\u2400').slice(0, most).toWellFormed()
