import { PortalError } from '#contract/errors.ts'
import { canonicalIdentifier } from '#contract/identifiers.ts'
import type { ImportProfile } from '#contract/imports/profile.ts'
import type { IngestReport } from '#contract/ingest/documents.ts'
import { FileRefused } from '../formats/file-refused.ts'
import type { CustomerKey, MappedDocument, NamedFile } from '../formats/format.ts'
import { profileFormat } from '../formats/formats.ts'
import type { Incoming } from '../formats/message.ts'
import { ingestDocuments } from './ingest.ts'
import { findAccountsByIdentifiers } from './match/trade-queries.ts'
import type { KeepRefused } from './refused/keep.ts'
import type { IngestDeps, IngestOptions } from './types.ts'

/** Files, the profile that reads them, and a folder for what does not stay in memory. */
export type FilesToMap = { profile: ImportProfile; files: readonly NamedFile[]; scratch: string }

/** Hears of each document that a profile made, with its account, before it is checked. */
export type OnDocument = (document: Record<string, unknown>, line: number) => void

/**
 * Takes in what a profile makes of files: the documents go the way of NDJSON, and the report names the place of each
 * problem in the files; `keepRefused` keeps the documents that are refused. Throws invalid_input with a sentence when the files cannot be read by the profile.
 */
export async function takeInFiles(
  deps: IngestDeps,
  { profile, files, scratch }: FilesToMap,
  options: Omit<IngestOptions, 'source'>,
  keepRefused?: KeepRefused,
  onDocument?: OnDocument,
): Promise<IngestReport> {
  const mapped = await refusedAsInput(profileFormat.open(profile, files, { scratch, id: deps.newId() }))
  try {
    const { numbering = { numberedBy: 'supplier' }, ...rest } = options
    const own = profile.source === undefined ? options.numbering : { ...numbering, source: profile.source }
    const messages = incoming(deps, mapped.documents(), onDocument)
    const ingestOptions = { ...rest, ...(own ? { numbering: own } : {}), source: 'ndjson' as const }
    const report = await ingestDocuments(deps, messages, ingestOptions, keepRefused)
    return mapped.withPlaces(report)
  } finally {
    mapped.close()
  }
}

async function refusedAsInput<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof FileRefused) throw new PortalError('invalid_input', error.message, { cause: error })
    throw error
  }
}

async function* incoming(
  deps: IngestDeps,
  documents: AsyncIterable<MappedDocument>,
  onDocument: OnDocument | undefined,
): AsyncGenerator<Incoming> {
  const accounts = new Map<string, Account>()
  for await (const { line, document, customer, problems } of documents) {
    const [problem] = problems
    if (problem || !customer) {
      yield { line, problem: problem ?? { path: '$.account', message: 'the customer is missing.' } }
      continue
    }
    const key = `${customer.by} ${customer.value}`
    const account = accounts.get(key) ?? (await accountOf(deps, customer))
    accounts.set(key, account)
    if ('problem' in account) {
      yield { line, problem: { path: '$.account', message: account.problem } }
      continue
    }
    const whole = { ...document, account: account.number }
    onDocument?.(whole, line)
    yield { line, document: whole, raw: Buffer.from(JSON.stringify(whole)) }
  }
}

type Account = { number: string } | { problem: string }

/** The number of the account that goes by a key of a customer. */
async function accountOf({ workPool }: IngestDeps, { by, value }: CustomerKey): Promise<Account> {
  if (by === 'number') return { number: value }
  const identifier = canonicalIdentifier(by, value)
  const matches = await findAccountsByIdentifiers(workPool, [identifier], [])
  const [account] = matches
  if (account && matches.length === 1) return { number: account.number }
  const shown = `${identifier.scheme} ${identifier.value.slice(0, 60)}`
  if (matches.length > 1) {
    return { problem: `"${shown}" belongs to several accounts: ${matches.map(({ number }) => number).join(', ')}.` }
  }
  return {
    problem: `no account goes by "${shown}". Add it: npm run portal -- account identifier add NUMBER ${identifier.scheme} ${identifier.value.slice(0, 60)}`,
  }
}
