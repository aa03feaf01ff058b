import type { Pool, PoolClient } from 'pg'
import type { beginImport } from '#contract/console/imports.ts'
import type { Body } from '#contract/endpoint.ts'
import { PortalError, translatable } from '#contract/errors.ts'
import type { Log } from '#database/log.ts'
import { withTransaction } from '#database/transaction.ts'
import { record } from '#server/audit/record.ts'
import type { NamedFile } from '#server/formats/format.ts'
import { profileFormat } from '#server/formats/formats.ts'
import { checkedProfile, type ProfileActor, readProfile } from '../profiles.ts'
import { readRun, startRun, whileNoted } from '../run.ts'
import { inOwnFolder } from '../scratch.ts'
import type { TakeFiles } from '../take-files.ts'
import { writeUploads } from './uploads.ts'

type BeginDeps = { db: Pool; clock: () => Date; newId: () => string; log: Log; take: TakeFiles }

/**
 * Begins to read uploads by a profile, one run for the files that belong together, and returns the runs once they are
 * recorded; they are read one after the other. Throws not_found, and invalid_input for a profile that cannot be used or a
 * file that is missing.
 */
export async function beginRuns(
  deps: BeginDeps,
  { uploads, name, profile: given, dryRun = false, withdraw }: Body<typeof beginImport>,
  actor: ProfileActor,
): Promise<string[]> {
  if (name === undefined && !dryRun) throw new PortalError('invalid_input', translatable('imports.saveFirst'))
  const { profile, version } =
    name === undefined ? { profile: checkedProfile(given), version: null } : await readProfile(deps, name)
  const begun = Promise.withResolvers<string[]>()
  const work = inOwnFolder(async (scratch) => {
    const files = await writeUploads(deps.db, actor.staffId ?? '', uploads, scratch)
    const sets = profileFormat.sets(profile, files)
    const missing = sets.find((set) => set.missing.length > 0)
    if (missing || sets.length === 0) throw new PortalError('invalid_input', translatable('imports.missingFile'))
    const runs = sets.map((set) => ({ id: deps.newId(), files: set.files }))
    await withTransaction(deps.db, async (db) => {
      for (const run of runs)
        await startRun(deps, db, run.id, {
          ...{ profile, version, way: 'console', files: run.files, startedBy: actor.name, isDry: dryRun },
        })
      if (!dryRun) await recordBegun(deps, db, { profile: profile.name, version, files }, actor)
    })
    const ids = runs.map(({ id }) => id)
    begun.resolve(ids)
    await whileNoted(deps, ids, async () => {
      for (const run of runs) await readSet(run)
    })
  })
  // What fails before the runs have begun is the caller's; after it each run has its own outcome.
  work.catch((error: unknown) => begun.reject(error))
  return begun.promise

  async function readSet({ id, files }: { id: string; files: readonly NamedFile[] }): Promise<void> {
    const sender = { caller: actor.caller, keyId: null, staffId: actor.staffId }
    try {
      await readRun(deps, id, () =>
        inOwnFolder((scratch) => deps.take({ profile, files, scratch, withdraw }, { dryRun, run: id, sender })),
      )
    } catch (error) {
      if (!(error instanceof PortalError)) deps.log.warn(`An import of the console was broken off: ${String(error)}`)
    }
  }
}

type Begun = { profile: string; version: number | null; files: readonly NamedFile[] }

async function recordBegun(
  deps: BeginDeps,
  db: PoolClient,
  { profile, version, files }: Begun,
  { caller, staffId }: ProfileActor,
): Promise<void> {
  const details = { profile, version, files: files.map(({ name }) => name).join(', ') }
  await record(deps, db, { action: 'files_imported', caller, staffId, details })
}
