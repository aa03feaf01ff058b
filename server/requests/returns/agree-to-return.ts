import type { Db } from '#database/transaction.ts'
import { updateReturn } from './queries.ts'

/** Notes that the supplier has agreed to a return without naming quantities: all that was asked may be returned. */
export async function agreeToReturn(
  db: Db,
  { accountId, id }: { accountId: string; id: string },
  at: Date,
): Promise<void> {
  await updateReturn(db, accountId, id, { step: 'approved', at, supplierNumber: null, sendTo: null, lines: [] })
}
