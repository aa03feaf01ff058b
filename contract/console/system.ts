import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../values/dates.ts'
import { nullable, OptionalText } from '../values/nullable.ts'

/* How the portal is doing, as its operator sees it in the console. */

const MessageReply = Type.Object({ message: Type.String() })
const id = Type.Object({ id: Type.String({ format: 'uuid' }) })

/** Work that takes long: one of these at a time, over all servers. */
export const runKinds = ['doctor', 'backup', 'verify'] as const
export type RunKind = (typeof runKinds)[number]
const verdicts = ['ok', 'look', 'bad'] as const

/** What a check-up looks at, in this order. */
export const checkNames = [
  'version',
  'settings',
  'disk',
  'database',
  'pooler',
  'replica',
  'regions',
  'objectStorage',
  'files',
  'roles',
  'migrations',
  'backups',
  'archive',
  'move',
  'contents',
  'numbers',
  'promises',
  'balances',
  'demo',
  'secret',
  'mails',
  'replies',
  'scanner',
  'jobs',
  'requests',
  'refused',
  'sources',
  'imports',
  'proxy',
  'user',
] as const
export type CheckName = (typeof checkNames)[number]

/** Long work that is under way or done. */
export const SystemRun = Type.Object({
  id: Type.String(),
  kind: Type.Enum([...runKinds]),
  /** Who began it; null: the portal itself, at the time that is set. */
  by: OptionalText,
  startedAt: Instant,
  /** Null while it is under way. */
  finishedAt: OptionalText,
  /** How far it has come, or what it has made. */
  progress: OptionalText,
  /** Why it failed; null when it did not. */
  fault: OptionalText,
  /** What was found so far: the text in English, as the command `doctor` says it, with the mend. */
  findings: Type.Array(Type.Object({ name: Type.String(), verdict: Type.Enum([...verdicts]), text: Type.String() })),
})
export type SystemRun = Static<typeof SystemRun>

const Setting = Type.Object({
  name: Type.String(),
  meaning: Type.String(),
  source: Type.Enum(['console', 'environment', 'file', 'standard', 'unset']),
  /** Null for a secret and for what is not set. */
  value: OptionalText,
})

export const showSystem = endpoint('showSystem', 'GET', '/console/system', {
  access: 'staff',
  permission: 'system.read',
  summary: 'Version, database, migrations and settings of the portal, where each setting comes from; no secrets.',
  reply: Type.Object({
    version: Type.String(),
    node: Type.String(),
    database: Type.Enum(['embedded', 'own']),
    migrations: Type.Object({ count: Type.Integer(), last: Type.String() }),
    /** The folder of backups; null where the console makes none. */
    backupFolder: OptionalText,
    /** When a backup is made by itself each day (HH:MM by the server's clock), and how many are kept; null: none is. */
    backupSchedule: nullable(Type.Object({ at: Type.String(), keep: Type.Integer() })),
    /** The archive of the embedded database's changes; null: there is none. */
    archive: nullable(
      Type.Object({
        folder: Type.String(),
        /** Between which moments the database can be restored to any; null: to none yet. */
        from: OptionalText,
        until: OptionalText,
        /** Why nothing is archived, in English; null: it is. */
        fault: OptionalText,
      }),
    ),
    settings: Type.Array(Setting),
  }),
})

export const listRuns = endpoint('listRuns', 'GET', '/console/system/runs', {
  access: 'staff',
  permission: 'system.read',
  summary: 'The last check-up, the last backup and the last verification of one, with what is under way.',
  reply: Type.Object({ runs: Type.Array(SystemRun) }),
})

export const startDoctor = endpoint('startDoctor', 'POST', '/console/system/doctor', {
  access: 'staff',
  permission: 'system.read',
  summary:
    'Begins a check-up, as the command `doctor` does it, in the background; refused (409) while other long work is under way.',
  reply: SystemRun,
})

/** A job that was tried for the last time. */
const JobAside = Type.Object({
  id: Type.String(),
  name: Type.String(),
  tries: Type.Integer(),
  since: Instant,
  fault: Type.String(),
})

export const listJobsAside = endpoint('listJobsAside', 'GET', '/console/system/jobs', {
  access: 'staff',
  permission: 'system.read',
  summary: 'The jobs that were given up, with why, at most 200.',
  reply: Type.Object({ jobs: Type.Array(JobAside) }),
})

export const retryJob = endpoint('retryJob', 'POST', '/console/system/jobs/:id/retry', {
  access: 'staff',
  permission: 'system.write',
  summary: 'Has a job that was given up done again.',
  params: id,
  reply: MessageReply,
})

export const dropJob = endpoint('dropJob', 'DELETE', '/console/system/jobs/:id', {
  access: 'staff',
  permission: 'system.write',
  summary: 'Drops a job that was given up: it is never done.',
  params: id,
  reply: MessageReply,
})

/** A mail that has not left. */
const UnsentMail = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  recipient: Type.String(),
  createdAt: Instant,
  attempts: Type.Integer(),
  givenUp: Type.Boolean(),
  lastError: OptionalText,
})

export const listUnsentMails = endpoint('listUnsentMails', 'GET', '/console/system/mails', {
  access: 'staff',
  permission: 'system.read',
  summary: 'The mails that have not left, with what the mail server said, at most 1000.',
  reply: Type.Object({ mails: Type.Array(UnsentMail) }),
})

export const retryMail = endpoint('retryMail', 'POST', '/console/system/mails/:id/retry', {
  access: 'staff',
  permission: 'system.write',
  summary: 'Has a mail that was given up tried again.',
  params: id,
  reply: MessageReply,
})

export const sendTestMail = endpoint('sendTestMail', 'POST', '/console/system/testMail', {
  access: 'staff',
  personal: true,
  permission: 'system.write',
  summary: 'Sends a mail to the member of staff who asks for it, to see whether mails leave.',
  reply: MessageReply,
})

/** A backup in the folder of backups. */
const Backup = Type.Object({
  name: Type.String(),
  /** Null when it is not whole: it was broken off, or is under way. */
  madeAt: OptionalText,
  bytes: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  /** What was damaged in the database when it was made, in words. */
  damage: Type.Array(Type.String()),
})

export const listBackups = endpoint('listBackups', 'GET', '/console/system/backups', {
  access: 'staff',
  permission: 'system.read',
  summary: 'The backups in the folder of backups, the newest first, at most 200.',
  reply: Type.Object({
    backups: Type.Array(Backup),
    /** Why the folder cannot be read, in English; null: it can. */
    fault: OptionalText,
  }),
})

export const makeBackup = endpoint('makeBackup', 'POST', '/console/system/backups', {
  access: 'staff',
  permission: 'system.write',
  proof: true,
  summary: 'Begins a backup in the background; refused (409) while other long work is under way.',
  reply: SystemRun,
})

export const verifyBackup = endpoint('verifyBackup', 'POST', '/console/system/backups/:name/verify', {
  access: 'staff',
  permission: 'system.write',
  summary: 'Begins to compare each file of a backup with what was saved, in the background.',
  params: Type.Object({ name: Type.String({ pattern: '^[0-9]{8}-[0-9]{6}$' }) }),
  reply: SystemRun,
})

/** The calls by which staff see how the portal is doing. */
export const systemEndpoints = [
  showSystem,
  listRuns,
  startDoctor,
  listJobsAside,
  retryJob,
  dropJob,
  listUnsentMails,
  retryMail,
  sendTestMail,
  listBackups,
  makeBackup,
  verifyBackup,
] as const
