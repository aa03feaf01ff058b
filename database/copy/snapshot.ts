/// <reference path="./pg-copy-streams.d.ts" />
import type { Readable } from 'node:stream'
import { to } from 'pg-copy-streams'
import { openClient } from '../connect.ts'
import { readRoles } from '../connection/role-names.ts'
import { Refusal } from '../refusal.ts'
import {
  type CopiedSequence,
  type CopiedTable,
  copiedSequences,
  copiedTables,
  sumOf,
  type TableSum,
  textSettings,
  unreadableTables,
} from './tables.ts'

/** All rows of a database as they were at one moment. One table is read at a time. */
export type Snapshot = {
  postgres: string
  migrations: string[]
  tables: CopiedTable[]
  sequences: CopiedSequence[]
  /** The rows of a table as COPY writes them. */
  rows: (table: CopiedTable) => Readable
  sum: (table: CopiedTable) => Promise<TableSum>
  /** The transactions whose changes are in it, as PostgreSQL writes them. */
  transactions: () => Promise<string>
  /** The number of a table's rows. */
  count: (table: CopiedTable) => Promise<string>
  end: () => Promise<void>
}

/**
 * Opens a snapshot of a database by its owner's URL. Everything is read as the role for backups, which sees all rows also
 * where the owner is held back by row-level security. Throws Refusal when a table would hide rows from it.
 */
export async function openSnapshot(ownerUrl: string): Promise<Snapshot> {
  const client = await openClient({
    connectionString: ownerUrl,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'portal copy',
  })
  try {
    await client.query(`begin isolation level repeatable read read only; ${textSettings}`)
    const { backup } = await readRoles(client)
    const hidden = await unreadableTables(client)
    if (hidden.length > 0) {
      throw new Refusal(
        `The role ${backup} does not see every row of ${hidden.join(', ')}, so a copy would not be whole. Nothing was copied.`,
      )
    }
    const { rows } = await client.query<{ postgres: string; migrations: string[] }>(
      `select current_setting('server_version') as postgres, array(select name || ' ' || sha256 from migrations order by name) as migrations`,
    )
    await client.query(`set local role ${backup}`)
    const { postgres, migrations } = rows[0] ?? { postgres: '', migrations: [] }
    return {
      ...{ postgres, migrations },
      tables: await copiedTables(client),
      sequences: await copiedSequences(client),
      rows: ({ name, columns }) => client.query(to(`copy (select ${columns} from ${name}) to stdout`)),
      sum: ({ name }) => sumOf(client, name),
      transactions: async () =>
        (await client.query<{ text: string }>('select pg_current_snapshot()::text as text')).rows[0]?.text ?? '',
      count: async ({ name }) =>
        (await client.query<{ rows: string }>(`select count(*)::text as rows from ${name}`)).rows[0]?.rows ?? '0',
      end: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}
