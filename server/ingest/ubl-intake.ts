import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { IngestDocument, IngestReport } from '#contract/ingest/documents.ts'
import type { Incoming, OriginalFile, Problem } from '../formats/message.ts'
import { documentFor } from '../formats/ubl/read/orders.ts'
import { readUbl, type UblMessage } from '../formats/ubl/read/read-ubl.ts'
import { isZip, readZip, ZipRefused } from '../formats/zip/read.ts'
import { checkDocument } from './check/check.ts'
import { ingestDocuments } from './ingest.ts'
import { matchAccount, quarantineMessage } from './match/ubl-accounts.ts'
import { findSalesOrderNumbers, insertRawMessage } from './match/ubl-queries.ts'
import { emptyReport, reject, warn } from './report.ts'
import { type IngestDeps, type IngestOptions, supplierNumbering } from './types.ts'
import {
  addOrderMessage,
  ingestOrders,
  resolveReferences,
  type Threads,
  type UnresolvedReference,
} from './ubl-threads.ts'

/** Which system numbers the documents (except orders, which buyers number), and the sender. */
type SenderOptions = Pick<IngestOptions, 'numbering' | 'sender'>

/** A file as it was sent: an XML document or a ZIP of several. `account` overrides the buyers in the documents. */
export type UblFile = { content: Uint8Array; name: string; account?: string; dryRun: boolean } & SenderOptions

type FileEntry = { line: number; name: string } & ({ content: Uint8Array } | { problem: string })

/** Paths for the problems of a message: its name in a ZIP, and the XPaths of its root and lines. */
type MessagePaths = { prefix: string; root: string; lines: readonly string[] }

type Intake = {
  deps: IngestDeps
  account: string | undefined
  dryRun: boolean
  senderOptions: SenderOptions
  /** The report on messages that do not reach the pipeline. */
  report: IngestReport
  paths: Map<number, MessagePaths>
  threads: Threads
  unresolved: UnresolvedReference[]
}

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/**
 * Imports UBL: each document is read, its account is found by the buyer's identifiers (or by `account`), and it passes
 * through the same pipeline as all documents. Documents without an account wait in quarantine; unreadable documents are
 * reported with the XPath of each problem. Throws only when the database cannot be reached.
 */
export async function ingestUbl(deps: IngestDeps, file: UblFile): Promise<IngestReport> {
  const { numbering = supplierNumbering, sender } = file
  const ublNumbering = numbering.source === '' ? { ...numbering, bySeller: true as const } : numbering
  const senderOptions = { numbering: ublNumbering, ...(sender ? { sender } : {}) }
  const intake = createIntake(deps, file.account, file.dryRun, senderOptions)
  const isZipFile = isZip(file.content)
  const report = await runIntake(
    intake,
    readMessages(intake, isZipFile ? zipEntries(file) : [{ line: 1, name: '', content: file.content }]),
  )
  if (!file.dryRun && intake.paths.size > 0) {
    const content = await compress(file.content)
    const mediaType = isZipFile ? 'application/zip' : 'application/xml'
    await insertRawMessage(deps.pool, { id: deps.newId(), now: deps.clock().toISOString(), mediaType, content })
  }
  return report
}

/**
 * Imports a message that waited in quarantine for its account. `payload` is the stored UblMessage, `original` its
 * compressed file.
 */
export async function ingestUblMessage(
  deps: IngestDeps,
  { payload, original }: { payload: unknown; original: Buffer | null },
  account: string,
): Promise<IngestReport> {
  const intake = createIntake(deps, account, false, { numbering: { ...supplierNumbering, bySeller: true } })
  const message = payload as UblMessage
  intake.paths.set(1, { prefix: '', root: `/${message.kind}`, lines: [] })
  return runIntake(intake, [{ line: 1, message, ...(original ? { file: await decompress(original) } : {}) }])
}

function createIntake(
  deps: IngestDeps,
  account: string | undefined,
  dryRun: boolean,
  senderOptions: SenderOptions,
): Intake {
  const threads: Threads = { dryRun, senderOptions, orders: new Map(), aliases: new Map() }
  return { deps, account, dryRun, senderOptions, report: emptyReport(), paths: new Map(), threads, unresolved: [] }
}

type ReceivedMessage = { line: number; message: UblMessage; file?: Uint8Array }

async function runIntake(
  intake: Intake,
  messages: AsyncIterable<ReceivedMessage> | Iterable<ReceivedMessage>,
): Promise<IngestReport> {
  const { deps, dryRun, threads, report } = intake
  const directReport = await ingestDocuments(deps, incomingDocuments(intake, messages), {
    dryRun,
    source: 'ubl',
    ...intake.senderOptions,
  })
  const orderReport = await ingestOrders(deps, threads)
  if (!dryRun) await resolveReferences(deps, intake.unresolved)
  for (const partial of [directReport, orderReport]) addReport(report, partial, intake.paths)
  for (const list of [report.errors, report.warnings]) list.sort((a, b) => a.line - b.line).splice(1000)
  return report
}

function addReport(report: IngestReport, partial: IngestReport, paths: ReadonlyMap<number, MessagePaths>): void {
  for (const count of ['received', 'created', 'updated', 'unchanged', 'stale', 'rejected', 'quarantined'] as const)
    report[count] += partial[count]
  for (const list of ['errors', 'warnings'] as const) {
    for (const { line, path, message } of partial[list])
      report[list].push({ line, path: xpathFor(paths.get(line), path), message })
  }
}

/** The XPath for a JSON path of the pipeline: that of its line, otherwise that of the document. */
function xpathFor(messagePaths: MessagePaths | undefined, path: string): string {
  if (!messagePaths) return path
  const [, index] = /^\$\.lines\[(\d+)\]/.exec(path) ?? []
  return `${messagePaths.prefix}${(index === undefined ? undefined : messagePaths.lines[Number(index)]) ?? messagePaths.root}`
}

