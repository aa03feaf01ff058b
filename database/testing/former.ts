import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../migrate.ts'

export const formerFolder = join(import.meta.dirname, '../former')

/**
 * Brings a database to where the portal of former migrations stood before `next` (all of them have run without it), and
 * then runs others: their text by name. Returns the names of the migrations that ran.
 */
export async function migrateAsBefore(
  url: string,
  next?: string,
  others: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-former-'))
  const migrations = join(folder, 'migrations')
  mkdirSync(migrations)
  for (const file of readdirSync(formerFolder).filter((name) => next === undefined || name < next)) {
    copyFileSync(join(formerFolder, file), join(migrations, file))
  }
  for (const [name, sql] of Object.entries(others)) writeFileSync(join(migrations, `${name}.sql`), sql)
  try {
    return await migrate({ url, folder, log: { info: () => undefined, warn: () => undefined } })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
