import type { FastifyInstance } from 'fastify'
import type { Outbox } from '#contract/mail.ts'
import { repeat } from '#database/repeat.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { markWayAlarms, selectRefusedRuns } from '../ways/queries.ts'
import { selectRefusedFiles } from './entry-queries.ts'
import { type LookDeps, lookAtSource } from './look.ts'
import { markAlarms, selectDueSources } from './queries.ts'

type PollDeps = Omit<LookDeps, 'log' | 'signal'> & {
  mail: Outbox<Db>
  /** The members of staff who look after the intake. */
  staffOfIntake: (db: Db) => Promise<{ name: string; email: string }[]>
  /** Mails them about sources of which something was refused for the first time. */
  mailFirstRefusals: (db: Db, refusals: readonly SourceRefusal[]) => Promise<number>
  /** The folder that is watched; unset: none is. */
  folder?: string | undefined
}

/** The last that was refused of a source or another way by which files come. */
type SourceRefusal = { source: string; name: string; at: string; problem: string; path: string }

/** Milliseconds between two looks at which sources are due. */
const pollInterval = 10_000
const alarmInterval = 60_000
const day = 86_400_000
/** How many sources are looked at at once: one that takes long holds up no other for good. */
const mostAtOnce = 2

/** Looks at the sources that are due while the app runs, and mails staff about those that fail or are silent. */
export function pollSources(app: FastifyInstance, deps: PollDeps): { lookNow: () => void } {
  const ending = new AbortController()
  const poller = createPoller({ ...deps, log: app.log, signal: ending.signal })
  const polling = repeat({
    work: poller.poll,
    every: pollInterval,
    log: app.log,
    failing: (reason) => `Sources of files are not looked at for now: ${reason}`,
    working: (seconds) => `Sources of files are looked at again, after ${seconds} s.`,
  })
  const alarming = repeat({
    work: () => mailAlarms(deps),
    every: alarmInterval,
    log: app.log,
    failing: (reason) => `Whether sources of files are silent is not looked at for now: ${reason}`,
    working: (seconds) => `Whether sources of files are silent is looked at again, after ${seconds} s.`,
  })
  app.addHook('onClose', async () => {
    ending.abort()
    await Promise.all([polling.stop(), alarming.stop()])
    await poller.done()
  })
  return { lookNow: () => void polling.runNow() }
}

/** Starts what is due and does not wait for it. */
function createPoller(deps: LookDeps) {
  const running = new Map<string, Promise<void>>()

  async function poll(): Promise<void> {
    for (const name of await selectDueSources(deps.db, deps.clock().toISOString())) {
      if (running.has(name) || running.size >= mostAtOnce) continue
      const work = lookAtSource(deps, name)
        .catch((error: unknown) => deps.log.warn(`The source of files ${name} is tried again: ${String(error)}`))
        .finally(() => running.delete(name))
      running.set(name, work)
    }
  }

  return {
    poll,
    /** Resolves when what was started has ended. */
    done: async () => void (await Promise.all(running.values())),
  }
}

/**
 * Mails those of the staff who look after the intake, once for each source or other way that fails or is silent, or whose
 * files were refused for the first time.
 */
export async function mailAlarms({
  db,
  clock,
  mail,
  staffOfIntake,
  mailFirstRefusals,
  folder,
}: Pick<PollDeps, 'db' | 'clock' | 'mail' | 'staffOfIntake' | 'mailFirstRefusals' | 'folder'>): Promise<void> {
  await withTransaction(db, async (client) => {
    const now = clock().toISOString()
    const sources = (await markAlarms(client, now)).map((row) => ({ ...row, path: `sources/${row.name}` }))
    const marked = await markWayAlarms(client, { now, watches: folder !== undefined })
    const ways = marked.map(({ way, profile, ...row }) => ({ ...row, ...described(way, profile, folder) }))
    await mailFirstRefusals(
      client,
      await refusalsSince(client, new Date(clock().getTime() - day).toISOString(), folder),
    )
    if (sources.length + ways.length === 0) return
    const staff = await staffOfIntake(client)
    for (const { name, alarm, since, path } of [...sources, ...ways])
      for (const to of staff)
        await mail.send(client, {
          ...{ kind: 'filesMissing', to, path: `/console/imports/${path}` },
          values: { source: name, why: alarm, when: since },
        })
  })
}

const described = (way: string, profile: string, folder: string | undefined) => ({
  name: way === 'folder' ? `${folder ?? 'IMPORT_FOLDER'}/${profile}` : `/api/ingest/files?profile=${profile}`,
  path: `ways/${way}/${profile}`,
})

/** The last files that were refused since the instant, of each source and other way. */
async function refusalsSince(db: Db, since: string, folder: string | undefined): Promise<SourceRefusal[]> {
  const ofSources = (await selectRefusedFiles(db, since)).map(({ name, ...row }) => ({
    ...{ ...row, name, path: `sources/${name}`, source: `source ${name}` },
  }))
  const ofWays = (await selectRefusedRuns(db, since)).map(({ way, profile, ...row }) => ({
    ...{ ...row, ...described(way, profile, folder), source: `${way} ${profile}` },
  }))
  return [...ofSources, ...ofWays].map(({ path, problem, ...row }) => ({
    ...row,
    problem: problem ?? 'The list was not taken as the full one.',
    path: `/console/imports/${path}`,
  }))
}
