import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openClient } from '#database/connect.ts'
import { startEmbedded } from '#database/embedded/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { describeSchema } from '#database/schema.ts'

/* What `npm run schema` runs: writes database/schema.sql as the migrations and the files beside them create it. */

const log = { info: () => undefined, warn: (message: string) => process.stderr.write(`${message}\n`) }
const dataDir = mkdtempSync(join(tmpdir(), 'portal-schema-'))
const embedded = await startEmbedded({ dataDir, log })
try {
  await migrate({ url: embedded.url, log })
  const client = await openClient({ connectionString: embedded.url })
  writeFileSync(join(import.meta.dirname, '../database/schema.sql'), await describeSchema(client))
  await client.end()
} finally {
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.stderr.write('database/schema.sql is written.\n')
