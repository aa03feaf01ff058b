import { expect, inject, test } from 'vitest'
import { migrate } from '#database/migrate.ts'
import { isLong } from '#database/testing/long-form.ts'
import { contentsOf, emptyDatabases } from '#server/testing/copies.ts'
import { insertOrder, runFirstMigrations } from '#server/testing/first-migrations.ts'

/* An operator's own PostgreSQL, whose owner is no superuser and so held back by row-level security, is upgraded. */

const emptyDatabase = emptyDatabases()
const log = { info: () => undefined, warn: () => undefined }

/** A database from before what filters read was kept; the long form has later ones, too. */
const migrations = isLong ? [11, 14, 20, 26, 45] : [11]

test.each(migrations)(
  'a database that stood at migration %i is brought to this version with its documents',
  async (count) => {
    const url = await emptyDatabase()
    await runFirstMigrations(url, count)
    await insertOrder(url)
    await migrate({ url, tokenSecret: inject('database').tokenSecret, log })
    const contents = await contentsOf(url)
    expect(contents['public.documents']).toMatch(/^1 rows/)
    // What filters read was not kept before migration 12, and is counted by it.
    if (count < 12) expect(contents['public.document_days']).toMatch(/^[1-9]\d* rows/)
  },
)
