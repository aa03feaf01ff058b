import { join } from 'node:path'
import { createOwned, createPostgresFolder, debianUrl, killPostgres, launchPostgres } from '../debian-postgres.ts'
import { freePort } from '../proxies.ts'

/** A primary with a standby that has every commit before it is acknowledged. */
export type PostgresPair = {
  /** The ports of the primary and of the standby, as they were at the start. */
  ports: readonly [number, number]
  /** The owner's URL of an empty database called portal, which names both: whichever is the primary. */
  ownerUrl: string
  /** The superuser's URL on the primary, of the database postgres. */
  superuserUrl: string
  /** Kills all processes of the primary at once, as a power cut would. */
  killPrimary: () => void
  /** Makes the standby the primary; returns when it takes writes. */
  promote: () => void
  stop: () => void
}

/** Starts both in a folder that is gone when they stop. */
export async function startPair(): Promise<PostgresPair> {
  const folder = createPostgresFolder()
  const [primary, standby] = [await freePort(), await freePort()]
  const data = { primary: join(folder.path, 'data'), standby: join(folder.path, 'standby') }
  // On the command line, so that the standby does not copy it: once promoted it would wait for a standby of its own.
  const settings = ['synchronous_standby_names=*', 'max_connections=200']
  const asyncSettings = ['max_connections=200']
  launchPostgres(folder, { data: data.primary, port: primary, settings: asyncSettings })
  const source = debianUrl('postgres', 'postgres', primary)
  folder.runAs('pg_basebackup', [`--pgdata=${data.standby}`, `--dbname=${source}`, '--write-recovery-conf'])
  folder.runAs('pg_ctl', ['stop', '-w', `--pgdata=${data.primary}`])
  launchPostgres(folder, { data: data.primary, port: primary, settings })
  launchPostgres(folder, { data: data.standby, port: standby, settings: asyncSettings })
  const hosts = `127.0.0.1:${primary},127.0.0.1:${standby}`
  const ownerUrl = await createOwned('portal', primary)
  const running = new Set(Object.values(data))
  return {
    ports: [primary, standby],
    ownerUrl: `${ownerUrl.replace(/127[.\d]+:\d+/, hosts)}?target_session_attrs=read-write`,
    superuserUrl: source,
    killPrimary: () => {
      running.delete(data.primary)
      killPostgres(data.primary)
    },
    promote: () => folder.runAs('pg_ctl', ['promote', '-w', `--pgdata=${data.standby}`]),
    stop: () => {
      for (const path of running) folder.runAs('pg_ctl', ['stop', '-w', '-m', 'immediate', `--pgdata=${path}`])
      folder.remove()
    },
  }
}
