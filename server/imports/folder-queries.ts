import type { Pool } from 'pg'
import { type AdvisoryLock, tryAdvisoryLock } from '#database/connection/advisory-lock.ts'

/** Takes the lock of files of a profile; undefined when another server, or this one, has it. */
export function lockFiles(lockPool: Pool, key: string): Promise<AdvisoryLock | undefined> {
  return tryAdvisoryLock(lockPool, `import files ${key}`)
}
