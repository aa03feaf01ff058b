import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import type { CheckName } from '#contract/console/system.ts'
import { openClient } from '#database/connect.ts'
import { minimumFreeSpace, readDiskSpace } from '#database/disk-space.ts'
import { replacedSecret } from '#database/files.ts'
import { refuseUnsafeRole } from '#database/roles.ts'
import { checkPages } from '#server/backup/pages.ts'
import { damagedTables } from '#server/backup/queries.ts'
import { freeSpaceOf, whyNoDemo } from '#server/config.ts'
import { findSharedNumbers } from '#server/ingest/maintenance/held-document-queries.ts'
import { portalVersion } from '#server/version.ts'
import { type Command, Failed } from '../command.ts'
import { activeDemoPeople } from '../demo.ts'
import { checkArchive } from './archive.ts'
import { checkBackups, checkMove } from './backups.ts'
import type { DoctorContext } from './doctor-context.ts'
import { checkImports } from './imports.ts'
import { checkObjectStorage } from './object-storage.ts'
import { checkPooler } from './pooler.ts'
import { checkBalances, checkPromises } from './promises.ts'
import { readContents, readHealth, readMigrations } from './queries.ts'
import { checkRegions } from './regions.ts'
import { checkReplica } from './replica.ts'
import { checkReplies } from './replies.ts'
import { checkScanner } from './scanner.ts'
import {
  checkJobs,
  checkMails,
  checkProxy,
  checkRefused,
  checkRequests,
  checkSources,
  checkUser,
  type Finding,
} from './waiting.ts'

export type Check = readonly [name: CheckName, find: () => Promise<Finding>]

const gigabyte = 1024 ** 3

/** Whether the disk of the data folder has room; the disk of an operator's own PostgreSQL is not the portal's to read. */
export async function checkDisk({ config }: Pick<DoctorContext, 'config'>): Promise<Finding> {
  if (config.DATABASE_URL !== undefined) return ['ok', 'that of your own PostgreSQL: watch there how much is free.']
  await access(config.DATA_DIR, constants.R_OK | constants.W_OK)
  const space = await readDiskSpace(config.DATA_DIR)
  const least = minimumFreeSpace(space, freeSpaceOf(config))
  const gigabytes = (bytes: number) => `${(bytes / gigabyte).toFixed(1)} GB`
  const text = `${gigabytes(space.free)} free in ${config.DATA_DIR}`
  if (space.free < least) {
    return ['bad', `${text}: make room now, nothing new is taken with less than ${gigabytes(least)} (FREE_SPACE).`]
  }
  return space.free < 2 * least ? ['look', `${text}: make room soon.`] : ['ok', `${text}.`]
}

async function checkDatabase(context: DoctorContext): Promise<Finding> {
  const { pools } = await context.open()
  const health = await readHealth(pools.work)
  const kind = context.config.DATABASE_URL === undefined ? 'embedded' : 'your own'
  const text = `PostgreSQL ${health.version}, ${kind}, checksums ${health.checksums}, fsync ${health.fsync}`
  if (health.checksum_failures !== '0') {
    return [
      'bad',
      `${text}: damaged pages were read ${health.checksum_failures} times. The disk is failing: restore a backup on another.`,
    ]
  }
  if (health.fsync !== 'on') return ['bad', `${text}: a power cut can lose documents. Switch fsync on.`]
  if (health.checksums !== 'on') return ['look', `${text}: silent damage would go unnoticed. Enable checksums.`]
  return ['ok', `${text}.`]
}

/** Compares every page with its checksum: PostgreSQL itself finds damage only when a query reads the page. */
async function checkFiles(context: DoctorContext): Promise<Finding> {
  const { config } = context
  if (config.DATABASE_URL !== undefined) return ['ok', 'of your own PostgreSQL: pg_checksums looks at its files.']
  const { database } = await context.open()
  const { files, pages, damaged } = await checkPages(join(config.DATA_DIR, 'postgres'))
  if (damaged.length === 0) {
    return [
      'ok',
      `${pages.toLocaleString('en')} pages in ${files.toLocaleString('en')} files are as they were written.`,
    ]
  }
  const names = await damagedTables(database.ownerUrl, damaged)
  return ['bad', `damaged: ${names.join('; ')}. The disk is failing: restore a backup from before on another.`]
}

async function checkRoles(context: DoctorContext): Promise<Finding> {
  const { pools } = await context.open()
  await refuseUnsafeRole(pools.viewer)
  await refuseUnsafeRole(pools.server)
  return ['ok', 'row-level security holds for both roles of the server.']
}

async function checkMigrations(context: DoctorContext): Promise<Finding> {
  const { database } = await context.open()
  const owner = await openClient({ connectionString: database.ownerUrl, connectionTimeoutMillis: 3_000 })
  try {
    const { count, last, repeatables } = await readMigrations(owner)
    return [
      'ok',
      `all ${count} have run, the last is ${last}; ${repeatables} functions, views, triggers and policies are of this version.`,
    ]
  } finally {
    await owner.end()
  }
}

