import { ingestCii } from '#contract/ingest/documents.ts'
import type { TradeFormat } from '../format.ts'
import { isPdf } from './pdf/embedded-invoice.ts'
import { readInvoiceFile } from './read-file.ts'

/** Invoices of UN/CEFACT CII as XML, alone or inside a PDF. */
export const cii: TradeFormat = {
  name: 'cii',
  gives: 'trade messages',
  endpoint: ingestCii,
  mediaTypes: ['application/xml', 'text/xml', 'application/pdf', 'application/zip', 'application/octet-stream'],
  extensions: ['.xml', '.pdf'],
  recognises: (head) => /<[\w.-]*:?CrossIndustry(Invoice|Document)\b/.test(head) || isPdf(Buffer.from(head, 'latin1')),
  read: readInvoiceFile,
  // It is an invoice.
  statesAmounts: () => true,
}
