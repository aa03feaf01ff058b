import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { migrate } from '#database/migrate.ts'
import { asAdmin } from '#database/testing/database.ts'

const migrationsFolder = join(import.meta.dirname, '../../database/migrations')
const log = { info: () => undefined, warn: () => undefined }

/** Brings an empty database to where a version of the portal left it that knew the first migrations alone. */
export async function runFirstMigrations(url: string, count: number, partitions = 0): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-first-migrations-'))
  try {
    mkdirSync(join(folder, 'migrations'))
    const names = readdirSync(migrationsFolder).sort()
    for (const name of names.slice(0, count)) cpSync(join(migrationsFolder, name), join(folder, 'migrations', name))
    await migrate({ url, folder, partitions, log })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Inserts an account with an order, whatever its owner may write. */
export async function insertOrder(url: string): Promise<void> {
  const admin = new URL(inject('database').adminUrl)
  admin.pathname = new URL(url).pathname
  await asAdmin(
    admin.href,
    `with a as (insert into accounts (account_id, number, name) values (gen_random_uuid(), 'C-1', 'C') returning account_id)
     insert into documents (account_id, id, type, number, status, issue_date, source_system, content_hash, ingested_at)
     select account_id, gen_random_uuid(), 'orders', 'SO-1', 'confirmed', '2026-01-01', 'erp', '', now() from a`,
  )
}
