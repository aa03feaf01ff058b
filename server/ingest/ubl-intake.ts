import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { IngestDocument, IngestReport } from '../../contract/ingest.ts'
import { checkDocument } from './check.ts'
import {
  type Incoming,
  type IngestDeps,
  type IngestOptions,
  type Original,
  ownNumbers,
  type Problem,
} from './incoming.ts'
import { ingestDocuments } from './ingest.ts'
import { emptyReport, reject, warn } from './report.ts'
import { matchAccount, quarantine } from './ubl-accounts.ts'
import { documentFor } from './ubl-orders.ts'
import { keepFile, salesOrdersOf } from './ubl-queries.ts'
import { readUbl, type UblMessage } from './ubl-read.ts'
import { catchUp, feedOrders, type Threads, takeOrder, type Unresolved } from './ubl-threads.ts'
import { isZip, readZip, ZipRefused } from './zip.ts'

/** Whose the numbers are (not those of orders, which are their buyers'), and who sends. */
type Sending = Pick<IngestOptions, 'numbering' | 'sender'>

/** A file as it was sent: one XML document or a ZIP of many. `account` says whose all of it is, whatever it says itself. */
export type UblFile = { content: Uint8Array; name: string; account?: string; dryRun: boolean } & Sending

type Part = { line: number; name: string } & ({ content: Uint8Array } | { problem: string })

/** Where the problems of a message are shown: its name in a ZIP, its root and its lines as XPaths. */
type Place = { prefix: string; root: string; lines: readonly string[] }

type Intake = {
  deps: IngestDeps
  account: string | undefined
  dryRun: boolean
  sending: Sending
  /** What is said of messages that do not reach the pipeline. */
  report: IngestReport
  places: Map<number, Place>
  threads: Threads
  unresolved: Unresolved[]
}

const compressed = promisify(zstdCompress)
const unpacked = promisify(zstdDecompress)

/**
 * Takes UBL in: each document is read, its account is told by the buyer's identifiers (or by `account`), and it goes
 * through the same pipeline as every other. What cannot be told waits in quarantine; what cannot be read is reported with
 * the XPath of each problem. Raises only when the database cannot be reached.
 */
export async function ingestUbl(deps: IngestDeps, file: UblFile): Promise<IngestReport> {
  const { numbering = ownNumbers, sender } = file
  const bySeller = numbering.source === '' ? { ...numbering, bySeller: true as const } : numbering
  const sending = { numbering: bySeller, ...(sender ? { sender } : {}) }
  const intake = begin(deps, file.account, file.dryRun, sending)
  const zipped = isZip(file.content)
  const report = await run(
    intake,
    messagesOf(intake, zipped ? zipParts(file) : [{ line: 1, name: '', content: file.content }]),
  )
  if (!file.dryRun && intake.places.size > 0) {
    const content = await compressed(file.content)
    const mediaType = zipped ? 'application/zip' : 'application/xml'
    await keepFile(deps.pool, { id: deps.newId(), now: deps.clock().toISOString(), mediaType, content })
  }
  return report
}

/** Takes a message that was read before and waited for its account. `payload` is a UblMessage as it was kept, `original` its file as it was kept. */
export async function ingestUblMessage(
  deps: IngestDeps,
  { payload, original }: { payload: unknown; original: Buffer | null },
  account: string,
): Promise<IngestReport> {
  const intake = begin(deps, account, false, { numbering: { ...ownNumbers, bySeller: true } })
  const message = payload as UblMessage
  intake.places.set(1, { prefix: '', root: `/${message.kind}`, lines: [] })
  return run(intake, [{ line: 1, message, ...(original ? { file: await unpacked(original) } : {}) }])
}

function begin(deps: IngestDeps, account: string | undefined, dryRun: boolean, sending: Sending): Intake {
  const threads: Threads = { dryRun, sending, orders: new Map(), aliases: new Map() }
  return { deps, account, dryRun, sending, report: emptyReport(), places: new Map(), threads, unresolved: [] }
}

type Located = { line: number; message: UblMessage; file?: Uint8Array }

async function run(intake: Intake, messages: AsyncIterable<Located> | Iterable<Located>): Promise<IngestReport> {
  const { deps, dryRun, threads, report } = intake
  const direct = await ingestDocuments(deps, documentsOf(intake, messages), {
    dryRun,
    source: 'ubl',
    ...intake.sending,
  })
  const orders = await feedOrders(deps, threads)
  if (!dryRun) await catchUp(deps, intake.unresolved)
  for (const fed of [direct, orders]) add(report, fed, intake.places)
  for (const list of [report.errors, report.warnings]) list.sort((a, b) => a.line - b.line).splice(1000)
  return report
}

function add(report: IngestReport, fed: IngestReport, places: ReadonlyMap<number, Place>): void {
  for (const count of ['received', 'created', 'updated', 'unchanged', 'stale', 'rejected', 'quarantined'] as const)
    report[count] += fed[count]
  for (const list of ['errors', 'warnings'] as const) {
    for (const { line, path, message } of fed[list])
      report[list].push({ line, path: xpathFor(places.get(line), path), message })
  }
}

