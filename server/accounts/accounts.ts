import type { Pool } from 'pg'
import { type AddressUse, completeParty } from '../../contract/addresses.ts'
import { PortalError } from '../../contract/errors.ts'
import { isTimeZone } from '../../contract/formats.ts'
import { canonicalIdentifier, type PartyIdentifier } from '../../contract/identifiers.ts'
import type { IngestParty } from '../../contract/ingest-values.ts'
import { isLanguage, type Language, languages } from '../../contract/languages.ts'
import {
  type AccountDetail,
  type AccountRow,
  deleteIdentifier,
  findAccount,
  findIdentifierOwner,
  insertIdentifier,
  listAccounts,
  replaceAddresses,
  updateLanguage,
  updateTimeZone,
  upsertCreditLimit,
} from './queries.ts'

const pageSize = 500

/** All accounts in the order of their numbers, read a page at a time. */
export async function* eachAccount(pool: Pool): AsyncGenerator<AccountRow> {
  for (let after = ''; ; ) {
    const rows = await listAccounts(pool, after, pageSize)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last.number
  }
}

/** An account with its identifiers and its numbers of documents by type. Raises not_found. */
export async function showAccount(pool: Pool, number: string): Promise<AccountDetail> {
  const { id: _, ...account } = await requireAccount(pool, number)
  return account
}

/**
 * Sets the language of those people of an account who have chosen none; `browser` leaves it to their browsers. Raises
 * not_found, and invalid_input for a language that the portal does not speak.
 */
export async function setLanguage(pool: Pool, number: string, choice: string): Promise<Language | null> {
  const language = choice === 'browser' ? null : choice.toLowerCase()
  if (language !== null && !isLanguage(language)) {
    throw new PortalError(
      'invalid_input',
      `The portal does not speak "${choice}". Choose one of ${languages.join(', ')}.`,
    )
  }
  await updateLanguage(pool, (await requireAccount(pool, number)).id, language)
  return language
}

/** States the most that an account may owe in a currency, which its statement shows; null for none. Raises not_found. */
export async function setCreditLimit(
  pool: Pool,
  number: string,
  limit: { currency: string; amount: string | null },
  now: Date,
): Promise<void> {
  if (!(await upsertCreditLimit(pool, number, limit, now))) {
    throw new PortalError('not_found', `There is no account "${number}".`)
  }
}

/** States all addresses of an account, in the order in which its people see them. Raises not_found. */
export async function setAddresses(
  pool: Pool,
  number: string,
  statedAddresses: readonly (IngestParty & { use: AddressUse; code?: string })[],
  now: Date,
): Promise<void> {
  const addresses = statedAddresses.map(({ use, code, ...party }) => ({
    use,
    code: code || null,
    party: completeParty(party),
  }))
  if (!(await replaceAddresses(pool, number, addresses, now))) {
    throw new PortalError('not_found', `There is no account "${number}".`)
  }
}

/**
 * Sets by which clock an account is reminded of what is due, and its people are told who have chosen none; `server` is
 * that of the machine. Raises not_found, and invalid_input for a time zone that is none.
 */
export async function setTimeZone(pool: Pool, number: string, choice: string): Promise<string | null> {
  const timeZone = choice === 'server' ? null : choice
  if (timeZone !== null && !isTimeZone(timeZone)) {
    throw new PortalError('invalid_input', `"${choice}" is no time zone. Name one such as Europe/Berlin.`)
  }
  await updateTimeZone(pool, (await requireAccount(pool, number)).id, timeZone)
  return timeZone
}

/**
 * Lets an account go by (scheme, value) in incoming documents; adding it twice changes nothing. Gives the identifier in
 * the form in which it is compared. Raises not_found, invalid_input, and conflict when another account has it.
 */
export async function addIdentifier(
  pool: Pool,
  number: string,
  scheme: string,
  value: string,
): Promise<PartyIdentifier> {
  const identifier = parseIdentifier(scheme, value)
  const account = await requireAccount(pool, number)
  if (await insertIdentifier(pool, account.id, identifier)) return identifier
  const owner = await findIdentifierOwner(pool, identifier)
  if (owner === account.number) return identifier
  throw new PortalError(
    'conflict',
    `The account ${owner ?? 'of another customer'} goes by ${identifier.scheme} ${identifier.value} already.`,
  )
}

/** The identifiers of an account. Raises not_found. */
export async function listIdentifiers(pool: Pool, number: string): Promise<PartyIdentifier[]> {
  return (await requireAccount(pool, number)).identifiers
}

/** Takes (scheme, value) from an account. Raises not_found when it does not have it. */
export async function removeIdentifier(
  pool: Pool,
  number: string,
  scheme: string,
  value: string,
): Promise<PartyIdentifier> {
  const identifier = parseIdentifier(scheme, value)
  const account = await requireAccount(pool, number)
  if (await deleteIdentifier(pool, account.id, identifier)) return identifier
  throw new PortalError(
    'not_found',
    `The account ${account.number} does not go by ${identifier.scheme} ${identifier.value}.`,
  )
}

async function requireAccount(pool: Pool, number: string): Promise<AccountDetail & { id: string }> {
  const account = await findAccount(pool, number)
  if (!account) throw new PortalError('not_found', `There is no account "${number}".`)
  return account
}

function parseIdentifier(scheme: string, value: string): PartyIdentifier {
  const identifier = canonicalIdentifier(scheme, value)
  const isFit = (text: string, maxLength: number) => text !== '' && text.length <= maxLength && !/\p{Cc}/u.test(text)
  if (isFit(identifier.scheme, 60) && isFit(identifier.value, 200)) return identifier
  throw new PortalError(
    'invalid_input',
    'An identifier is a scheme such as GLN, VAT or DUNS, and a value of at most 200 characters.',
  )
}
