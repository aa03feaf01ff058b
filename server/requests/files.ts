import { hash } from 'node:crypto'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import { fileUploadMinutes, maxBytesPerDay, maxFileBytes, maxRequestFiles } from '#contract/requests/file-limits.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type Caller, record } from '../audit/record.ts'
import { announceChange } from '../notifications/announce.ts'
import type { RequestDeps } from './create-request.ts'
import {
  insertFile,
  lockRequest,
  type NewFile,
  selectAddedFile,
  sumFileBytesSince,
  touchRequest,
} from './file-queries.ts'
import { selectLastMessage, selectMessage } from './message-queries.ts'
import { type FileRow, selectRequest } from './queries.ts'
import { selectRequestForSupplier } from './supplier-queries.ts'
import { refuseVirus } from './virus-scan.ts'

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

type FileDeps = Pick<RequestDeps, 'db' | 'clock' | 'newId' | 'scanFile'>

export type AddedFile = {
  /** The request's id. */
  id: string
  name: string
  content: Buffer
  /** The message with which the file goes. */
  message?: string | undefined
  /** Chosen by the client: sent again with it, the file is stored once. */
  fileId?: string | undefined
}

/**
 * Adds a file to a request that the viewer has just made, or to a message that they have just written about it. Throws
 * not_found, conflict when it is too late or there are enough files, invalid_input for another type of file or a virus,
 * too_large, unavailable when the virus scanner does not answer.
 */
export async function addFile(deps: FileDeps, viewer: Viewer, added: AddedFile): Promise<FileRow> {
  const { accountId, userId } = viewer
  const { id, message, content } = added
  const file = describeFile(deps, added)
  await refuseVirus(deps.scanFile, content)
  const now = deps.clock()
  return withTransaction(deps.db, async (db) => {
    const request = await selectRequest(db, accountId, id)
    const written = message === undefined ? undefined : await selectMessage(db, { accountId, request: id, id: message })
    const author = message === undefined ? request?.madeById : written?.authorId
    if (!request || author !== userId) throw notFound()
    await lockRequest(db, accountId, id)
    const stored = { ...file, accountId, requestId: id, messageId: message ?? null, content, now }
    if (await wasAdded(db, stored)) return file
    if (now.getTime() - Date.parse(written?.at ?? request.madeAt) > fileUploadMinutes * 60_000)
      throw new PortalError('conflict', translatable('request.fileLate'))
    await checkDailyLimit(db, viewer, content.length, now)
    await storeFile(db, stored)
    await touchRequest(db, accountId, id, now)
    await announceChange(db, accountId)
    return file
  })
}

/** Who adds a file to an answer: the ERP by its key, or a member of staff. */
type Sender = { caller: Caller; keyId?: string; staffId?: string }

/** Adds a file to an answer of the supplier: the one named, else the newest. Throws as addFile does. */
export async function addAnswerFile(deps: FileDeps, added: AddedFile, by: Sender): Promise<FileRow> {
  const { id, message, content } = added
  const file = describeFile(deps, added)
  await refuseVirus(deps.scanFile, content)
  return withTransaction(deps.db, async (db) => {
    const request = await selectRequestForSupplier(db, id)
    if (!request) throw notFound()
    const { accountId } = request
    const answer =
      message === undefined
        ? await selectLastMessage(db, accountId, id, 'supplier')
        : await selectMessage(db, { accountId, request: id, id: message })
    if (answer?.side !== 'supplier') throw notFound()
    await lockRequest(db, accountId, id)
    const stored = { ...file, accountId, requestId: id, messageId: answer.id, content, now: deps.clock() }
    if (await wasAdded(db, stored)) return file
    await storeFile(db, stored)
    await touchRequest(db, accountId, id, stored.now)
    const details = { request: id, file: file.id, name: file.name }
    await record(deps, db, { action: 'answer_file_added', ...by, accountId, details })
    await announceChange(db, accountId)
    return file
  })
}

/** A file as it is stored. Throws too_large, invalid_input for a type that is not taken. */
function describeFile({ newId }: Pick<RequestDeps, 'newId'>, { name, content, fileId }: AddedFile): FileRow {
  if (content.length > maxFileBytes)
    throw new PortalError('too_large', translatable('request.fileLarge', { most: maxFileBytes / 1_000_000 }))
  const mimeType = fileTypes.find(({ matches }) => matches(content))?.mimeType
  if (!mimeType) {
    const message = translatable('request.fileKind')
    throw new PortalError('invalid_input', message, { errors: [{ field: 'file', message }] })
  }
  return { id: fileId ?? newId(), name: fileNameOf(name), mimeType, size: content.length }
}

/** Whether the same file was added under its id before. Throws conflict when another one was. */
async function wasAdded(db: Db, file: NewFile): Promise<boolean> {
  const before = await selectAddedFile(db, file)
  if (!before) return false
  const isSame = before.messageId === file.messageId && before.sha256.equals(hash('sha256', file.content, 'buffer'))
  if (isSame) return true
  const message = translatable('request.key')
  throw new PortalError('conflict', message, { errors: [{ field: 'fileId', message }] })
}

async function storeFile(db: Db, file: NewFile): Promise<void> {
  if (!(await insertFile(db, file, maxRequestFiles)))
    throw new PortalError('conflict', translatable('request.fileMany', { most: maxRequestFiles }))
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