/** The XPath of what the pipeline names by a JSON path: the line it is in, else the document. */
function xpathFor(place: Place | undefined, path: string): string {
  if (!place) return path
  const [, index] = /^\$\.lines\[(\d+)\]/.exec(path) ?? []
  return `${place.prefix}${(index === undefined ? undefined : place.lines[Number(index)]) ?? place.root}`
}

async function* zipParts({ content }: UblFile): AsyncGenerator<Part> {
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

async function* messagesOf(intake: Intake, parts: AsyncIterable<Part> | Iterable<Part>): AsyncGenerator<Located> {
  for await (const part of parts) {
    const { line } = part
    const prefix = part.name === '' ? '' : `${part.name}: `
    const read = 'problem' in part ? { problems: [{ path: '/', message: part.problem }] } : await readUbl(part.content)
    if ('problems' in read) {
      refuse(
        intake,
        line,
        read.problems.map(({ path, message }) => ({ path: `${prefix}${path}`, message })),
      )
      continue
    }
    const { message, warnings, linePaths } = read
    intake.places.set(line, { prefix, root: `/${message.kind}`, lines: linePaths })
    warn(
      intake.report,
      line,
      warnings.map(({ path, message: said }) => ({ path: `${prefix}${path}`, message: said })),
    )
    yield { line, message, ...('content' in part ? { file: part.content } : {}) }
  }
}

function refuse({ report }: Intake, line: number, problems: readonly Problem[]): void {
  report.received += 1
  reject(report, line, problems)
}

/** What goes straight to the pipeline; orders are kept for later, strangers wait. */
async function* documentsOf(
  intake: Intake,
  messages: AsyncIterable<Located> | Iterable<Located>,
): AsyncGenerator<Incoming> {
  for await (const located of messages) {
    const { line, message, file } = located
    const place = intake.places.get(line)
    const problem = (said: Problem) => ({ path: xpathFor(place, said.path), message: said.message })
    // Before anything is kept: a document that no account could take must not wait for one.
    const checked = checkDocument(documentFor(message.document, intake.account ?? '?'))
    if ('problems' in checked) {
      refuse(intake, line, checked.problems.map(problem))
      continue
    }
    const match = await matchAccount(intake.deps, message.buyer, intake.account, intake.dryRun)
    if ('account' in match) {
      const incoming = await taken(intake, match.account, located)
      if (incoming) yield incoming
    } else if ('refused' in match) refuse(intake, line, [problem({ path: '$', message: match.refused })])
    else {
      if (!intake.dryRun) await quarantine(intake.deps, message, match.unknown, file && (await compressed(file)))
      intake.report.received += 1
      intake.report.quarantined += 1
      warn(intake.report, line, [problem({ path: '$', message: `${match.unknown} It waits in quarantine.` })])
    }
  }
}

async function taken(
  intake: Intake,
  account: { id?: string; number: string },
  { line, message, file }: Located,
): Promise<Incoming | undefined> {
  const original = file && !intake.dryRun ? await originalOf(message, file) : undefined
  if (message.document.type === 'orders') {
    const problem = await takeOrder(intake.deps, intake.threads, account, { line, message, original })
    if (problem) refuse(intake, line, [{ path: xpathFor(intake.places.get(line), '$'), message: problem }])
    return undefined
  }
  const document = await withSellersNumbers(intake, account.id, message, account.number)
  // A key that names a company speaks for it, whatever the document calls the seller.
  const source = intake.sending.numbering?.source || message.supplier
  return { line, document: source ? { ...document, source } : document, original }
}

/** Every amount of UBL names its currency in this attribute; elements that are called so may lack it. */
const amounts = /currencyID|(Amount|Price)\s*>/

async function originalOf({ kind, document }: UblMessage, file: Uint8Array): Promise<Original> {
  const hasAmounts = amounts.test(Buffer.from(file).toString('latin1'))
  const modifiedAt = document.type === 'orders' ? (document.modifiedAt ?? null) : null
  return { kind, hasAmounts, content: await compressed(file), modifiedAt }
}

/** The document, its references to orders under the seller's numbers, as far as these are known beyond doubt. */
async function withSellersNumbers(
  { deps, unresolved }: Intake,
  accountId: string | undefined,
  message: UblMessage,
  account: string,
): Promise<IngestDocument> {
  const document = documentFor(message.document, account)
  if (accountId === undefined || message.buyersReferences.length === 0) return document
  const known = await salesOrdersOf(deps.pool, accountId, message.buyersReferences)
  for (const buyersNumber of message.buyersReferences) {
    if (!known.has(buyersNumber)) unresolved.push({ accountId, account, buyersNumber })
  }
  const named = <R extends { type: string; number: string }>(reference: R): R => {
    const numbers = reference.type === 'orders' ? known.get(reference.number) : undefined
    return numbers?.length === 1 ? { ...reference, number: numbers[0] as string } : reference
  }
  return {
    ...document,
    ...(document.references ? { references: document.references.map(named) } : {}),
    ...(document.lines
      ? {
          lines: document.lines.map((one) =>
            one.references ? { ...one, references: one.references.map(named) } : one,
          ),
        }
      : {}),
  }
}
