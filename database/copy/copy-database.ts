import { Transform } from 'node:stream'
import { Refusal } from '../refusal.ts'
import { openSnapshot } from './snapshot.ts'
import type { CopiedTable, TableSum } from './tables.ts'
import { openTarget } from './target.ts'

export type CopyTask = {
  fromUrl: string
  toUrl: string
  /** The current secret of the portal, from which the passwords of the roles may be made. */
  tokenSecret: string
  /** How many partitions each large table of the other has; unset: none. */
  partitions?: number | undefined
  progress: (line: string) => void
  /** Hears of what failed and leaves the copy whole. */
  warn: (line: string) => void
  /** Called right before everything becomes visible: when it throws, nothing was copied. */
  beforeCommit?: () => void
}

/** What was copied; `bytes` are those of COPY's text. */
export type Copied = { tables: number; rows: number; bytes: number; from: string }

/**
 * Copies all rows of one database into another that is empty, in one snapshot and one transaction, and compares number
 * and sum of each table's rows before anything becomes visible. Throws Refusal when the other is not empty;
 * whatever it throws, nothing was copied.
 */
export async function copyDatabase(task: CopyTask): Promise<Copied> {
  const { fromUrl, toUrl, tokenSecret, partitions, progress, warn, beforeCommit } = task
  const source = await openSnapshot(fromUrl)
  try {
    const { tables, migrations, postgres } = source
    const target = await openTarget({ ownerUrl: toUrl, tokenSecret, partitions, tables, migrations, warn })
    try {
      const copied = { tables: tables.length, rows: 0, bytes: 0, from: postgres }
      for (const [index, table] of tables.entries()) {
        const say = () =>
          progress(`${index + 1} of ${tables.length} tables, ${table.name}: ${megabytes(copied.bytes)} so far`)
        const counter = countBytes((bytes) => {
          copied.bytes += bytes
          say()
        })
        say()
        await target.fill(table, source.rows(table), [counter])
        copied.rows += await compareSums(table, source.sum(table), target.sum(table))
      }
      await target.finish(source.sequences, beforeCommit)
      await target.analyze()
      return copied
    } finally {
      await target.end()
    }
  } finally {
    await source.end()
  }
}

/** Counts the bytes of rows that pass. */
function countBytes(count: (bytes: number) => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count(chunk.length)
      done(null, chunk)
    },
  })
}

/** Returns the number of rows. Throws Refusal when they are not the same on both sides. */
export async function compareSums(
  { name }: CopiedTable,
  before: TableSum | Promise<TableSum>,
  after: Promise<TableSum>,
): Promise<number> {
  const [was, is] = await Promise.all([before, after])
  if (was.rows !== is.rows || was.sum !== is.sum) {
    throw new Refusal(
      `The rows of ${name} are not what they were: ${was.rows} rows with the sum ${was.sum}, then ${is.rows} with ${is.sum}. Nothing was copied.`,
    )
  }
  return Number(is.rows)
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024).toLocaleString('en')} MB`
