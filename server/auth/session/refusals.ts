import type { RefusalReason } from '#contract/console/refusal-reasons.ts'
import type { Db } from '#database/transaction.ts'
import { type AuditEntry, type Caller, record } from '#server/audit/record.ts'
import type { Proof } from '../tokens/proof.ts'

type RefusedSignIn = {
  action: 'sign_in_failed' | 'second_factor_failed' | 'passkey_refused' | 'sign_on_failed'
  caller: Caller
  /** Null when nobody here is meant: the reason is null, too. */
  userId: string | null
  reason: RefusalReason | null
  details?: AuditEntry['details']
}

/** Records why a sign-in was refused, so that staff can tell the person what to do. */
export function recordRefusal(
  deps: { clock: () => Date; newId: () => string },
  db: Db,
  { reason, details, ...entry }: RefusedSignIn,
): Promise<void> {
  return record(deps, db, { ...entry, details: { ...details, reason } })
}

/** The action by which a refused sign-in is recorded, by what the person has shown. */
export const refusalActions = {
  password: 'sign_in_failed',
  passkey: 'passkey_refused',
  sign_on: 'sign_on_failed',
} as const satisfies Record<Proof['by'], RefusedSignIn['action']>
