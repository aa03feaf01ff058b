import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { compareSums } from '#database/copy/copy-database.ts'
import { openSnapshot } from '#database/copy/snapshot.ts'
import { openTarget } from '#database/copy/target.ts'
import type { BackupFile } from './files.ts'
import { type RowManifest, type SavedTable, safePath } from './manifest.ts'

/** What the database's rows are, without the files beside them. */
export type SavedRows = Pick<RowManifest, 'postgres' | 'migrations' | 'tables' | 'sequences'>

type Saved = (file: BackupFile) => void

/** Saves the rows of every table as they were at one moment, each table in a compressed file below `rows/`. */
export async function saveRows(ownerUrl: string, into: string, saved: Saved): Promise<SavedRows> {
  const snapshot = await openSnapshot(ownerUrl)
  try {
    const { postgres, migrations, sequences } = snapshot
    const tables: SavedTable[] = []
    for (const table of snapshot.tables) {
      const path = `rows/${table.name.replaceAll(/[^\w.]/g, '_')}.copy.gz`
      const { rows, sum } = await snapshot.sum(table)
      const { meter, result } = hashOf()
      // The fastest level: most of the time goes into compression.
      const steps = [createGzip({ level: 1 }), meter, createWriteStream(join(into, path), { mode: 0o600, flush: true })]
      await pipeline([snapshot.rows(table), ...steps])
      tables.push({ ...table, rows, sum, path })
      saved({ path, ...result() })
    }
    return { postgres, migrations, sequences, tables }
  } finally {
    await snapshot.end()
  }
}

export type LoadTask = {
  from: string
  manifest: RowManifest
  ownerUrl: string
  tokenSecret: string
  partitions?: number | undefined
  loaded: (bytes: number) => void
  /** Hears of what failed and leaves the rows whole. */
  warn: (line: string) => void
}

/** Puts saved rows into an empty database, all or none. Throws Refusal when they are not those of then. */
export async function loadRows({ from, manifest, loaded, ...database }: LoadTask): Promise<void> {
  const { tables, migrations } = manifest
  const target = await openTarget({ ...database, tables, migrations })
  try {
    for (const table of tables) {
      const saved = createReadStream(join(from, safePath(table.path)))
      await target.fill(table, saved, [createGunzip()])
      await compareSums(table, table, target.sum(table))
      loaded(saved.bytesRead)
    }
    await target.finish(manifest.sequences)
    await target.analyze()
  } finally {
    await target.end()
  }
}

/** Hashes and counts the bytes that pass. */
function hashOf(): { meter: Transform; result: () => { size: number; sha256: string } } {
  const hash = createHash('sha256')
  let size = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  return { meter, result: () => ({ size, sha256: hash.digest('hex') }) }
}
