import type { Pool } from 'pg'
import { type AddressUse, completeParty } from '#contract/company/addresses.ts'
import { PortalError, translatable } from '#contract/errors.ts'
import { isTimeZone } from '#contract/formats.ts'
import { canonicalIdentifier, type PartyIdentifier } from '#contract/identifiers.ts'
import type { IngestParty } from '#contract/ingest/values.ts'
import { isLanguage, type Language, languages } from '#contract/languages.ts'
import {
  type ElectronicAddress,
  electronicAddressFault,
  writtenAddress,
} from '#contract/values/electronic-addresses.ts'
import { withTransaction } from '#database/transaction.ts'
import { operator, record } from '../audit/record.ts'
import {
  type AccountDetail,
  type AccountRow,
  deleteIdentifier,
  findAccount,
  findIdentifierOwner,
  insertIdentifier,
  listAccounts,
  replaceAddresses,
  selectAccountId,
  updateElectronicAddress,
  updateLanguage,
  updateTimeZone,
  upsertCreditLimit,
} from './queries.ts'

const pageSize = 500

/** What changes of an account need. */
export type AccountDeps = { workPool: Pool; clock: () => Date; newId: () => string }

/** All accounts by number, read a page at a time. */
export async function* eachAccount(workPool: Pool): AsyncGenerator<AccountRow> {
  for (let after = ''; ; ) {
    const rows = await listAccounts(workPool, after, pageSize)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last.number
  }
}

/**
 * An account with its identifiers and its numbers of documents by type; for a former number its own row, whose `mergedInto`
 * names the account that has its documents now. Throws not_found.
 */
export async function showAccount(workPool: Pool, number: string): Promise<AccountDetail> {
  const { id: _, ...account } = await requireNamed(workPool, number)
  return account
}

/**
 * Sets the language of the members of an account who have chosen none; `browser` leaves it to their browsers. Throws
 * not_found, and invalid_input for a language that the portal does not support.
 */
export async function setLanguage(
  deps: AccountDeps,
  number: string,
  choice: string,
  actor = operator,
): Promise<Language | null> {
  const language = choice === 'browser' ? null : choice.toLowerCase()
  if (language !== null && !isLanguage(language)) {
    throw new PortalError(
      'invalid_input',
      `The portal does not speak "${choice}". Choose one of ${languages.join(', ')}.`,
    )
  }
  const account = await requireAccount(deps.workPool, number)
  if (account.language === language) return language
  await withTransaction(deps.workPool, async (db) => {
    await updateLanguage(db, account.id, language)
    const details = { what: 'language', before: account.language, after: language }
    await record(deps, db, { action: 'account_changed', ...actor, accountId: account.id, details })
  })
  return language
}

/** The id of the account with this number, or former number; undefined when there is none. */
export const findAccountId = (db: Pool, number: string): Promise<string | undefined> => selectAccountId(db, number)

/** Sets the credit limit of an account in a currency, which its statement shows; null removes it. Throws not_found. */
export async function setCreditLimit(
  db: Pool,
  number: string,
  limit: { currency: string; amount: string | null },
  now: Date,
): Promise<void> {
  if (!(await upsertCreditLimit(db, number, limit, now))) {
    throw new PortalError('not_found', `There is no account "${number}".`)
  }
}

/** Replaces all addresses of an account, in the order in which its members see them. Throws not_found. */
export async function setAddresses(
  db: Pool,
  number: string,
  statedAddresses: readonly (IngestParty & { use: AddressUse; code?: string })[],
  now: Date,
): Promise<void> {
  const addresses = statedAddresses.map(({ use, code, ...party }) => ({
    use,
    code: code || null,
    party: completeParty(party),
  }))
  if (!(await replaceAddresses(db, number, addresses, now))) {
    throw new PortalError('not_found', `There is no account "${number}".`)
  }
}

/**
 * Sets the time zone for the reminders of an account and for its members who have chosen none; `server` means the
 * server's. Throws not_found, and invalid_input for an unknown time zone.
 */
export async function setTimeZone(
  deps: AccountDeps,
  number: string,
  choice: string,
  actor = operator,
): Promise<string | null> {
  const timeZone = choice === 'server' ? null : choice
  if (timeZone !== null && !isTimeZone(timeZone)) {
    const message = translatable('error.timeZone')
    throw new PortalError('invalid_input', message, { errors: [{ field: 'timeZone', message }] })
  }
  const account = await requireAccount(deps.workPool, number)
  if (account.timeZone === timeZone) return timeZone
  await withTransaction(deps.workPool, async (db) => {
    await updateTimeZone(db, account.id, timeZone)
    const details = { what: 'timeZone', before: account.timeZone, after: timeZone }
    await record(deps, db, { action: 'account_changed', ...actor, accountId: account.id, details })
  })
  return timeZone
}

