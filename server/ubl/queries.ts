import type { Pool } from 'pg'
import type { StoredDetails, StoredLine } from '#contract/documents/stored-details.ts'
import { type ElectronicAddress, readAddress } from '#contract/values/electronic-addresses.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { FileRow } from '#database/object-storage/read-file.ts'
import { readTogether } from '#database/transaction.ts'

/** A document's columns as text; amounts with four decimal places, as they are stored. */
export type HeaderRow = Record<
  | ('status' | 'issueDate' | 'customerReference' | 'currency')
  | ('net' | 'discount' | 'charges' | 'tax' | 'gross' | 'paid' | 'open' | 'invoiceKind' | 'carrier')
  | ('validUntil' | 'dueDate' | 'requestedDate' | 'promisedDate' | 'estimatedDate' | 'despatchDate' | 'deliveredDate'),
  string | null
> & { trackingNumbers: string[]; details: StoredDetails & Record<string, unknown> }
export type LineRow = {
  position: number
  line: string
  kind: 'item' | 'charge' | 'text'
  sku: string | null
  quantity: string | null
  unit: string | null
  amount: string | null
  details: StoredLine
}
export type LinkRow = { position: number; type: DocumentType; number: string; line: string }
export type AccountRow = { number: string; name: string }
export type IdentifierRow = { scheme: string; value: string }

/** A stored document with the account that it belongs to. */
export type StoredRows = {
  header: HeaderRow
  lines: LineRow[]
  links: LinkRow[]
  account: AccountRow
}
type OriginalRow = { kind: string; hasAmounts: boolean } & FileRow
type PaperRow = { name: string; mimeType: string } & FileRow

/** Papers that exceed this total of bytes are left out of the file: readers of UBL accept 20 MB. */
const maxPaperBytes = 10 * 1024 * 1024

const documentIdSql = '(select id from documents where account_id = $1 and type = $2 and number = $3)'

/**
 * One of the viewer's documents with its lines and references (first those with a quantity). Undefined if the account
 * has no such document.
 */
export async function readStored(
  viewerPool: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
): Promise<StoredRows | undefined> {
  return readTogether(viewerPool, viewer, async (send) => {
    const query = <R extends object>(
      name: string,
      text: string,
      values: unknown[] = [viewer.accountId, type, number],
    ) => send<R>({ name: `ubl:${name}`, text, values })
    const [header, lines, links, account] = await Promise.all([
      query<HeaderRow>(
        'header',
        `select status, issue_date as "issueDate", customer_reference as "customerReference", currency, net, discount,
  charges, tax, gross, paid_apart(invoice_kind, paid, details, set_off) as paid, open + credited as open, invoice_kind as "invoiceKind", carrier, valid_until as "validUntil", due_date as "dueDate",
  requested_date as "requestedDate", promised_date as "promisedDate", estimated_date as "estimatedDate",
  despatch_date as "despatchDate", delivered_date as "deliveredDate", tracking_numbers as "trackingNumbers", details
from documents where account_id = $1 and type = $2 and number = $3`,
      ),
      query<LineRow>(
        'lines',
        `select position, line, kind, sku, quantity, unit, amount, details from document_lines
where account_id = $1 and document_id = ${documentIdSql} order by position`,
      ),
      query<LinkRow>(
        'links',
        `select position, to_type as type, to_number as number, to_line as line from document_links
where account_id = $1 and document_id = ${documentIdSql} order by position, quantity is null, to_type, to_number, to_line`,
      ),
      query<AccountRow>('account', 'select number, name from accounts where account_id = $1', [viewer.accountId]),
    ])
    const [headerRow] = header.rows
    const [accountRow] = account.rows
    return (
      headerRow &&
      accountRow && {
        header: headerRow,
        lines: lines.rows,
        links: links.rows,
        account: accountRow,
      }
    )
  })
}

/** The papers of one of the viewer's documents by name, as many as together keep to `maxPaperBytes`. */
export async function listPapers(
  viewerPool: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
): Promise<PaperRow[]> {
  const { rows } = await readTogether(viewerPool, viewer, (send) =>
    send<PaperRow>({
      name: 'ubl:papers',
      text: `select name, mime_type as "mimeType", content, object_key as "objectKey" from (
  select name, mime_type, content, object_key, sum(size) over (order by name) as so_far from attachments
  where account_id = $1 and document_id = ${documentIdSql} and purpose is null) p
where so_far <= ${maxPaperBytes} order by name limit 50`,
      values: [viewer.accountId, type, number],
    }),
  )
  return rows
}

/** Where the compressed file is as which one of the viewer's documents was last sent; undefined if there is none. */
export async function readOriginal(
  viewerPool: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
): Promise<OriginalRow | undefined> {
  const { rows } = await readTogether(viewerPool, viewer, (send) =>
    send<OriginalRow>({
      name: 'ubl:original',
      text: `select kind, has_amounts as "hasAmounts", content, object_key as "objectKey" from original_files where account_id = $1 and document_id = ${documentIdSql}`,
      values: [viewer.accountId, type, number],
    }),
  )
  return rows[0]
}

/** Where the viewer's company is reached in networks such as Peppol, as staff have said. */
export async function readElectronicAddress(db: Pool, viewer: Viewer): Promise<ElectronicAddress | undefined> {
  const { rows } = await db.query<{ address: string | null }>({
    name: 'ubl:electronic address',
    text: 'select electronic_address as address from accounts where account_id = $1',
    values: [viewer.accountId],
  })
  return readAddress(rows[0]?.address ?? null)
}

/**
 * The identifiers by which other systems know the viewer's account. They are unique across all accounts, so only the
 * server's role may read their table.
 */
export async function readIdentifiers(db: Pool, viewer: Viewer): Promise<IdentifierRow[]> {
  const { rows } = await db.query<IdentifierRow>({
    name: 'ubl:identifiers',
    text: 'select scheme, value from account_identifiers where account_id = $1 order by scheme, value',
    values: [viewer.accountId],
  })
  return rows
}
