import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { IngestDocument, IngestReport } from '#contract/ingest/documents.ts'
import type { TradeFormat } from '#server/formats/format.ts'
import { formatNamed } from '#server/formats/formats.ts'
import type { Incoming, OriginalFile, Problem, TradeMessage } from '#server/formats/message.ts'
import { documentFor } from '#server/formats/order-messages.ts'
import { isZip, readZip, ZipRefused } from '#server/formats/zip/read.ts'
import { checkDocument } from '../check/check.ts'
import { sendMessageOn } from '../elsewhere/send-message.ts'
import { ingestDocuments } from '../ingest.ts'
import { matchAccount, type QuarantinedMessage, quarantineMessage } from '../match/trade-accounts.ts'
import { findSalesOrderNumbers, insertRawMessage } from '../match/trade-queries.ts'
import { addRemoteReport, emptyReport, reject, reportCounts, sortEntries, warn } from '../report.ts'
import { type IngestDeps, type IngestOptions, supplierNumbering } from '../types.ts'
import {
  addOrderMessage,
  ingestOrders,
  resolveReferences,
  type Threads,
  type UnresolvedReference,
} from './order-threads.ts'

/** Which system numbers the documents (except orders, which buyers number), the sender, and for which accounts it is. */
type SenderOptions = Pick<IngestOptions, 'numbering' | 'sender' | 'accountIds' | 'elsewhereMode'>

/** `account` overrides the buyers that the messages name. */
export type TradeOptions = { account?: string; dryRun: boolean } & SenderOptions

type FileEntry = { line: number; name: string } & ({ content: Uint8Array } | { problem: string })

/** Paths for the problems of a message: its name in a ZIP, and those of its root and lines. */
type MessagePaths = { prefix: string; root: string; lines: readonly string[] }

type Intake = {
  deps: IngestDeps
  format: TradeFormat
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
 * Takes a file as it was sent, a message or a ZIP of several: each message is read, its account is found by the buyer's
 * identifiers (or by `account`), and it passes through the same pipeline as all documents. Messages without an account
 * wait in quarantine; unreadable ones are reported with the path of each problem. Throws only when the database cannot
 * be reached.
 */
export async function ingestTradeMessages(
  deps: IngestDeps,
  format: TradeFormat,
  file: Uint8Array,
  { account, dryRun, numbering = supplierNumbering, sender, accountIds, elsewhereMode = 'sendOn' }: TradeOptions,
): Promise<IngestReport> {
  const tradeNumbering = numbering.source === '' ? { ...numbering, bySeller: true as const } : numbering
  const senderOptions = { numbering: tradeNumbering, accountIds, elsewhereMode, ...(sender ? { sender } : {}) }
  const intake = createIntake(deps, format, account, dryRun, senderOptions)
  const isZipFile = isZip(file)
  const entries = isZipFile ? zipEntries(file) : [{ line: 1, name: '', content: file }]
  const report = await runIntake(intake, readMessages(intake, entries))
  if (!dryRun && intake.paths.size > 0) {
    const content = await compress(file)
    const mediaType = isZipFile ? 'application/zip' : format.mediaTypes[0]
    const raw = { id: deps.newId(), now: deps.clock().toISOString(), source: format.name, mediaType, content }
    await insertRawMessage(deps.workPool, raw)
  }
  return report
}

/**
 * Takes a message in that waited in quarantine for its account. `payload` is the stored message, `original` its
 * compressed file.
 */
export async function ingestQuarantined(
  deps: IngestDeps,
  { payload, original }: { payload: unknown; original: Buffer | null },
  account: string,
): Promise<IngestReport> {
  const { format: formatName, ...message } = payload as QuarantinedMessage
  const senderOptions = { numbering: { ...supplierNumbering, bySeller: true as const } }
  const intake = createIntake(deps, tradeFormatNamed(formatName), account, false, senderOptions)
  intake.paths.set(1, { prefix: '', root: `/${message.kind}`, lines: [] })
  return runIntake(intake, [{ line: 1, message, ...(original ? { file: await decompress(original) } : {}) }])
}

function tradeFormatNamed(name = 'ubl'): TradeFormat {
  const format = formatNamed(name)
  if (format.gives !== 'trade messages') throw new RangeError(`${name} is no format of trade messages`)
  return format
}

function createIntake(
  deps: IngestDeps,
  format: TradeFormat,
  account: string | undefined,
  dryRun: boolean,
  senderOptions: SenderOptions,
): Intake {
  const threads: Threads = { source: format.name, dryRun, senderOptions, orders: new Map(), aliases: new Map() }
  const paths: Intake['paths'] = new Map()
  return { deps, format, account, dryRun, senderOptions, report: emptyReport(), paths, threads, unresolved: [] }
}

type ReceivedMessage = { line: number; message: TradeMessage; file?: Uint8Array }

async function runIntake(
  intake: Intake,
  messages: AsyncIterable<ReceivedMessage> | Iterable<ReceivedMessage>,
): Promise<IngestReport> {
  const { deps, format, dryRun, threads, report } = intake
  const directReport = await ingestDocuments(deps, incomingDocuments(intake, messages), {
    dryRun,
    source: format.name,
    ...intake.senderOptions,
  })
  const orderReport = await ingestOrders(deps, threads)
  if (!dryRun) await resolveReferences(deps, format.name, intake.unresolved)
  for (const partial of [directReport, orderReport]) addReport(report, partial, intake.paths)
  return sortEntries(report)
}

function addReport(report: IngestReport, partial: IngestReport, paths: ReadonlyMap<number, MessagePaths>): void {
  for (const count of reportCounts) report[count] += partial[count]
  for (const list of ['errors', 'warnings'] as const) {
    for (const { line, path, message } of partial[list])
      report[list].push({ line, path: filePathFor(paths.get(line), path), message })
  }
}

/** The path in the file for a JSON path of the pipeline: that of its line, otherwise that of the document. */
function filePathFor(messagePaths: MessagePaths | undefined, path: string): string {
  if (!messagePaths) return path
  const [, index] = /^\$\.lines\[(\d+)\]/.exec(path) ?? []
  return `${messagePaths.prefix}${(index === undefined ? undefined : messagePaths.lines[Number(index)]) ?? messagePaths.root}`
}

async function* zipEntries(content: Uint8Array): AsyncGenerator<FileEntry> {
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
      'problem' in entry
        ? { problems: [{ path: '/', message: entry.problem }] }
        : await intake.format.read(entry.content)
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
    const file = read.file ?? ('content' in entry ? entry.content : undefined)
    yield { line, message, ...(file ? { file } : {}) }
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
    const { line, message } = received
    const messagePaths = intake.paths.get(line)
    const withFilePath = (problem: Problem) => ({
      path: filePathFor(messagePaths, problem.path),
      message: problem.message,
    })
    // Checked before anything is stored: an invalid document must not wait in quarantine.
    const checked = checkDocument(documentFor(message.document, intake.account ?? '?'))
    if ('problems' in checked) {
      refuse(intake, line, checked.problems.map(withFilePath))
      continue
    }
    const match = await matchAccount(
      ...([intake.deps, message.buyer, intake.account, intake.dryRun, intake.senderOptions.accountIds] as const),
    )
    if ('account' in match) {
      const incoming = await toIncoming(intake, match.account, received)
      if (incoming) yield incoming
    } else if ('refused' in match) refuse(intake, line, [withFilePath({ path: '$', message: match.refused })])
    else if (!(await isSentOn(intake, received))) {
      if (!intake.dryRun) await quarantine(intake, received, match.unknown)
      intake.report.received += 1
      intake.report.quarantined += 1
      warn(intake.report, line, [withFilePath({ path: '$', message: `${match.unknown} It waits in quarantine.` })])
    }
  }
}

