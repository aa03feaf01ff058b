import type pg from 'pg'
import type { Log } from '../log.ts'
import { leftToAnother, repeat } from '../repeat.ts'
import { BucketError, openBucket } from './bucket.ts'
import { moveToStorage, removeUnusedObjects } from './move-files.ts'
import { createFileReader, type ReadFile } from './read-file.ts'

export type ObjectStorageOptions = {
  /** The bucket's address with its access key; undefined: files are in the database alone. */
  address: string | undefined
  /** Whether files are moved to it, and removed from it; otherwise it is only read. */
  moves: boolean
  /** Days for which an object stays after no row names it any more. */
  keepDays: number
  pools: { work: pg.Pool; lock: pg.Pool }
  log: Log
}

export type FileStorage = {
  readFile: ReadFile
  /** Milliseconds since this server has failed to move files; 0 while it does not. Undefined where it moves none. */
  failingFor: (() => number) | undefined
  /** Waits for the files that are under way. */
  stop: () => Promise<void>
}

/** Milliseconds between two looks for new files, and for objects to remove. */
const moveInterval = 60_000

/**
 * Opens the files of the portal. With a bucket, this server takes part in moving new ones there, a minute after they have
 * come at the latest: whoever sends a file never waits for the storage, nor fails without it.
 */
export function openFileStorage({ address, moves, keepDays, pools, log }: ObjectStorageOptions): FileStorage {
  const bucket = address === undefined ? undefined : openBucket(address)
  const readFile = createFileReader(bucket)
  if (!bucket || !moves) return { readFile, failingFor: undefined, stop: async () => undefined }
  const ending = new AbortController()
  const deps = { workPool: pools.work, lockPool: pools.lock, bucket, signal: ending.signal }
  /** What is wrong with the storage, in words; any other failure is said with its stack. */
  let fault: string | undefined
  const mover = repeat({
    work: async () => {
      try {
        // A storage that does not take a file may still give up others.
        const moved = await moveToStorage(deps).finally(() => removeUnusedObjects(deps, keepDays))
        return moved ?? leftToAnother
      } catch (error) {
        fault = error instanceof BucketError ? error.message : undefined
        throw error
      }
    },
    every: moveInterval,
    log,
    failing: (reason) =>
      `Files stay in the database for now, for the object storage does not take them: ${fault ?? reason}`,
    working: (seconds) => `The object storage takes files again, after ${seconds} s.`,
  })
  return {
    readFile,
    failingFor: mover.failingFor,
    stop: () => {
      ending.abort()
      return mover.stop()
    },
  }
}
