import { PortalError, translatable } from '#contract/errors.ts'
import { withTransaction } from '#database/transaction.ts'
import { operator, record } from '../audit/record.ts'
import type { AccountDeps } from './accounts.ts'
import { findAccount, insertAccount, updateName, updateNumber } from './queries.ts'

/**
 * Changes the name of an account, its number, or both. Messages for the former number still reach the account; a later
 * message that states a name replaces the name. Throws not_found, invalid_input, and conflict when the number is taken.
 */
export async function renameAccount(
  deps: AccountDeps,
  former: string,
  { name, number }: { name?: string | undefined; number?: string | undefined },
  actor = operator,
): Promise<void> {
  checkNames({ name, number })
  const account = await findAccount(deps.workPool, former)
  if (!account || account.mergedInto !== null) throw new PortalError('not_found', `There is no account "${former}".`)
  const now = deps.clock()
  await withTransaction(deps.workPool, async (db) => {
    if (name !== undefined && name !== account.name) {
      await updateName(db, account.id, name, now)
      const details = { from: account.name, to: name }
      await record(deps, db, { action: 'account_renamed', ...actor, accountId: account.id, details })
    }
    if (number !== undefined && number !== account.number) {
      if (!(await updateNumber(db, account, { number, formerId: deps.newId(), now }))) {
        throw numberTaken(number)
      }
      const details = { from: account.number, to: number }
      await record(deps, db, { action: 'account_renumbered', ...actor, accountId: account.id, details })
    }
  })
}

/**
 * Makes an account before any document names it. Returns its id. Throws invalid_input, and conflict when the number is
 * taken.
 */
export async function addAccount(
  deps: AccountDeps,
  { number, name }: { number: string; name: string },
  actor = operator,
): Promise<string> {
  checkNames({ name, number })
  const id = deps.newId()
  return withTransaction(deps.workPool, async (db) => {
    if (!(await insertAccount(db, { id, number, name, now: deps.clock() }))) throw numberTaken(number)
    await record(deps, db, { action: 'account_added', ...actor, accountId: id, details: { number, after: name } })
    return id
  })
}

function checkNames(names: { name?: string | undefined; number?: string | undefined }): void {
  for (const [field, most] of [
    ['name', 300],
    ['number', 100],
  ] as const) {
    const text = names[field]
    if (text === undefined || (text.trim() !== '' && text.length <= most && !/\p{Cc}/u.test(text))) continue
    const message = translatable('customer.names')
    throw new PortalError('invalid_input', message, { errors: [{ field, message }] })
  }
}

function numberTaken(number: string): PortalError {
  const message = translatable('customer.taken', { number })
  return new PortalError('conflict', message, { errors: [{ field: 'number', message }] })
}
