import { PortalError, translatable } from '#contract/errors.ts'
import { canonicalIdentifier } from '#contract/identifiers.ts'
import type { ImportProfile } from '#contract/imports/profile.ts'
import type { IngestReport } from '#contract/ingest/documents.ts'
import { FileRefused } from '../formats/file-refused.ts'
import type { CustomerKey, MappedDocument, MappedFiles, NamedFile } from '../formats/format.ts'
import { profileFormat } from '../formats/formats.ts'
import type { Incoming } from '../formats/message.ts'
import { ingestOrSendOn } from './elsewhere/send-on.ts'
import { createNamedNumbers, type NamedNumbers } from './full-list/named-numbers.ts'
import { withdrawAbsent } from './full-list/withdraw-absent.ts'
import { findAccountsByIdentifiers } from './match/trade-queries.ts'
import { createRefusedStore, type KeepRefused } from './refused/keep.ts'
import { type IngestDeps, type IngestOptions, type Numbering, supplierNumbering } from './types.ts'

/** Files, the profile that reads them, a folder for what does not stay in memory, and how many rows are read at most. */
export type FilesToMap = {
  profile: ImportProfile
  files: readonly NamedFile[]
  scratch: string
  mostRows?: number | undefined
  /** How many documents a full list may withdraw at most, instead of the share of its profile. */
  withdraw?: number | undefined
}

/** Hears of each document that a profile made, with its account, before it is checked. */
export type OnDocument = (document: Record<string, unknown>, line: number) => void

/**
 * Takes in what a profile makes of files: the documents go the way of NDJSON, and the report names the place of each
 * problem in the files. With `keepsRefused` the documents that are refused are kept, to be mended and sent through again as
 * NDJSON. Throws invalid_input with a sentence when the profile cannot read the files.
 */
export function ingestMappedFiles(
  deps: IngestDeps,
  files: FilesToMap,
  options: Omit<IngestOptions, 'source'>,
  keepsRefused = false,
  onDocument?: OnDocument,
): Promise<IngestReport> {
  const numbered = withNumbering(files.profile, options)
  const keepRefused = keepsRefused ? createRefusedStore(deps, 'ndjson', numbered) : undefined
  return withMapped(deps, files, async (mapped) =>
    mapped.withPlaces(await ingestMapped(deps, mapped, files, numbered, keepRefused, onDocument)),
  )
}

type NumberedOptions = Omit<IngestOptions, 'source'> & { numbering: Numbering }

/** The options with who numbers the documents: the source that the profile names counts, not that of the call. */
function withNumbering({ source }: ImportProfile, options: Omit<IngestOptions, 'source'>): NumberedOptions {
  const { numbering = supplierNumbering } = options
  return { ...options, numbering: source === undefined ? numbering : { ...numbering, source } }
}

/** What files come to: a report on what was read of them, and the first documents that would be taken. */
export type FilePreview = { report: IngestReport; documents: Record<string, unknown>[]; isWhole: boolean }

/**
 * What a profile makes of the beginning of files, by the code that takes them in. Nothing is written. Throws
 * invalid_input when they cannot be read by the profile.
 */
export function previewFiles(
  deps: IngestDeps,
  files: FilesToMap,
  most: { rows: number; documents: number },
): Promise<FilePreview> {
  return withMapped(deps, { ...files, mostRows: most.rows }, async (mapped) => {
    const documents = new Map<number, Record<string, unknown>>()
    const options = withNumbering(files.profile, { dryRun: true })
    const report = await ingestMapped(deps, mapped, files, options, undefined, (document, line) =>
      documents.set(line, document),
    )
    for (const { line } of report.errors) documents.delete(line)
    return {
      report: mapped.withPlaces(report),
      documents: [...documents.values()].slice(0, most.documents),
      isWhole: mapped.isWhole,
    }
  })
}

/** What files name: each document with its account as it stands there, how many rows could not be read, and why the first could not. */
export type NamedDocuments = { documents: Record<string, unknown>[]; unread: number; problem: string | null }

/** The documents that files name, unchecked. Throws invalid_input for more than `most` and for files that cannot be read. */
export function readNamedDocuments(deps: IngestDeps, files: FilesToMap, most: number): Promise<NamedDocuments> {
  return withMapped(deps, { ...files, mostRows: most + 1 }, async (mapped) => {
    if (!mapped.isWhole) throw new PortalError('invalid_input', translatable('intake.compare.tooLong', { most }))
    const named: NamedDocuments = { documents: [], unread: 0, problem: null }
    for await (const message of incoming(deps, mapped.documents(), undefined, undefined)) {
      if ('problem' in message) {
        named.unread++
        named.problem ??= message.problem.message
      } else named.documents.push(message.document as Record<string, unknown>)
    }
    return named
  })
}

async function ingestMapped(
  deps: IngestDeps,
  mapped: MappedFiles,
  { profile, withdraw }: FilesToMap,
  options: NumberedOptions,
  keepRefused: KeepRefused | undefined,
  onDocument: OnDocument | undefined,
): Promise<IngestReport> {
  const named = profile.fullList && mapped.isWhole ? createNamedNumbers() : undefined
  const messages = incoming(deps, mapped.documents(), onDocument, named)
  const report = await ingestOrSendOn(deps, messages, { ...options, source: 'ndjson' }, keepRefused)
  if (!named || report.received === 0) return report
  return { ...report, fullList: await withdrawAbsent(deps, { profile, named, withdraw }, options) }
}

async function withMapped<T>(
  deps: IngestDeps,
  { profile, files, scratch, mostRows }: FilesToMap,
  work: (mapped: MappedFiles) => Promise<T>,
): Promise<T> {
  const mapped = await refusedAsInput(profileFormat.open(profile, files, { scratch, id: deps.newId(), mostRows }))
  try {
    return await work(mapped)
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
  named: NamedNumbers | undefined,
): AsyncGenerator<Incoming> {
  const accounts = new Map<string, Account>()
  for await (const { line, document, customer, problems } of documents) {
    named?.add(document)
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
async function accountOf({ workPool, elsewhere }: IngestDeps, { by, value }: CustomerKey): Promise<Account> {
  if (by === 'number') return { number: value }
  const identifier = canonicalIdentifier(by, value)
  const matches = await findAccountsByIdentifiers(workPool, [identifier], [])
  const [account] = matches
  if (account && matches.length === 1) return { number: account.number }
  const shown = `${identifier.scheme} ${identifier.value.slice(0, 60)}`
  if (matches.length > 1) {
    return { problem: `"${shown}" belongs to several accounts: ${matches.map(({ number }) => number).join(', ')}.` }
  }
  const location = await elsewhere
    ?.findBuyer([identifier], [])
    .catch((error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }))
  if (location) return 'problem' in location ? location : { number: location.account }
  return {
    problem: `no account goes by "${shown}". Add it: npm run portal -- account identifier add NUMBER ${identifier.scheme} ${identifier.value.slice(0, 60)}`,
  }
}
