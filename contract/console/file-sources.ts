import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { FileSource, fileSourceKinds } from '../imports/file-sources.ts'
import { profileNamePattern } from '../imports/profile-name.ts'
import { Instant } from '../values/dates.ts'
import { OptionalText } from '../values/nullable.ts'
import { ImportWay } from './import-ways.ts'

/* Where the portal fetches files by itself, as staff set it up and look after it. */

/** What became of the files of a source, or of a look at it. */
export const entryOutcomes = ['processed', 'refused', 'left', 'failed'] as const

const params = Type.Object({ name: Type.String({ pattern: profileNamePattern }) })
const MessageReply = Type.Object({ message: Type.String() })
/** A password, token or key in PEM: it is sent, and never shown. */
const Secret = Type.Optional(Type.String({ minLength: 1, maxLength: 20_000 }))

/** How a source goes. */
const Status = Type.Object({
  source: FileSource,
  kind: Type.Enum([...fileSourceKinds]),
  state: Type.Enum(['off', 'new', 'works', 'failing', 'silent']),
  /** Whether a password, token or key is kept. */
  hasSecret: Type.Boolean(),
  savedAt: Instant,
  savedBy: OptionalText,
  nextAt: Instant,
  lookedAt: OptionalText,
  lastFileAt: OptionalText,
  failingSince: OptionalText,
  /** Why it cannot be looked at, in English. */
  failure: OptionalText,
})
export type FileSourceStatus = Static<typeof Status>

const Entry = Type.Object({
  id: Type.String(),
  at: Instant,
  files: Type.Array(Type.String()),
  outcome: Type.Enum([...entryOutcomes]),
  /** In English. */
  reason: OptionalText,
  /** The run that read the files, where one did. */
  run: OptionalText,
})
export type FileSourceEntry = Static<typeof Entry>

export const listFileSources = endpoint('listFileSources', 'GET', '/console/imports/sources', {
  access: 'staff',
  permission: 'intake.read',
  summary:
    'Where the portal fetches files by itself, at most 200 sources, and by which other ways files come; how each goes.',
  reply: Type.Object({
    sources: Type.Array(Status),
    /** The folder that is watched; null: none is. */
    folder: OptionalText,
    /** The profiles whose files come by that folder, and by calls. */
    ways: Type.Array(ImportWay),
  }),
})

export const showFileSource = endpoint('showFileSource', 'GET', '/console/imports/sources/:name', {
  access: 'staff',
  permission: 'intake.read',
  summary: 'A source with what came of its files, the last hundred entries.',
  params,
  reply: Type.Object({ status: Status, entries: Type.Array(Entry) }),
})

export const saveFileSource = endpoint('saveFileSource', 'PUT', '/console/imports/sources', {
  access: 'staff',
  permission: 'intake.write',
  summary:
    'Saves a source under its name. Without `secret` the kept one stays, as long as the server and the name there stay the same.',
  body: Type.Object(
    {
      source: FileSource,
      secret: Secret,
      /** The source must not be there yet: one that has the name is not replaced. */
      isNew: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  reply: MessageReply,
})

export const tryFileSource = endpoint('tryFileSource', 'POST', '/console/imports/sources/try', {
  access: 'staff',
  permission: 'intake.write',
  reads: true,
  summary: 'Opens a source as it would be saved and says what waits there. Nothing is read, moved or kept.',
  body: Type.Object({ source: FileSource, secret: Secret }, { additionalProperties: false }),
  reply: Type.Object({
    /** Why it does not work, in English; null: it works. */
    failure: OptionalText,
    waiting: Type.Integer(),
    /** The first files that wait. */
    files: Type.Array(Type.String()),
    /** The fingerprint of the key of an SFTP server. */
    hostKey: OptionalText,
  }),
})

export const lookAtFileSource = endpoint('lookAtFileSource', 'POST', '/console/imports/sources/:name/look', {
  access: 'staff',
  permission: 'intake.write',
  summary: 'Has a source looked at now instead of when it is due.',
  params,
  reply: MessageReply,
})

export const deleteFileSource = endpoint('deleteFileSource', 'DELETE', '/console/imports/sources/:name', {
  access: 'staff',
  permission: 'intake.write',
  summary: 'Deletes a source with its secret. What was taken in from it stays.',
  params,
  reply: MessageReply,
})

/** The calls by which staff look after the sources of files. */
export const fileSourceEndpoints = [
  listFileSources,
  showFileSource,
  saveFileSource,
  tryFileSource,
  lookAtFileSource,
  deleteFileSource,
] as const
