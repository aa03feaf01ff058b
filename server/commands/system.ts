import type { Pools } from '#database/connect.ts'
import { openClient } from '#database/connect.ts'
import type { OpenDatabase } from '#database/open-database.ts'
import { archiveFault } from '../backup/archive/state.ts'
import {
  backupName,
  deleteFailedBackups,
  keepNewestBackups,
  listBackups,
  verifyBackup,
} from '../backup/kept-backups.ts'
import type { Config } from '../config.ts'
import { type DeadJobs, openDeadJobs } from '../jobs/dead-jobs.ts'
import { retryMails, unsentMails } from '../mail/outbox.ts'
import { settingsInForce } from '../settings-in-force.ts'
import type { System } from '../system/routes.ts'
import { portalVersion } from '../version.ts'
import { archiveFacts, archiveOf } from './backup/archive.ts'
import { backUp, extent } from './backup/backup.ts'
import { doctorChecks, findingOf } from './doctor/doctor.ts'
import { readMigrations } from './doctor/queries.ts'

type Deps = {
  config: Config
  environment: Record<string, string | undefined>
  database: Pick<OpenDatabase, 'ownerUrl' | 'urls'>
  pools: Pools
  /** The operator's secrets, the current one first. */
  secrets: () => readonly string[]
  clock: () => Date
  /** What the console has saved in place of settings, by their names. */
  published: () => Readonly<Record<string, string | null>>
}

const mostJobs = 200

/** What the console's page of the system shows and does: what the commands do, on the database of the running portal. */
export function systemOf({ config, environment, database, pools, secrets, clock, published }: Deps): System {
  const embedded = config.DATABASE_URL === undefined
  const withDeadJobs = async <T>(work: (dead: DeadJobs) => Promise<T>): Promise<T> => {
    const dead = openDeadJobs({ jobsPool: pools.jobs, url: database.urls.session, log: { warn: () => undefined } })
    try {
      return await work(dead)
    } finally {
      await dead.close()
    }
  }
  const migrations = async () => {
    const owner = await openClient({ connectionString: database.ownerUrl, connectionTimeoutMillis: 3_000 })
    try {
      return await readMigrations(owner)
    } finally {
      await owner.end()
    }
  }
  const folder = config.BACKUP_DIR
  const { BACKUP_AT: at, BACKUP_KEEP: keep } = config
  const schedule = at && { ...at, keep }
  const archive = archiveOf({ config, ownerUrl: database.ownerUrl, clock })
  return {
    facts: async () => {
      const { count, last } = await migrations()
      return {
        ...{ version: portalVersion, node: process.versions.node, database: embedded ? 'embedded' : 'own' },
        ...{
          migrations: { count, last },
          backupFolder: folder ?? null,
          archive: archive ? await archiveFacts(archive, clock()) : null,
          backupSchedule: at
            ? { at: [at.hour, at.minute].map((part) => String(part).padStart(2, '0')).join(':'), keep }
            : null,
          settings: settingsInForce(environment, config, published()),
        },
      }
    },
    checkUp: async ({ progress, found }) => {
      const checks = doctorChecks({ config, clock, open: async () => ({ database, pools }) })
      for (const [index, [name, find]] of checks.entries()) {
        progress(`${index + 1} / ${checks.length}`)
        const [verdict, text] = await findingOf(find)
        found({ name, verdict, text })
      }
    },
    jobs: {
      list: () =>
        withDeadJobs(async (dead) =>
          (await dead.list())
            .slice(0, mostJobs)
            .map(({ id, name, tries, since, fault }) => ({ id, name, tries, since: since.toISOString(), fault })),
        ),
      retry: (id) => withDeadJobs(async (dead) => (await dead.replay(id)) > 0),
      drop: (id) => withDeadJobs((dead) => dead.drop(id)),
    },
    mails: {
      list: () => unsentMails(pools.server),
      retry: async (db, id) => (await retryMails({ clock }, db, id)) > 0,
    },
    archive: archive && {
      ...{ ship: () => archive.ship(), makeRoom: archive.makeRoom },
      fault: async () => {
        const fault = archiveFault(await archive.state(), clock())
        return fault && { since: fault.since, fault: fault.text }
      },
    },
    backups:
      folder === undefined
        ? undefined
        : {
            folder,
            newName: () => backupName(clock()),
            schedule,
            list: () => listBackups(folder),
            isMissed: archive?.needsBackup,
            keepNewest: async (count) => {
              await keepNewestBackups(folder, count, clock())
              // A backup that was made is no failure of it; what is wrong with the archive stands in its state.
              await archive?.prune(count).catch(() => undefined)
            },
            make: async (into, { progress }) => {
              const { ownerUrl } = database
              const { damage = [] } = await backUp({ config, ownerUrl, into, secrets, clock, progress })
              return damage
            },
            deleteFailed: (name) => deleteFailedBackups(folder, name, clock()),
            verify: async (from, { progress }) => {
              await verifyBackup(from, (files, bytes) => progress(extent(files, bytes)))
            },
          },
  }
}
