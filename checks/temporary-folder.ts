import { accessSync, chmodSync, constants, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const inMemory = '/dev/shm'
/** What the tests write at the same time at most, twice over. */
const room = 4 * 1024 ** 3
/** What the tests use besides: two browsers, two portals, PostgreSQL. */
const memory = 4 * 1024 ** 3

/**
 * Runs tests with a folder for temporary files that is gone afterwards. It lies in memory where Linux has room there: the
 * end-to-end tests spent an eighth of their processor time on copying databases to a disk.
 */
export async function withTemporaryFolder<Result>(
  run: (environment: NodeJS.ProcessEnv) => Promise<Result>,
): Promise<Result> {
  if (!hasRoomInMemory()) return run({})
  const folder = mkdtempSync(join(inMemory, 'portal-tests-'))
  // PostgreSQL runs as somebody else where the tests run as root.
  chmodSync(folder, 0o711)
  try {
    return await run(canRunPrograms(folder) ? { TMPDIR: folder } : {})
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function hasRoomInMemory(): boolean {
  if (process.env.TMPDIR !== undefined || !existsSync(inMemory)) return false
  const { bavail, bsize } = statfsSync(inMemory)
  return bavail * bsize >= room && process.availableMemory() >= room + memory
}

/** Some tests start programs that they write, which some machines forbid in memory. */
function canRunPrograms(folder: string): boolean {
  const probe = join(folder, 'probe')
  writeFileSync(probe, '', { mode: 0o700 })
  try {
    accessSync(probe, constants.X_OK)
    return true
  } catch {
    return false
  } finally {
    rmSync(probe)
  }
}