async function checkContents(context: DoctorContext): Promise<Finding> {
  const { pools } = await context.open()
  const contents = await readContents(pools.work)
  const counts = `${contents.accounts} accounts, ${contents.users} users, ${contents.documents} documents, ${contents.keys} API keys`
  const last = contents.last_ingest ? `the last document came ${contents.last_ingest}` : 'no document has come yet'
  if (contents.quarantined !== '0') {
    return ['look', `${counts}; ${last}; ${contents.quarantined} wait in quarantine: npm run portal -- quarantine list`]
  }
  return ['ok', `${counts}; ${last}.`]
}

async function checkNumbers(context: DoctorContext): Promise<Finding> {
  const { count, some } = await findSharedNumbers((await context.open()).pools.work)
  if (count === 0) return ['ok', 'no number of a document stands with two customers.']
  const text = `${count} numbers of documents stand with several customers, such as ${some.join(', ')}`
  return ['look', `${text}: npm run portal -- document show, withdraw; or key create --numbers customer`]
}

async function checkDemo(context: DoctorContext): Promise<Finding> {
  const { pools } = await context.open()
  const active = await activeDemoPeople(pools.server)
  if (active.length === 0) return ['ok', 'no demo sign-ins.']
  const reason = whyNoDemo(context.config)
  if (reason === undefined) return ['ok', 'demo sign-ins are open, for this machine alone: their passwords are public.']
  const remedy = active.map(({ email }) => `npm run portal -- user disable ${email}`).join('; ')
  return ['bad', `demo sign-ins are open, their passwords are public and ${reason}: ${remedy}`]
}

async function checkSecret({ config }: DoctorContext): Promise<Finding> {
  if (config.TOKEN_SECRET !== undefined) return ['ok', 'TOKEN_SECRET is set.']
  const lost = replacedSecret(config.DATA_DIR, 'token-secret')
  if (lost === undefined) return ['ok', 'it is kept in DATA_DIR.']
  return [
    'look',
    `token-secret was missing and was made anew on ${lost.since.toISOString()}: authenticator apps have to be set up again. Put the old file back from a backup, or delete ${lost.note} if it is lost.`,
  ]
}

/** What is looked at, in this order; each check says what it has found, and what to do where all is not well. */
export const doctorChecks = (context: DoctorContext): readonly Check[] => [
  [
    'version',
    async () => ['ok', `${portalVersion}, on Node ${process.versions.node} for ${process.platform} ${process.arch}.`],
  ],
  ['settings', async () => ['ok', 'all values can be read.']],
  ['disk', () => checkDisk(context)],
  ['database', () => checkDatabase(context)],
  ['pooler', () => checkPooler(context)],
  ['replica', () => checkReplica(context)],
  ['regions', () => checkRegions(context)],
  ['objectStorage', () => checkObjectStorage(context)],
  ['files', () => checkFiles(context)],
  ['roles', () => checkRoles(context)],
  ['migrations', () => checkMigrations(context)],
  ['backups', () => checkBackups(context)],
  ['archive', () => checkArchive(context)],
  ['move', () => checkMove(context)],
  ['contents', () => checkContents(context)],
  ['numbers', () => checkNumbers(context)],
  ['promises', () => checkPromises(context)],
  ['balances', () => checkBalances(context)],
  ['demo', () => checkDemo(context)],
  ['secret', () => checkSecret(context)],
  ['mails', () => checkMails(context)],
  ['replies', () => checkReplies(context)],
  ['scanner', () => checkScanner(context)],
  ['jobs', () => checkJobs(context)],
  ['requests', () => checkRequests(context)],
  ['refused', () => checkRefused(context)],
  ['sources', () => checkSources(context)],
  ['imports', () => checkImports(context)],
  ['proxy', () => checkProxy(context)],
  ['user', () => checkUser(context)],
]

/** What a check has found; a check that fails has found that. */
export const findingOf = (find: Check[1]): Promise<Finding> =>
  find().catch((error: unknown): Finding => ['bad', error instanceof Error ? error.message : String(error)])

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Looks whether all is well, and says what to do where it is not.',
  run: async (context) => {
    let bad = 0
    // The database is opened first: that makes the data folder that the other checks read.
    await context.open()
    for (const [name, find] of doctorChecks(context)) {
      const [verdict, text] = await findingOf(find)
      if (verdict === 'bad') bad++
      context.out(`${verdict.padEnd(4)}  ${name.padEnd(10)}  ${text}`)
    }
    if (bad > 0) throw new Failed(bad === 1 ? 'One thing needs you: see above.' : `${bad} things need you: see above.`)
  },
}