/** Sends a message on whose buyer has an account in another region. Returns whether that is so. */
async function isSentOn(intake: Intake, { line, message: { buyer }, file }: ReceivedMessage): Promise<boolean> {
  const { deps, format, dryRun, senderOptions, report, paths } = intake
  const sent = await sendMessageOn(deps.elsewhere, { buyer, file, format: format.name }, { dryRun, ...senderOptions })
  if (!sent) return false
  const { prefix = '' } = paths.get(line) ?? {}
  if ('problem' in sent) refuse(intake, line, [{ path: `${prefix}/`, message: sent.problem }])
  else addRemoteReport(report, sent, { line: () => line, path: (path) => `${prefix}${path}` })
  return true
}

async function quarantine({ deps, format }: Intake, { message, file }: ReceivedMessage, reason: string): Promise<void> {
  await quarantineMessage(deps, { format: format.name, ...message }, reason, file && (await compress(file)))
}

async function toIncoming(
  intake: Intake,
  account: { id?: string; number: string },
  { line, message, file }: ReceivedMessage,
): Promise<Incoming | undefined> {
  const original = file && !intake.dryRun ? await originalOf(intake.format, message, file) : undefined
  if (message.document.type === 'orders') {
    const problem = await addOrderMessage(intake.deps, intake.threads, account, { line, message, original })
    if (problem) refuse(intake, line, [{ path: filePathFor(intake.paths.get(line), '$'), message: problem }])
    return undefined
  }
  const document = await withSalesOrderNumbers(intake, account.id, message, account.number)
  // An API key that belongs to a company decides, whatever seller the document names.
  const source = intake.senderOptions.numbering?.source || message.supplier
  return { line, document: source ? { ...document, source } : document, original }
}

async function originalOf(
  format: TradeFormat,
  { kind, document }: TradeMessage,
  file: Uint8Array,
): Promise<OriginalFile> {
  const hasAmounts = format.statesAmounts(file)
  const modifiedAt = document.type === 'orders' ? (document.modifiedAt ?? null) : null
  return { kind, hasAmounts, content: await compress(file), modifiedAt }
}

/** The document with references to orders by the seller's numbers, as far as these are known unambiguously. */
async function withSalesOrderNumbers(
  { deps, unresolved }: Intake,
  accountId: string | undefined,
  message: TradeMessage,
  account: string,
): Promise<IngestDocument> {
  const document = documentFor(message.document, account)
  if (accountId === undefined || message.buyersReferences.length === 0) return document
  const salesOrders = await findSalesOrderNumbers(deps.workPool, accountId, message.buyersReferences)
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
