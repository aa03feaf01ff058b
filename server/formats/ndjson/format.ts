import { changeDocuments, ingestDocuments } from '#contract/ingest/documents.ts'
import type { DocumentFormat } from '../format.ts'
import { readNdjson } from './read.ts'

/** The portal's own format: a document a line. */
export const ndjson: DocumentFormat = {
  name: 'ndjson',
  gives: 'documents',
  endpoint: ingestDocuments,
  changeEndpoint: changeDocuments,
  mediaTypes: ['application/x-ndjson', 'application/ndjson'],
  extensions: ['.ndjson', '.jsonl', '.json'],
  read: readNdjson,
}
