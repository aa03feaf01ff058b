import type { Pool } from 'pg'
import { PortalError } from '#contract/errors.ts'
import { withTransaction } from '#database/transaction.ts'
import { commandLine, record } from '../audit/record.ts'
import { findAccount, updateName, updateNumber } from './queries.ts'

type RenameDeps = { workPool: Pool; clock: () => Date; newId: () => string }

/**
 * Changes the name of an account, its number, or both. Messages for the former number still reach the account; a later
 * message that states a name replaces the name. Throws not_found, invalid_input, and conflict when the number is taken.
 */
export async function renameAccount(
  deps: RenameDeps,
  former: string,
  { name, number }: { name: string | undefined; number: string | undefined },
): Promise<void> {
  for (const [text, most] of [
    [name, 300],
    [number, 100],
  ] as const) {
    if (text !== undefined && (text.length > most || /\p{Cc}/u.test(text))) {
      throw new PortalError('invalid_input', 'A name has at most 300 characters, a number at most 100, in one line.')
    }
  }
  const account = await findAccount(deps.workPool, former)
  if (!account || account.mergedInto !== null) throw new PortalError('not_found', `There is no account "${former}".`)
  const now = deps.clock()
  await withTransaction(deps.workPool, async (db) => {
    if (name !== undefined && name !== account.name) {
      await updateName(db, account.id, name, now)
      const details = { from: account.name, to: name }
      await record(deps, db, { action: 'account_renamed', caller: commandLine, accountId: account.id, details })
    }
    if (number !== undefined && number !== account.number) {
      if (!(await updateNumber(db, account, { number, formerId: deps.newId(), now }))) {
        throw new PortalError('conflict', `There is an account "${number}" already: merge the two instead.`)
      }
      const details = { from: account.number, to: number }
      await record(deps, db, { action: 'account_renumbered', caller: commandLine, accountId: account.id, details })
    }
  })
}
