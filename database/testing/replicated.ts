import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../embedded/embedded.ts'
import { migrate } from '../migrate.ts'
import { roleUrls } from '../roles.ts'
import { atEnd } from './at-end.ts'
import { asAdmin, openTestDatabase, type TestDatabase } from './database.ts'

/** A database with a replica that a test can stop, and keep from following. */
export type ReplicatedDatabase = TestDatabase & {
  /** What the pools have said of the replica. */
  logged: string[]
  /** Keeps the replica as it is now. */
  pauseReplay: () => Promise<void>
  resumeReplay: () => Promise<void>
  stopReplica: () => Promise<void>
  startReplica: () => Promise<void>
}

const tokenSecret = 'a-secret-that-only-tests-know-0123456789'
const silentLog = { info: () => undefined, warn: () => undefined }

/**
 * A migrated, empty database on a primary of its own with a replica that follows it, whose address the pools have. Gone
 * after the calling test, or after the file's last test.
 */
export async function replicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-replicated-'))
  const [primaryFolder, replicaFolder] = [join(folder, 'primary'), join(folder, 'replica')]
  const settings = { fsync: 'off', full_page_writes: 'off', shared_buffers: '64MB' }
  const startPrimary = () => startEmbedded({ dataDir: primaryFolder, log: silentLog, settings })
  const first = await startPrimary()
  await migrate({ url: first.url, tokenSecret, log: silentLog })
  await first.stop()
  // The files of a database that is stopped are a base backup; they keep their owner.
  const copy = spawnSync('cp', ['-Rp', primaryFolder, replicaFolder], { encoding: 'utf8' })
  if (copy.status !== 0) throw new Error(`The database could not be copied: ${copy.stderr}`)
  rmSync(join(replicaFolder, 'postgres.json'))
  writeFileSync(join(replicaFolder, 'postgres/standby.signal'), '')

  const primary = await startPrimary()
  const { port, username, password } = new URL(primary.url)
  const startReplica = () =>
    startEmbedded({
      dataDir: replicaFolder,
      log: silentLog,
      settings: {
        ...settings,
        primary_conninfo: `host=127.0.0.1 port=${port} user=${username} password=${password}`,
      },
    })
  let replica = await startReplica()
  const logged: string[] = []
  const log = { info: (line: string) => void logged.push(line), warn: (line: string) => void logged.push(line) }
  const urls = roleUrls(primary.url, tokenSecret, { readUrl: replica.url })
  const database = openTestDatabase(
    { tokenSecret, ownerUrl: primary.url, urls },
    { connectTimeout: 15_000, log },
    async () => {
      await Promise.all([replica.stop(), primary.stop()])
      rmSync(folder, { recursive: true, force: true })
    },
  )
  atEnd(database.drop)
  return {
    ...database,
    logged,
    pauseReplay: () => asAdmin(replica.url, 'select pg_wal_replay_pause()'),
    resumeReplay: () => asAdmin(replica.url, 'select pg_wal_replay_resume()'),
    stopReplica: () => replica.stop(),
    startReplica: async () => {
      replica = await startReplica()
    },
  }
}