/** Says where an account is reached in networks such as Peppol; null: nowhere. Throws not_found and invalid_input. */
export async function setElectronicAddress(
  deps: AccountDeps,
  number: string,
  entered: ElectronicAddress | null,
  actor = operator,
): Promise<ElectronicAddress | null> {
  const address = entered && { scheme: entered.scheme.trim().toUpperCase(), value: entered.value.trim() }
  const fault = address && electronicAddressFault(address)
  if (fault) {
    const message = translatable(`customer.electronicAddress.${fault}`)
    const field = fault === 'scheme' ? 'scheme' : 'value'
    throw new PortalError('invalid_input', message, { errors: [{ field, message }] })
  }
  const account = await requireAccount(deps.workPool, number)
  const written = address && writtenAddress(address)
  if (account.electronicAddress === written) return address
  await withTransaction(deps.workPool, async (db) => {
    await updateElectronicAddress(db, account.id, written)
    const details = { what: 'electronicAddress', before: account.electronicAddress, after: written }
    await record(deps, db, { action: 'account_changed', ...actor, accountId: account.id, details })
  })
  return address
}

/**
 * Gives an account an identifier (scheme, value) by which incoming documents name it; adding it twice changes nothing.
 * Returns the identifier in the form in which it is compared. Throws not_found, invalid_input, and conflict when
 * another account has it.
 */
export async function addIdentifier(
  deps: AccountDeps,
  number: string,
  { scheme, value }: PartyIdentifier,
  actor = operator,
): Promise<PartyIdentifier> {
  const identifier = parseIdentifier(scheme, value)
  const account = await requireAccount(deps.workPool, number)
  const isNew = await withTransaction(deps.workPool, async (db) => {
    if (!(await insertIdentifier(db, account.id, identifier))) return false
    const details = { what: 'identifier', before: null, after: `${identifier.scheme} ${identifier.value}` }
    await record(deps, db, { action: 'account_changed', ...actor, accountId: account.id, details })
    return true
  })
  if (isNew) return identifier
  const owner = await findIdentifierOwner(deps.workPool, identifier)
  if (owner === account.number) return identifier
  const text = `${identifier.scheme} ${identifier.value}`
  const message = translatable('customer.identifierTaken', { number: owner ?? '–', identifier: text })
  throw new PortalError('conflict', message, { errors: [{ field: 'value', message }] })
}

/** The identifiers of an account. Throws not_found. */
export async function listIdentifiers(workPool: Pool, number: string): Promise<PartyIdentifier[]> {
  return (await requireAccount(workPool, number)).identifiers
}

/** Removes an identifier (scheme, value) from an account. Throws not_found when the account does not have it. */
export async function removeIdentifier(
  deps: AccountDeps,
  number: string,
  { scheme, value }: PartyIdentifier,
  actor = operator,
): Promise<PartyIdentifier> {
  const identifier = parseIdentifier(scheme, value)
  const account = await requireAccount(deps.workPool, number)
  const wasThere = await withTransaction(deps.workPool, async (db) => {
    if (!(await deleteIdentifier(db, account.id, identifier))) return false
    const details = { what: 'identifier', before: `${identifier.scheme} ${identifier.value}`, after: null }
    await record(deps, db, { action: 'account_changed', ...actor, accountId: account.id, details })
    return true
  })
  if (wasThere) return identifier
  throw new PortalError(
    'not_found',
    `The account ${account.number} does not go by ${identifier.scheme} ${identifier.value}.`,
  )
}

/** The account with this number, or with this former number. Throws not_found. */
async function requireAccount(workPool: Pool, number: string): Promise<AccountDetail & { id: string }> {
  const named = await requireNamed(workPool, number)
  return named.mergedInto === null ? named : requireNamed(workPool, named.mergedInto)
}

async function requireNamed(workPool: Pool, number: string): Promise<AccountDetail & { id: string }> {
  const account = await findAccount(workPool, number)
  if (!account) throw new PortalError('not_found', `There is no account "${number}".`)
  return account
}

function parseIdentifier(scheme: string, value: string): PartyIdentifier {
  const identifier = canonicalIdentifier(scheme, value)
  const isFit = (text: string, maxLength: number) => text !== '' && text.length <= maxLength && !/\p{Cc}/u.test(text)
  if (isFit(identifier.scheme, 60) && isFit(identifier.value, 200)) return identifier
  const message = translatable('customer.identifierForm')
  throw new PortalError('invalid_input', message, { errors: [{ field: 'value', message }] })
}