async function* zipEntries({ content }: UblFile): AsyncGenerator<FileEntry> {
  let line = 0
  try {
    for await (const entry of readZip(content)) {
      line += 1
      yield { ...entry, line }
    }
    if (line === 0) yield { line: 1, name: '', problem: 'The ZIP holds no document.' }
  } catch (error) {
    if (!(error instanceof ZipRefused)) throw error
    yield { line: line + 1, name: '', problem: error.message }
  }
}

async function* readMessages(
  intake: Intake,
  entries: AsyncIterable<FileEntry> | Iterable<FileEntry>,
): AsyncGenerator<ReceivedMessage> {
  for await (const entry of entries) {
    const { line } = entry
    const prefix = entry.name === '' ? '' : `${entry.name}: `
    const read =
      'problem' in entry ? { problems: [{ path: '/', message: entry.problem }] } : await readUbl(entry.content)
    if ('problems' in read) {
      refuse(
        intake,
        line,
        read.problems.map(({ path, message }) => ({ path: `${prefix}${path}`, message })),
      )
      continue
    }
    const { message, warnings, linePaths } = read
    intake.paths.set(line, { prefix, root: `/${message.kind}`, lines: linePaths })
    warn(
      intake.report,
      line,
      warnings.map(({ path, message: text }) => ({ path: `${prefix}${path}`, message: text })),
    )
    yield { line, message, ...('content' in entry ? { file: entry.content } : {}) }
  }
}

function refuse({ report }: Intake, line: number, problems: readonly Problem[]): void {
  report.received += 1
  reject(report, line, problems)
}

/** The documents for the pipeline. Orders are collected for later; documents without an account go to quarantine. */
async function* incomingDocuments(
  intake: Intake,
  messages: AsyncIterable<ReceivedMessage> | Iterable<ReceivedMessage>,
): AsyncGenerator<Incoming> {
  for await (const received of messages) {
    const { line, message, file } = received
    const messagePaths = intake.paths.get(line)
    const withXpath = (problem: Problem) => ({ path: xpathFor(messagePaths, problem.path), message: problem.message })
    // Checked before anything is stored: an invalid document must not wait in quarantine.
    const checked = checkDocument(documentFor(message.document, intake.account ?? '?'))
    if ('problems' in checked) {
      refuse(intake, line, checked.problems.map(withXpath))
      continue
    }
    const match = await matchAccount(intake.deps, message.buyer, intake.account, intake.dryRun)
    if ('account' in match) {
      const incoming = await toIncoming(intake, match.account, received)
      if (incoming) yield incoming
    } else if ('refused' in match) refuse(intake, line, [withXpath({ path: '$', message: match.refused })])
    else {
      if (!intake.dryRun) await quarantineMessage(intake.deps, message, match.unknown, file && (await compress(file)))
      intake.report.received += 1
      intake.report.quarantined += 1
      warn(intake.report, line, [withXpath({ path: '$', message: `${match.unknown} It waits in quarantine.` })])
    }
  }
}

async function toIncoming(
  intake: Intake,
  account: { id?: string; number: string },
  { line, message, file }: ReceivedMessage,
): Promise<Incoming | undefined> {
  const original = file && !intake.dryRun ? await originalOf(message, file) : undefined
  if (message.document.type === 'orders') {
    const problem = await addOrderMessage(intake.deps, intake.threads, account, { line, message, original })
    if (problem) refuse(intake, line, [{ path: xpathFor(intake.paths.get(line), '$'), message: problem }])
    return undefined
  }
  const document = await withSalesOrderNumbers(intake, account.id, message, account.number)
  // An API key that belongs to a company decides, whatever seller the document names.
  const source = intake.senderOptions.numbering?.source || message.supplier
  return { line, document: source ? { ...document, source } : document, original }
}

/** Every amount in UBL has this attribute; amounts without it are recognised by their element's name. */
const amountPattern = /currencyID|(Amount|Price)\s*>/

async function originalOf({ kind, document }: UblMessage, file: Uint8Array): Promise<OriginalFile> {
  const hasAmounts = amountPattern.test(Buffer.from(file).toString('latin1'))
  const modifiedAt = document.type === 'orders' ? (document.modifiedAt ?? null) : null
  return { kind, hasAmounts, content: await compress(file), modifiedAt }
}

/** The document with references to orders by the seller's numbers, as far as these are known unambiguously. */
async function withSalesOrderNumbers(
  { deps, unresolved }: Intake,
  accountId: string | undefined,
  message: UblMessage,
  account: string,
): Promise<IngestDocument> {
  const document = documentFor(message.document, account)
  if (accountId === undefined || message.buyersReferences.length === 0) return document
  const salesOrders = await findSalesOrderNumbers(deps.pool, accountId, message.buyersReferences)
  for (const buyersNumber of message.buyersReferences) {
    if (!salesOrders.has(buyersNumber)) unresolved.push({ accountId, account, buyersNumber })
  }
  const withSalesOrderNumber = <R extends { type: string; number: string }>(reference: R): R => {
    const numbers = reference.type === 'orders' ? salesOrders.get(reference.number) : undefined
    return numbers?.length === 1 ? { ...reference, number: numbers[0] as string } : reference
  }
  return {
    ...document,
    ...(document.references ? { references: document.references.map(withSalesOrderNumber) } : {}),
    ...(document.lines
      ? {
          lines: document.lines.map((line) =>
            line.references ? { ...line, references: line.references.map(withSalesOrderNumber) } : line,
          ),
        }
      : {}),
  }
}
