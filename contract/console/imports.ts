import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { GuessChoices, GuessColumn, GuessFinding, GuessPlaces, GuessTable } from '../imports/guess.ts'
import { profileNamePattern } from '../imports/profile-name.ts'
import type { ProfileValue } from '../imports/values.ts'
import { IngestReport } from '../ingest/documents.ts'
import { FullListOutcome } from '../ingest/full-list.ts'
import { pageQuery } from '../page.ts'
import { Instant } from '../values/dates.ts'
import { OptionalText } from '../values/nullable.ts'

/* How files of other programs become documents, as staff set it up in the console. */

/** In bytes: what is uploaded in the console; larger files go by the folder, a call or a command. */
export const maxUploadBytes = 64_000_000
/** Files of one run, hours for which an upload is kept, and rows that a preview reads. */
export const importLimits = { files: 10, hours: 24, previewRows: 1000, previewDocuments: 12 } as const

/** By which way the files of a run came. */
export const importWays = ['folder', 'call', 'console', 'command', 'https', 'sftp', 'mailbox'] as const

const uuid = Type.String({ format: 'uuid' })
const id = Type.Object({ id: uuid })
const ProfileName = Type.String({ pattern: profileNamePattern })
const named = Type.Object({ name: ProfileName })
const MessageReply = Type.Object({ message: Type.String() })
const count = Type.Union([Type.Integer(), Type.Null()])
const uploads = Type.Array(uuid, { minItems: 1, maxItems: importLimits.files })

/** Files that were read by a profile, or are being read. */
export const ImportRun = Type.Object({
  id: Type.String(),
  profile: Type.String(),
  version: count,
  way: Type.Enum([...importWays]),
  files: Type.Array(Type.String()),
  /** The member of staff or the key, by name. */
  startedBy: OptionalText,
  startedAt: Instant,
  /** Null while it is under way. */
  finishedAt: OptionalText,
  /** Its server ended before it. */
  isBroken: Type.Boolean(),
  received: count,
  created: count,
  updated: count,
  unchanged: count,
  stale: count,
  rejected: count,
  /** Of a full list that was read to its end. */
  fullList: Type.Union([FullListOutcome, Type.Null()]),
  /** Why the files could not be read at all, in English. */
  failure: OptionalText,
  undoneAt: OptionalText,
  undoneBy: OptionalText,
})
export type ImportRun = Static<typeof ImportRun>

const ListedProfile = Type.Object({
  name: Type.String(),
  title: OptionalText,
  version: Type.Integer(),
  savedAt: Instant,
  savedBy: OptionalText,
  lastRun: Type.Union([ImportRun, Type.Null()]),
})
export type ListedImportProfile = Static<typeof ListedProfile>

export const listImportProfiles = endpoint('listImportProfiles', 'GET', '/console/imports/profiles', {
  access: 'staff',
  permission: 'intake.read',
  summary: 'The import profiles, at most 1,000, each with its last run.',
  reply: Type.Object({
    profiles: Type.Array(ListedProfile),
    /** The folder that is watched, in which each profile has one of its own; null: none is. */
    folder: OptionalText,
  }),
})

export const showImportProfile = endpoint('showImportProfile', 'GET', '/console/imports/profiles/:name', {
  access: 'staff',
  permission: 'intake.read',
  summary: 'A profile as it was saved, in its newest version or the one that is named, with all its versions.',
  params: named,
  query: Type.Object(
    { version: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$' })) },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    name: Type.String(),
    title: OptionalText,
    version: Type.Integer(),
    /** As it was written: what is exported. */
    profile: Type.Unknown(),
    versions: Type.Array(Type.Object({ version: Type.Integer(), savedAt: Instant, savedBy: OptionalText })),
  }),
})

export const saveImportProfile = endpoint('saveImportProfile', 'POST', '/console/imports/profiles', {
  access: 'staff',
  permission: 'intake.write',
  summary: 'Saves a profile as the next version of its name; one that says the same stays as it is.',
  body: Type.Object({ profile: Type.Unknown() }, { additionalProperties: false }),
  reply: Type.Object({ name: Type.String(), version: Type.Integer(), isNew: Type.Boolean() }),
})

export const renameImportProfile = endpoint('renameImportProfile', 'POST', '/console/imports/profiles/:name/rename', {
  access: 'staff',
  permission: 'intake.write',
  summary: 'Gives a profile another name, with all its versions and runs.',
  params: named,
  body: Type.Object({ name: ProfileName }, { additionalProperties: false }),
  reply: MessageReply,
})

export const deleteImportProfile = endpoint('deleteImportProfile', 'DELETE', '/console/imports/profiles/:name', {
  access: 'staff',
  permission: 'intake.write',
  summary: 'Deletes a profile with all its versions. Its runs and what they took in stay.',
  params: named,
  reply: MessageReply,
})

export const uploadImportFile = endpoint('uploadImportFile', 'POST', '/console/imports/uploads', {
  access: 'staff',
  permission: 'intake.write',
  summary: 'Keeps a file for a day, so that it can be looked at and read without being sent again.',
  query: Type.Object({ name: Type.String({ minLength: 1, maxLength: 255 }) }, { additionalProperties: false }),
  accepts: 'application/octet-stream',
  body: Type.Unknown(),
  reply: Type.Object({ id: Type.String(), name: Type.String(), size: Type.Integer() }),
})

