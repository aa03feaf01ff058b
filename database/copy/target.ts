/// <reference path="./pg-copy-streams.d.ts" />
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { openClient } from '../connect.ts'
import { migrate } from '../migrate.ts'
import { Refusal } from '../refusal.ts'
import {
  type CopiedSequence,
  type CopiedTable,
  copiedTables,
  refuseUnlessEmpty,
  sumOf,
  type TableSum,
  textSettings,
} from './tables.ts'

/**
 * An empty database that is filled in one transaction: what is broken off leaves it empty, and it can be begun again.
 */
export type Target = {
  /** Writes the rows of a table as COPY wrote them, through `steps`. */
  fill: (table: CopiedTable, rows: Readable, steps?: readonly Transform[]) => Promise<void>
  sum: (table: CopiedTable) => Promise<TableSum>
  /**
   * Sets the sequences and makes everything visible. `beforeCommit` is called right before that: when it throws, nothing
   * was written.
   */
  finish: (sequences: readonly CopiedSequence[], beforeCommit?: () => void) => Promise<void>
  /** Gathers the statistics of what was filled. Never rejects: `warn` is told why it could not. */
  analyze: () => Promise<void>
  /** Ends the connection; without `finish` nothing was written. */
  end: () => Promise<void>
}

export type TargetOptions = {
  ownerUrl: string
  tokenSecret: string
  /** How many partitions each large table has; unset: none. */
  partitions?: number | undefined
  tables: readonly CopiedTable[]
  migrations: readonly string[]
  /** Hears of what failed and leaves the rows whole. */
  warn: (line: string) => void
}

const silentLog = { info: () => undefined, warn: () => undefined }

/**
 * Makes this version's tables in an empty database, to be filled. Throws Refusal when the database is not empty, or when
 * its tables are not those whose rows come.
 */
export async function openTarget({
  ownerUrl,
  tokenSecret,
  partitions,
  tables,
  migrations,
  warn,
}: TargetOptions): Promise<Target> {
  const client = await openClient({
    connectionString: ownerUrl,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'portal copy',
  })
  try {
    await refuseUnlessEmpty(client)
    await migrate({ url: ownerUrl, tokenSecret, partitions, log: silentLog })
    await client.query(`begin; ${textSettings}`)
    await refuseOtherTables(client, tables, migrations)
    const forced = await listTables(client, `relkind in ('r', 'p') and relrowsecurity and relforcerowsecurity`)
    const partitioned = await listTables(client, `relkind = 'p'`)
    // Triggers would derive anew, and notify of, what is copied as it is. The owner is held back by row-level security
    // where it is forced, and COPY refuses to write under it.
    for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
    for (const name of forced) await client.query(`alter table ${name} no force row level security`)
    // COPY freezes rows of a table that was emptied in its transaction, unless it is partitioned: nothing has to be vacuumed
    // afterwards.
    await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
    return {
      fill: async ({ name, columns }, rows, steps = []) => {
        const writing = client.query(
          from(`copy ${name} (${columns}) from stdin${partitioned.includes(name) ? '' : ' (freeze)'}`),
        )
        await pipeline([rows, ...steps, writing])
      },
      sum: ({ name }) => sumOf(client, name),
      finish: async (sequences, beforeCommit) => {
        for (const { name, lastValue, isCalled } of sequences) {
          await client.query('select setval($1::regclass, $2, $3)', [name, lastValue, isCalled])
        }
        // What is deferred to the end of the transaction, as foreign keys of jobs are, holds a table against being altered.
        await client.query('set constraints all immediate')
        for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
        for (const name of forced) await client.query(`alter table ${name} force row level security`)
        beforeCommit?.()
        await client.query('commit')
      },
      analyze: async () => {
        try {
          // Without statistics the first readers would wait for bad plans.
          await client.query('set statement_timeout = 0')
          await client.query(`analyze ${tables.map(({ name }) => name).join(', ')}`)
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error)
          warn(
            `All rows are there, but the statistics of their tables could not be gathered (${reason}): pages may be slow until PostgreSQL does so by itself.`,
          )
        }
      },
      end: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

async function refuseOtherTables(
  client: pg.ClientBase,
  tables: readonly CopiedTable[],
  migrations: readonly string[],
): Promise<void> {
  const { rows } = await client.query<{ record: string }>(
    `select name || ' ' || sha256 as record from migrations order by name`,
  )
  const lines = (list: readonly CopiedTable[]) => list.map(({ name, columns }) => `${name} (${columns})`).sort()
  const own = lines(await copiedTables(client)).join('\n')
  if (rows.map(({ record }) => record).join('\n') !== migrations.join('\n') || own !== lines(tables).join('\n')) {
    throw new Refusal(
      `The rows were written by another version of the portal, whose last migration is ${migrations.at(-1)?.split(' ')[0]}. Use that version, and upgrade afterwards.`,
    )
  }
}

/** The names of the portal's own tables of which the condition is true. */
async function listTables(client: pg.ClientBase, condition: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('public.%I', relname) as name from pg_class where relnamespace = 'public'::regnamespace and ${condition}`,
  )
  return rows.map(({ name }) => name)
}
