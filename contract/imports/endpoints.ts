import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { IngestReport } from '../ingest/documents.ts'
import { profileNamePattern } from './profile-name.ts'

export const ingestFiles = endpoint('ingestFiles', 'POST', '/ingest/files', {
  access: 'ingest',
  summary:
    'Takes a file of any program (CSV, fixed widths, XLSX, XML, JSON), which an import profile reads; a ZIP of them where the profile reads several.',
  query: Type.Object(
    {
      profile: Type.String({ pattern: profileNamePattern }),
      /** What the file is called, by which reports name it. */
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
      dryRun: Type.Optional(Type.Enum(['true', 'false'])),
      /** How many documents a full list may withdraw at most, instead of the share that its profile names. */
      withdraw: Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$' })),
    },
    { additionalProperties: false },
  ),
  accepts: 'application/octet-stream',
  body: Type.Unknown(),
  reply: IngestReport,
})