export const guessImport = endpoint('guessImport', 'POST', '/console/imports/guess', {
  access: 'staff',
  permission: 'intake.write',
  reads: true,
  summary:
    'What the portal takes uploaded files for, with what in them says so, and the profile that follows from that.',
  body: Type.Object({ uploads, choices: GuessChoices }, { additionalProperties: false }),
  reply: Type.Object({
    profile: Type.Unknown(),
    findings: Type.Array(GuessFinding),
    columns: Type.Array(GuessColumn),
    /** Of the sheet or file that holds the lines; empty where they stand in the rows of the documents. */
    lineColumns: Type.Array(GuessColumn),
    /** Fields that are put together: as was chosen, else as an earlier profile of these columns has them. */
    formulas: Type.Record(Type.String(), Type.Unsafe<ProfileValue>(Type.Unknown())),
    /** The other sheets or files, one of which may hold the lines. */
    linesTables: Type.Array(Type.String()),
    /** Of a text with columns of fixed widths: its first lines, and the first character of each column, from 1. */
    text: Type.Union([
      Type.Object({ lines: Type.Array(Type.String()), starts: Type.Array(Type.Integer()) }),
      Type.Null(),
    ]),
    tables: Type.Array(GuessTable),
    sheets: Type.Array(Type.String()),
    places: GuessPlaces,
    /** What a column can be taken for. */
    fields: Type.Array(Type.String()),
  }),
})

export const previewImport = endpoint('previewImport', 'POST', '/console/imports/preview', {
  access: 'staff',
  permission: 'intake.write',
  reads: true,
  summary:
    'What a profile makes of the beginning of uploaded files: documents, refusals and counts. Nothing is written.',
  body: Type.Object({ uploads, profile: Type.Unknown() }, { additionalProperties: false }),
  reply: Type.Object({
    report: IngestReport,
    /** Documents that would be taken, as `POST /api/ingest/documents` has them. */
    documents: Type.Array(Type.Unknown()),
    /** The numbers among them of customers that there are not yet. */
    newCustomers: Type.Array(Type.String()),
    /** Whether the files were read to their ends. */
    isWhole: Type.Boolean(),
  }),
})

export const beginImport = endpoint('beginImport', 'POST', '/console/imports/runs', {
  access: 'staff',
  permission: 'intake.write',
  summary: 'Begins to read uploaded files by a saved profile, or with `dryRun` by any: it goes on in the background.',
  body: Type.Object(
    {
      uploads,
      name: Type.Optional(ProfileName),
      profile: Type.Optional(Type.Unknown()),
      dryRun: Type.Optional(Type.Boolean()),
      /** How many documents a full list may withdraw at most, instead of the share of its profile. */
      withdraw: Type.Optional(Type.Integer({ minimum: 0 })),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ runs: Type.Array(Type.String()) }),
})

export const listImportRuns = endpoint('listImportRuns', 'GET', '/console/imports/runs', {
  access: 'staff',
  permission: 'intake.read',
  summary: 'Runs of the last 90 days, the newest first; dry runs are left out.',
  query: Type.Object({ profile: Type.Optional(ProfileName), ...pageQuery }, { additionalProperties: false }),
  reply: Type.Object({ runs: Type.Array(ImportRun), nextCursor: OptionalText }),
})

/** What undoing a run came to, or would. */
const Undoing = Type.Object({
  /** Documents of the run that have not been looked at. */
  left: Type.Integer(),
  withdrawn: Type.Integer(),
  /** Created by the run and changed since. */
  changed: Type.Integer(),
  /** There before the run, which changed them. */
  existed: Type.Integer(),
  /** Withdrawn or moved by something else. */
  gone: Type.Integer(),
  /** Withdrawn by the run as a full list, and brought back. */
  restored: Type.Integer(),
  /** The same, but their numbers are there again, or their customer became part of another. */
  notRestored: Type.Integer(),
})
export type Undoing = Static<typeof Undoing>

const RunDocument = Type.Object({
  type: Type.String(),
  number: Type.String(),
  account: Type.String(),
  accountName: Type.String(),
  isNew: Type.Boolean(),
})

export const showImportRun = endpoint('showImportRun', 'GET', '/console/imports/runs/:id', {
  access: 'staff',
  permission: 'intake.read',
  summary: 'A run with its report, and what of it can be undone.',
  params: id,
  reply: Type.Object({
    run: ImportRun,
    isDry: Type.Boolean(),
    /** At most 200 each. */
    errors: IngestReport.properties.errors,
    warnings: IngestReport.properties.warnings,
    /** The first of the documents that it wrote and that are there. */
    documents: Type.Array(RunDocument),
    undoing: Undoing,
  }),
})

export const undoImportRun = endpoint('undoImportRun', 'POST', '/console/imports/runs/:id/undo', {
  access: 'staff',
  permission: 'intake.write',
  summary:
    'Withdraws what a run created and nothing has changed since, and brings back what it withdrew, some documents at a time; `left` says how many wait.',
  params: id,
  reply: Undoing,
})

/** The calls by which staff set up and look after imports. */
export const importEndpoints = [
  listImportProfiles,
  showImportProfile,
  saveImportProfile,
  renameImportProfile,
  deleteImportProfile,
  uploadImportFile,
  guessImport,
  previewImport,
  beginImport,
  listImportRuns,
  showImportRun,
  undoImportRun,
] as const
