import { ingestUbl } from '#contract/ingest/documents.ts'
import type { TradeFormat } from '../format.ts'
import { readUbl } from './read/read-ubl.ts'

/** Every amount in UBL has this attribute; amounts without it are recognised by their element's name. */
const amountPattern = /currencyID|(Amount|Price)\s*>/

/** UBL 2.x as XML. */
export const ubl: TradeFormat = {
  name: 'ubl',
  gives: 'trade messages',
  endpoint: ingestUbl,
  mediaTypes: ['application/xml', 'text/xml', 'application/zip', 'application/octet-stream'],
  extensions: ['.xml', '.zip'],
  read: readUbl,
  statesAmounts: (content) => amountPattern.test(Buffer.from(content).toString('latin1')),
}
