import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openSnapshot } from '#database/copy/snapshot.ts'
import { readOrCreateSecret } from '#database/files.ts'
import { openDatabase } from '#database/open-database.ts'
import { argument, type Command, type Context, Failed, optionalOption } from '../command.ts'
import { restoreFrom } from './restore.ts'

const silentLog = { info: () => undefined, warn: () => undefined }

/** The rows of each table; with `whole` each is read with all its columns, else it is only counted. */
async function rowsByTable(
  ownerUrl: string,
  { whole, progress }: { whole: boolean; progress: (line: string) => void },
): Promise<Map<string, number>> {
  const snapshot = await openSnapshot(ownerUrl)
  try {
    const counts = new Map<string, number>()
    for (const table of snapshot.tables) {
      progress(`${whole ? 'reading' : 'counting'} ${table.name}`)
      counts.set(table.name, Number(whole ? (await snapshot.sum(table)).rows : await snapshot.count(table)))
    }
    return counts
  } finally {
    await snapshot.end()
  }
}

/** Starts the database that was restored into a folder, migrates it to this version, and reads every row of it. */
async function readRestored(dataDir: string, progress: (line: string) => void): Promise<Map<string, number>> {
  const database = await openDatabase({
    ...{ dataDir, databaseUrl: undefined, tokenSecret: readOrCreateSecret(dataDir, 'token-secret') },
    ...{ log: silentLog, what: 'a test of a backup', beside: false },
  })
  try {
    return await rowsByTable(database.ownerUrl, { whole: true, progress })
  } finally {
    await database.close()
  }
}

/** A table that does not hold as many rows as the portal's, as a line. */
function differences(restored: ReadonlyMap<string, number>, own: ReadonlyMap<string, number>): string[] {
  const tables = [...new Set([...restored.keys(), ...own.keys()])].sort()
  return tables.flatMap((table) => {
    const [before, now] = [restored.get(table) ?? 0, own.get(table) ?? 0]
    return before === now ? [] : [`  ${table}: ${before.toLocaleString('en')}, now ${now.toLocaleString('en')}`]
  })
}

export const testRestoreCommand: Command = {
  name: 'test-restore',
  summary:
    'Restores a backup into a folder of its own, starts its database with this version, reads every row, compares with the portal, and deletes it again. Nothing of the portal is changed.',
  arguments: ['DIR'],
  options: { in: { type: 'string' } },
  help: { in: 'The folder in which room is made for it meanwhile; unset: that for temporary files.' },
  run: async (context, args) => {
    const from = resolve(argument(args, 0))
    const folder = await mkdtemp(join(resolve(optionalOption(args, 'in') ?? tmpdir()), 'portal-restored-'))
    const remove = () => rm(folder, { recursive: true, force: true })
    const removed = context.ifInterrupted(remove)
    try {
      const started = context.clock().getTime()
      const restored = await restoreAndRead(context, from, join(folder, 'data'))
      const seconds = Math.max(1, Math.round((context.clock().getTime() - started) / 1_000))
      const rows = [...restored.values()].reduce((total, count) => total + count, 0).toLocaleString('en')
      context.out(`The backup can be restored: ${rows} rows in ${restored.size} tables were read, after ${seconds} s.`)
      const { database } = await context.open()
      const own = await rowsByTable(database.ownerUrl, { whole: false, progress: context.progress })
      const lines = differences(restored, own)
      context.out(lines.length === 0 ? 'It holds as many as the portal.' : 'What the portal holds more or less by now:')
      for (const line of lines) context.out(line)
    } finally {
      removed()
      await remove()
    }
  },
}

async function restoreAndRead(context: Context, from: string, dataDir: string): Promise<Map<string, number>> {
  const notes: string[] = []
  try {
    // Into a database of its own, with the secrets that the backup holds.
    await restoreFrom(
      { config: { DATA_DIR: dataDir }, out: (line) => notes.push(line), progress: context.progress },
      from,
    )
    return await readRestored(dataDir, context.progress)
  } catch (error) {
    // What a restore says of a damaged backup names the file and the mend already.
    if (error instanceof RangeError || error instanceof Failed) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new Failed(`The backup cannot be restored: ${[...notes, reason].join(' ')} Use another backup.`)
  }
}
