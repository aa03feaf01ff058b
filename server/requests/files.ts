import { notFound, PortalError, translatable } from '#contract/errors.ts'
import { fileUploadMinutes, maxBytesPerDay, maxFileBytes, maxRequestFiles } from '#contract/requests/rules.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import type { RequestDeps } from './create-request.ts'
import { insertFile, sumFileBytesSince } from './file-queries.ts'
import { type FileRow, selectRequest } from './queries.ts'

const dayMs = 86_400_000

/**
 * The types of file that a request may have, recognised by their first bytes: the type that a browser sends is not
 * trusted.
 */
const fileTypes: readonly { mimeType: string; matches: (bytes: Buffer) => boolean }[] = [
  { mimeType: 'application/pdf', matches: (bytes) => bytes.subarray(0, 5).toString('latin1') === '%PDF-' },
  { mimeType: 'image/png', matches: (bytes) => bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n' },
  { mimeType: 'image/jpeg', matches: (bytes) => bytes.subarray(0, 3).toString('hex') === 'ffd8ff' },
  {
    mimeType: 'image/webp',
    matches: (bytes) =>
      bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP',
  },
]

/**
 * Adds a file to a request that the viewer has just made. Throws not_found, conflict when it is too late or there are
 * enough files, invalid_input for another type of file, too_large.
 */
export async function addFile(
  deps: Pick<RequestDeps, 'db' | 'clock' | 'newId'>,
  viewer: Viewer,
  { id, name, content }: { id: string; name: string; content: Buffer },
): Promise<FileRow> {
  const { accountId, userId } = viewer
  if (content.length > maxFileBytes)
    throw new PortalError('too_large', translatable('request.fileLarge', { most: maxFileBytes / 1_000_000 }))
  const mimeType = fileTypes.find(({ matches }) => matches(content))?.mimeType
  if (!mimeType) {
    const message = translatable('request.fileKind')
    throw new PortalError('invalid_input', message, { errors: [{ field: 'file', message }] })
  }
  const now = deps.clock()
  const file = { id: deps.newId(), name: fileNameOf(name), mimeType, size: content.length }
  return withTransaction(deps.db, async (db) => {
    const row = await selectRequest(db, accountId, id)
    if (row?.madeById !== userId) throw notFound()
    if (now.getTime() - Date.parse(row.madeAt) > fileUploadMinutes * 60_000)
      throw new PortalError('conflict', translatable('request.fileLate'))
    await checkDailyLimit(db, viewer, content.length, now)
    if (!(await insertFile(db, { ...file, accountId, requestId: id, content, now }, maxRequestFiles)))
      throw new PortalError('conflict', translatable('request.fileMany', { most: maxRequestFiles }))
    return file
  })
}

/**
 * Throws conflict when a person or their account would send too much within a day: files are stored in the database.
 */
async function checkDailyLimit(db: Db, viewer: Viewer, size: number, now: Date): Promise<void> {
  const bytesSent = await sumFileBytesSince(db, viewer, new Date(now.getTime() - dayMs))
  for (const whose of ['person', 'account'] as const) {
    if (bytesSent[whose] + size <= maxBytesPerDay[whose]) continue
    throw new PortalError(
      'conflict',
      translatable('request.fileBytes', { most: maxBytesPerDay[whose] / 1_000_000, whose }),
    )
  }
}

/** A file name without a path and without invisible characters. */
function fileNameOf(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  return last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim() || 'file'
}
