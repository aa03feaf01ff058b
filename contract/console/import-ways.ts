import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { fileSourceLimits } from '../imports/file-sources.ts'
import { profileNamePattern } from '../imports/profile-name.ts'
import { OptionalText } from '../values/nullable.ts'
import { ImportRun } from './imports.ts'

/* The ways by which files come that somebody else brings: the watched folder and the call, each for a profile. */

/** The ways in by which files are brought, one for each profile. */
export const broughtWays = ['folder', 'call'] as const
const Way = Type.Enum([...broughtWays])
const params = Type.Object({ way: Way, profile: Type.String({ pattern: profileNamePattern }) })
const SilentHours = Type.Union([Type.Integer({ minimum: 1, maximum: fileSourceLimits.mostSilentHours }), Type.Null()])

/** How a way goes by which files of a profile come. */
export const ImportWay = Type.Object({
  way: Way,
  profile: Type.String(),
  state: Type.Enum(['new', 'works', 'refused', 'failing', 'silent']),
  /** Staff are mailed when no file has come for so many hours; null: they are not. */
  silentHours: SilentHours,
  /** When a server last looked into the folder; null for a call. */
  lookedAt: OptionalText,
  /** When files were last taken without a refusal. */
  lastTakenAt: OptionalText,
  failingSince: OptionalText,
  /** Why the folder cannot be read, in English. */
  failure: OptionalText,
  lastRun: Type.Union([ImportRun, Type.Null()]),
})
export type ImportWay = Static<typeof ImportWay>

export const showImportWay = endpoint('showImportWay', 'GET', '/console/imports/ways/:way/:profile', {
  access: 'staff',
  permission: 'intake.read',
  summary: 'How files of a profile come by the watched folder or by calls, with the last hundred runs.',
  params,
  reply: Type.Object({
    status: ImportWay,
    /** The folder of the profile; null for a call, and where no folder is watched. */
    folder: OptionalText,
    runs: Type.Array(ImportRun),
  }),
})

export const saveImportWay = endpoint('saveImportWay', 'PUT', '/console/imports/ways/:way/:profile', {
  access: 'staff',
  permission: 'intake.write',
  summary: 'Says after how many hours without a file staff are mailed.',
  params,
  body: Type.Object({ silentHours: SilentHours }, { additionalProperties: false }),
  reply: Type.Object({ message: Type.String() }),
})

export const tryImportFolder = endpoint('tryImportFolder', 'POST', '/console/imports/folders/:profile/try', {
  access: 'staff',
  permission: 'intake.write',
  reads: true,
  summary:
    'Looks whether the watched folder of a profile can be read and written, and says what waits there. Nothing is read.',
  params: Type.Object({ profile: Type.String({ pattern: profileNamePattern }) }),
  reply: Type.Object({
    /** Why it does not work, in English; null: it works. */
    failure: OptionalText,
    waiting: Type.Integer(),
    /** The first files that wait. */
    files: Type.Array(Type.String()),
  }),
})

/** The calls by which staff look after the watched folder and the call. */
export const importWayEndpoints = [showImportWay, saveImportWay, tryImportFolder] as const
